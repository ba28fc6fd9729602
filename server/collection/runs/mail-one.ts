import { createHash } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import { isMailAddress } from '../../messages/mail/mail.ts'
import { STAFF_MAIL } from '../../messages/mail/notices.ts'
import { findSuppressed } from '../../messages/mail/suppressions.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType, TaggedType } from './run-objects.ts'

/** Long enough for a hundred thousand at the rate of an organisation. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS

type Recipient = { email_address: string | null; wants_news: boolean; order_id: number | null }

/**
 * One mail for each address, however many of the objects have it. News goes to those alone who have agreed to it. The words are read
 * from the run when the mail leaves, so that a run that is stopped takes back what has not left.
 */
export async function mailOne(
  { orgId, tx, clock, runId, details }: ItemContext,
  type: ObjectType,
  id: number,
): Promise<ItemResult> {
  const [recipient] = await recipients[type as TaggedType](orgId, tx, id)
  if (!recipient) throw new ApiError('resource_missing')
  const { email_address: address, wants_news: wantsNews, order_id: orderId } = recipient
  if (address === null) return { outcome: 'skipped', reason: 'no_address' }
  if (!isMailAddress(address)) return { outcome: 'skipped', reason: 'address_invalid' }
  if (details.mail?.is_news && !wantsNews) return { outcome: 'skipped', reason: 'no_consent' }
  if ((await findSuppressed(orgId, tx, [address])).size > 0) return { outcome: 'skipped', reason: 'suppressed' }
  const now = clock(orgId)
  const rows = await tx`
    insert into mails (
      org_id, mail_message_id, kind, order_id, about_id, email_address, mass, due_at, give_up_at, created_at, changed_at
    ) values (
      ${orgId}, ${messageIdOf(runId, address)}, ${STAFF_MAIL}, ${orderId}, ${runId}, ${address}, true, ${now},
      ${new Date(now.getTime() + GIVE_UP_AFTER_MS)}, ${now}, ${now}
    )
    on conflict (org_id, mail_message_id) do nothing
    returning mail_id`
  return rows.length > 0 ? { outcome: 'done' } : { outcome: 'skipped', reason: 'mailed_already' }
}

/** The same for all objects with one address, and no address to its reader. */
const messageIdOf = (runId: number, address: string) =>
  `run-${runId}-${createHash('sha256')
    .update(`${runId} ${foldEmail(address)}`)
    .digest('hex')
    .slice(0, 32)}`

type FindRecipient = (orgId: OrgId, sql: Db, id: number) => PromiseLike<Recipient[]>

const recipients: Record<TaggedType, FindRecipient> = {
  orders: (orgId, sql, id) => sql<Recipient[]>`
    select o.email_address, coalesce(c.marketing_emails, false) as wants_news, o.order_id
    from orders o
    left join customers c on c.org_id = ${orgId} and c.user_id = o.user_id
    where o.org_id = ${orgId}
      and o.order_id = ${id}`,
  customers: (orgId, sql, id) => sql<Recipient[]>`
    select email_address, marketing_emails as wants_news, null::bigint as order_id
    from customers
    where org_id = ${orgId}
      and user_id = ${id}`,
  members: (orgId, sql, id) => sql<Recipient[]>`
    select coalesce(m.email_address, c.email_address) as email_address, m.marketing_emails as wants_news, null::bigint as order_id
    from members m
    join customers c on c.org_id = ${orgId} and c.user_id = m.user_id
    where m.org_id = ${orgId}
      and m.membership_member_id = ${id}`,
}
