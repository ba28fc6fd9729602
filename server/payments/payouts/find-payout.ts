import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { decidePayout, type PayoutCandidate, type PayoutDecision } from './decide-payout.ts'

/** A bank may book a payout before the day that the provider expects, and after holidays. */
export const DAYS_BEFORE = 2
export const DAYS_AFTER = 7
/** More than are paid out of one amount in so few days. */
const CANDIDATES_MAX = 10

/** What of a line of a bank statement says which payout it is. */
export type PayoutLine = {
  amount_minor: number
  currency: string
  kind: 'payment' | 'charge' | 'return'
  booked_on: string
  name: string | null
  line_text: string
  bank_reference: string | null
}

/** A payout that this line may be: of its amount and days, and no other line's. Equal ones are locked, so that each is one line. */
export async function findPayout(orgId: OrgId, tx: Tx, line: PayoutLine): Promise<PayoutDecision> {
  if (line.amount_minor === 0 || line.kind !== 'payment') return undefined
  const ofLine = tx`
    t.org_id = ${orgId}
    and t.amount_minor = ${line.amount_minor}
    and t.currency = ${line.currency}
    and t.payout_status in ('pending', 'in_transit', 'paid')
    and t.arrives_on between ${line.booked_on}::date - ${DAYS_AFTER}::integer and ${line.booked_on}::date + ${DAYS_BEFORE}::integer`
  await tx`
    select t.payout_id
    from payouts t
    where ${ofLine}
    order by t.payout_id
    for no key update`
  const rows = await tx<PayoutRow[]>`
    select t.payout_id, t.provider, t.statement_text, t.trace_reference
    from payouts t
    where ${ofLine}
      and not exists (
        select
        from bank_lines o
        where o.org_id = ${orgId}
          and o.payout_id = t.payout_id
      )
    order by t.arrives_on, t.payout_id
    limit ${CANDIDATES_MAX}`
  return decidePayout([line.name, line.line_text, line.bank_reference].join(' '), rows.map(toCandidate))
}

type PayoutRow = {
  payout_id: number
  provider: 'stripe' | 'test'
  statement_text: string | null
  trace_reference: string | null
}

const toCandidate = (row: PayoutRow): PayoutCandidate => ({
  payoutId: row.payout_id,
  provider: row.provider,
  statementText: row.statement_text,
  traceReference: row.trace_reference,
})
