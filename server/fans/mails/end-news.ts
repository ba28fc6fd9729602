import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import { type CustomerRow, customerColumns, foldEmail, toCustomer } from '../../people/customers/customer.ts'
import { publishMembersUpdated } from '../../people/members/member-messages.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** The reader of an address wants no more news: as a customer, and as a member, whose own address may be another than their customer's. */
export async function endNews(orgId: OrgId, tx: Tx, clock: Clock, address: string): Promise<void> {
  const now = clock(orgId)
  const folded = foldEmail(address)
  const customers = await tx<CustomerRow[]>`
    update customers
    set marketing_emails = false, new_event_notifications = false, marketing_emails_at = ${now},
      marketing_emails_source = 'link', changed_at = ${now}
    where org_id = ${orgId}
      and lower(email_address collate "C") = ${folded}
      and (marketing_emails or new_event_notifications)
    returning ${customerColumns(tx)}`
  const [customer] = await tx<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${orgId}
      and lower(email_address collate "C") = ${folded}`
  const members = await tx<{ membership_member_id: number }[]>`
    update members
    set marketing_emails = false, changed_at = ${now}
    where org_id = ${orgId}
      and marketing_emails
      and (
        email_address is not null and lower(email_address collate "C") = ${folded}
        or email_address is null and user_id = ${customer?.user_id ?? null}
      )
    returning membership_member_id`
  const messages = customers.map((row) => ({ type: 'customer.updated' as const, data: { customer: toCustomer(row) } }))
  await publishAll(orgId, tx, clock, messages)
  const memberIds = members.map(({ membership_member_id }) => membership_member_id)
  if (memberIds.length > 0) await publishMembersUpdated(orgId, tx, clock, memberIds)
}
