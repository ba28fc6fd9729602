import { fill } from '../../../faces/kit/messages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { ClaimedMail } from '../../messages/mail/claim-mails.ts'
import { knownName } from '../../messages/mail/lures.ts'
import type { Dropped } from '../../messages/mail/send-mails.ts'
import type { Speech } from '../../messages/mail/words.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { MailContent } from './mail-content.ts'
import type { MailedOrderRow } from './mailed-order.ts'

/** A membership that has ended, as the mail to its buyer tells of it. */
export type EndedFact = {
  membership_member_id: number
  first_name: string
  last_name: string
  type_title: string
  /** Whose term the member shows now, where that is another one. */
  membership_order_id: number | null
  membership_member_status_id: number
  /** The sum of what is open of the plans that ended with it. */
  owed_minor: number
  currency: string
}

/** Reads them by member. */
export async function readEnded(orgId: OrgId, sql: Db, memberIds: number[]): Promise<Map<number, EndedFact>> {
  if (memberIds.length === 0) return new Map()
  const rows = await sql<EndedFact[]>`
    select m.membership_member_id, m.first_name, m.last_name, t.title as type_title, m.membership_order_id,
      m.membership_member_status_id, coalesce(p.owed_minor, 0)::bigint as owed_minor, coalesce(p.currency, o.currency) as currency
    from members m
    join membership_types t on t.org_id = ${orgId} and t.membership_type_id = m.membership_type_id
    join organisations o on o.org_id = ${orgId}
    left join (
      select membership_member_id, sum(open_minor)::bigint as owed_minor, max(currency) as currency
      from membership_plans
      where org_id = ${orgId}
        and membership_member_id = any (${memberIds}::bigint[])
        and ended_at is not null
      group by membership_member_id
    ) p using (membership_member_id)
    where m.org_id = ${orgId}
      and m.membership_member_id = any (${memberIds}::bigint[])`
  return new Map(rows.map((row) => [row.membership_member_id, row]))
}

/** A member who was reinstated before the mail left is not told. */
export function tellEnd(
  { ended }: { ended: Map<number, EndedFact> },
  { about_id }: ClaimedMail,
  order: MailedOrderRow,
): MailContent | Dropped {
  const fact = ended.get(about_id ?? 0)
  if (!fact) return { dropped: 'nothing_to_tell' }
  const isSameTerm = fact.membership_order_id === order.order_id
  if (isSameTerm && fact.membership_member_status_id !== memberStatus.cancelled) return { dropped: 'nothing_to_tell' }
  return { to: order.email_address, tickets: [], ended: fact, amountMinor: fact.owed_minor }
}

/** Texts about it may name these values. */
export function endValues({ words: { labels }, money }: Speech, ended: EndedFact) {
  const amount = money(ended.owed_minor, ended.currency)
  return {
    membership: ended.type_title,
    member: `${knownName(ended.first_name)} ${knownName(ended.last_name)}`,
    owed: ended.owed_minor > 0 ? fill(labels.membership_still_owed, { amount }) : labels.membership_nothing_owed,
  }
}
