import type { Static } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { base62 } from '../../platform/values/random.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import { forgetMandates } from '../mandates/end-mandates.ts'
import { publishMembersUpdated } from '../members/member-messages.ts'
import type { Customer } from './customer.ts'
import { customerResource } from './customer-resource.ts'

/** What a required name becomes once the person is forgotten. */
const ERASED_NAME = 'Erased'
/** No customer can be given a reference that begins like this. */
export const ERASED = 'erased-'

/**
 * Forgets the person wherever their details are, except where the order of locks wants it earlier (`forgetAddress`). The caller has
 * locked the customer with orders, tickets and members.
 */
export async function forgetCustomer(at: ChangeContext, userId: number): Promise<Static<typeof Customer>> {
  const customer = await updateRow(
    customerResource,
    at,
    userId,
    ({ org_customer_id }) => (org_customer_id.startsWith(ERASED) ? {} : anonymousCustomer(at)),
    'erased',
  )
  await forgetCopies(at, userId)
  return customer
}

/** Rows that only the customer's address leads to. It runs before the customer loses that address. */
export async function forgetAddress(at: ChangeContext, userId: number): Promise<void> {
  await forgetSuppression(at, userId)
  await forgetStaffMails(at, userId)
  await forgetHolder(at, userId)
}

/** What is left of a customer without a person. */
export const anonymousCustomer = ({ clock, orgId }: ChangeContext) => ({
  org_customer_id: `${ERASED}${base62(16)}`,
  first_name: null,
  last_name: null,
  email_address: null,
  mobile_number: null,
  company_name: null,
  address: null,
  address2: null,
  suburb: null,
  state: null,
  postcode: null,
  country_id: null,
  marketing_emails: false,
  marketing_emails_at: null,
  marketing_emails_source: null,
  new_event_notifications: false,
  erased_at: clock(orgId),
})

/** That mail to an address came back is something about the person, too. */
const forgetSuppression = ({ tx, orgId }: ChangeContext, userId: number) => tx`
  delete from mail_suppressions s
  using customers c
  where s.org_id = ${orgId}
    and c.org_id = ${orgId}
    and c.user_id = ${userId}
    and lower(s.email_address collate "C") = lower(c.email_address collate "C")`

/** What staff wrote to the address, of which nothing but the address names the customer. */
const forgetStaffMails = ({ tx, orgId }: ChangeContext, userId: number) => tx`
  update mails m
  set email_address = null, address_forgotten = true
  from customers c
  where m.org_id = ${orgId}
    and m.kind = 'staff_mail'
    and c.org_id = ${orgId}
    and c.user_id = ${userId}
    and lower(m.email_address collate "C") = lower(c.email_address collate "C")`

/** Tickets that others bought and passed on to the customer: found by the address, which is all that the two have in common. */
async function forgetHolder({ tx, orgId, clock }: ChangeContext, userId: number): Promise<void> {
  const rows = await tx<{ ticket_id: number }[]>`
    select t.ticket_id
    from tickets t
    join customers c on c.org_id = ${orgId} and c.user_id = ${userId}
    where t.org_id = ${orgId}
      and t.transferred
      and t.email_address is not null
      and lower(t.email_address collate "C") = lower(c.email_address collate "C")
    order by t.ticket_id
    for no key update of t`
  if (rows.length === 0) return
  const ticketIds = rows.map(({ ticket_id }) => ticket_id)
  await tx`
    update tickets
    set ticket_name = null, email_address = null, answers = null, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and ticket_id = any (${ticketIds}::bigint[])`
  await tx`
    update mails m
    set email_address = null, address_forgotten = true
    from tickets t
    where m.org_id = ${orgId}
      and t.org_id = ${orgId}
      and t.ticket_id = any (${ticketIds}::bigint[])
      and m.order_id = t.order_id
      and (
        m.ticket_id = t.ticket_id
        or m.about_id = t.ticket_id and m.kind in ('ticket_transferred', 'ticket_passed_on', 'tickets_resent')
      )`
}

/** Unpaid orders become the customer's, so that the worker that closes one later knows whom to forget. */
export async function claimUnpaidOrders(
  { tx, orgId, clock }: ChangeContext,
  userId: number,
  orderIds: number[],
): Promise<void> {
  if (orderIds.length === 0) return
  await tx`
    update orders
    set user_id = ${userId}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and order_id = any (${orderIds}::bigint[])`
}

/** What staff typed about the person; the audit log never quotes it. */
const forgetReasons = (orgId: OrgId, tx: Tx, userId: number) => tx`
  update refunds r
  set reason = null
  from payments p, orders o
  where r.org_id = ${orgId}
    and p.org_id = ${orgId}
    and o.org_id = ${orgId}
    and p.payment_id = r.payment_id
    and o.order_id = p.order_id
    and o.user_id = ${userId}
    and r.reason is not null`

/** A payment that is still under way may need its buyer yet; if it comes to nothing, the end of the basket forgets them. */
const isClosed = (tx: Tx) => tx`(o.order_status <> 'pending' or o.basket_id is null)`

/** Forgets the person wherever else their details were copied to. */
async function forgetCopies({ tx, orgId, clock, request }: ChangeContext, userId: number): Promise<void> {
  const now = clock(orgId)
  const members = await tx<{ membership_member_id: number }[]>`
    update members
    set first_name = ${ERASED_NAME}, last_name = ${ERASED_NAME}, person_id = null, date_of_birth = null, gender = null,
      company_name = null, address = null, address2 = null, suburb = null, state = null, postcode = null,
      mobile_number = null, email_address = null, marketing_emails = false, tags = '{}', secret_version = secret_version + 1,
      secret_revoked_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${userId}
    returning membership_member_id`
  // A tag is whatever staff call a person.
  await tx`
    update customers
    set tags = '{}'
    where org_id = ${orgId}
      and user_id = ${userId}`
  for (const { membership_member_id: objectId } of members) {
    await record(tx, clock, request, { action: 'member.erased', objectType: 'member', objectId })
  }
  // Receivers that keep a copy of members have to forget the person as well.
  const memberIds = members.map(({ membership_member_id }) => membership_member_id)
  if (memberIds.length > 0) await publishMembersUpdated(orgId, tx, clock, memberIds)
  await tx`
    delete from sso_identities
    where org_id = ${orgId}
      and user_id = ${userId}`
  await tx`
    delete from sso_purchases p
    using orders o
    where p.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = p.order_id
      and o.user_id = ${userId}
      and ${isClosed(tx)}`
  await tx`
    update tickets t
    set ticket_name = null, email_address = null, answers = null, changed_at = ${now}
    from orders o
    where t.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = t.order_id
      and o.user_id = ${userId}
      and not t.transferred`
  await tx`
    update refund_requests r
    set reason = null, note = null, changed_at = ${now}
    from orders o
    where r.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = r.order_id
      and o.user_id = ${userId}`
  await forgetReasons(orgId, tx, userId)
  // A person who is gone could not be told of a charge. The worker takes them off the provider as soon as it can.
  await tx`
    update payment_means
    set release_at = case when means_status = 'given_up' then release_at else '-infinity' end, means_status = 'given_up', last4 = null,
      expires_on = null, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${userId}`
  await forgetMandates(orgId, tx, clock, userId)
  await tx`
    delete from money_back_accounts a
    using debts d, orders o
    where a.org_id = ${orgId}
      and d.org_id = ${orgId}
      and o.org_id = ${orgId}
      and d.debt_id = a.debt_id
      and o.order_id = d.order_id
      and o.user_id = ${userId}`
  // What is owed stays; who asks for it again sends a new link.
  await tx`
    update debts
    set link_version = link_version + 1, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${userId}`
  await tx`
    update mails m
    set email_address = null, address_forgotten = true
    from orders o
    where m.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = m.order_id
      and o.user_id = ${userId}`
  await tx`
    delete from order_notes n
    using orders o
    where n.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = n.order_id
      and o.user_id = ${userId}`
  await tx`
    update order_lines l
    set holders = null
    from orders o
    where l.org_id = ${orgId}
      and o.org_id = ${orgId}
      and o.order_id = l.order_id
      and o.user_id = ${userId}
      and l.holders is not null
      and ${isClosed(tx)}`
  await tx`
    update orders o
    set first_name = null, last_name = null, email_address = null, mobile_number = null, postcode = null, answers = null,
      changed_at = ${now}
    where o.org_id = ${orgId}
      and o.user_id = ${userId}
      and ${isClosed(tx)}`
}
