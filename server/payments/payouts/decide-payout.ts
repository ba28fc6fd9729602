/** A payout of this amount, of these days, that no line is yet. */
export type PayoutCandidate = {
  payoutId: number
  provider: 'stripe' | 'test'
  /** What the bank is to write beside it. */
  statementText: string | null
  /** What the bank knows it by. */
  traceReference: string | null
}

export type PayoutDecision =
  | { kind: 'payout'; payoutId: number }
  /** Its amount and day are those of a payout, and nothing says that it is one. */
  | { kind: 'maybe'; payoutId: number }
  /** It says that it is a payout, of which nothing is known here. */
  | { kind: 'unknown' }
  | undefined

/** Shorter ones stand in names and words that say something else. */
const SAYS_MIN = 4
const NAMES_STRIPE = /\bstripe\b/i

/** Banks write in capitals, and break texts where they like. */
const squeezed = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '')
const says = (written: string, text: string | null) =>
  text !== null && squeezed(text).length >= SAYS_MIN && squeezed(written).includes(squeezed(text))

/** Which payout a line is, by all that the bank wrote. Of equal ones the first: their money is the same. */
export function decidePayout(written: string, candidates: PayoutCandidate[]): PayoutDecision {
  const isNamed = ({ provider, statementText }: PayoutCandidate) =>
    says(written, statementText) || (provider === 'stripe' && NAMES_STRIPE.test(written))
  const named = candidates.find(({ traceReference }) => says(written, traceReference)) ?? candidates.find(isNamed)
  if (named) return { kind: 'payout', payoutId: named.payoutId }
  const [maybe] = candidates
  if (maybe) return { kind: 'maybe', payoutId: maybe.payoutId }
  return NAMES_STRIPE.test(written) ? { kind: 'unknown' } : undefined
}
