import type { BankLineRow } from './bank-line.ts'
import { type BookingAt, type BookingOutcome, storeDecision } from './book-line.ts'

type Payout = { amount_minor: number; currency: string }

/** A person says that a line is this payout. Nothing is booked: the payout is in the books. */
export async function bookToPayout(at: BookingAt, line: BankLineRow, payoutId: number): Promise<BookingOutcome> {
  const { orgId, tx } = at
  const [payout] = await tx<Payout[]>`
    select amount_minor, currency
    from payouts
    where org_id = ${orgId}
      and payout_id = ${payoutId}
    for no key update`
  if (!payout) return { kind: 'missing' }
  if (payout.currency !== line.currency) return { kind: 'refused', decision: { kind: 'unclear', reason: 'currency' } }
  if (payout.amount_minor !== line.amount_minor)
    return { kind: 'refused', decision: { kind: 'unclear', reason: 'differs' } }
  const [other] = await tx<{ bank_line_id: number }[]>`
    select bank_line_id
    from bank_lines
    where org_id = ${orgId}
      and payout_id = ${payoutId}`
  if (other) return { kind: 'refused', decision: { kind: 'unclear', reason: 'double' } }
  await storeDecision(at, line, { status: 'set_aside', reason: 'payout', payoutId })
  return { kind: 'booked' }
}
