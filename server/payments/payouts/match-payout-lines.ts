import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { DAYS_AFTER, DAYS_BEFORE, findPayout, type PayoutLine } from './find-payout.ts'

/** Statements of about a month are imported late, and looked at again when a payout is heard of. */
const SINCE_MS = 45 * DAY_MS
const LINES_MAX = 200

/** Lines that came before their payout was heard of, and are left to a person or aside: looked at again. Answers how many were payouts. */
export async function matchPayoutLines(orgId: OrgId, sql: Sql, now: Date): Promise<number> {
  const lines = await sql<{ bank_line_id: number }[]>`
    select distinct l.bank_line_id
    from payouts t
    join bank_lines l on l.org_id = ${orgId} and l.amount_minor = t.amount_minor and l.currency = t.currency
    where t.org_id = ${orgId}
      and t.issued_at >= ${new Date(now.getTime() - SINCE_MS)}
      and t.payout_status in ('pending', 'in_transit', 'paid')
      and l.payout_id is null
      and l.suggested_payout_id is null
      and l.reason in ('no_reference', 'unknown_payout', 'outgoing')
      and l.booked_on between t.arrives_on - ${DAYS_BEFORE}::integer and t.arrives_on + ${DAYS_AFTER}::integer
      and not exists (
        select
        from bank_lines o
        where o.org_id = ${orgId}
          and o.payout_id = t.payout_id
      )
    order by l.bank_line_id
    limit ${LINES_MAX}`
  let matched = 0
  for (const { bank_line_id } of lines)
    matched += (await sql.begin((tx) => matchAgain(orgId, tx, now, bank_line_id))) ? 1 : 0
  return matched
}

type LeftLine = PayoutLine & { line_status: string }

/** What a person has decided on meanwhile stays. */
async function matchAgain(orgId: OrgId, tx: Tx, now: Date, lineId: number): Promise<boolean> {
  const [line] = await tx<LeftLine[]>`
    select amount_minor, currency, kind, booked_on::text as booked_on, name, line_text, bank_reference, line_status
    from bank_lines
    where org_id = ${orgId}
      and bank_line_id = ${lineId}
      and payout_id is null
      and actor_name is null
      and (line_status = 'unclear' or reason = 'outgoing')
    for update`
  const payout = line && (await findPayout(orgId, tx, line))
  if (payout?.kind === 'payout')
    await tx`
      update bank_lines
      set line_status = 'set_aside', reason = 'payout', payout_id = ${payout.payoutId}, suggested_order_id = null, suggested_debt_id = null,
        changed_at = ${now}
      where org_id = ${orgId}
        and bank_line_id = ${lineId}`
  if (payout?.kind === 'maybe' && line?.line_status === 'unclear')
    await tx`
      update bank_lines
      set suggested_payout_id = ${payout.payoutId}, changed_at = ${now}
      where org_id = ${orgId}
        and bank_line_id = ${lineId}`
  return payout?.kind === 'payout'
}
