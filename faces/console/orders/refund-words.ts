import type { CancelledDebt, ManagedOrder, Refund } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/week.ts'

const REQUESTS: Record<string, Tone> = { open: 'flare', accepted: 'good', declined: 'quiet' }

/** How a buyer's request for a refund stands. */
export const requestState = (status: string): { tag: string; tone: Tone } => ({
  tag: words.requestStates[status] ?? status,
  tone: REQUESTS[status] ?? 'quiet',
})

/** Where the money of a refund goes, and when it is there. */
export function moneyGoes({ payments, payment_method }: Pick<ManagedOrder, 'payments' | 'payment_method'>): string {
  const paid = payments.filter(({ payment_status }) => payment_status === 'succeeded')
  const card = paid.find(({ provider }) => provider !== 'manual')
  if (card?.card_last4) return words.goesToCardEnding({ last4: card.card_last4 })
  if (card) return words.goesToCard
  return payment_method === 'cash' ? words.goesInCash : words.goesByTransfer
}

/** What a refund came to, in a sentence. */
export function refundTold(given: Refund | CancelledDebt, price: (amount: number, currency: string) => string): string {
  if (!('refund_status' in given))
    return words.noLongerOwed({ amount: price(given.cancelled_amount + given.credited_amount, given.currency) })
  const amount = price(given.amount, given.currency)
  if (given.refund_status !== 'pending') return words.refunded({ amount })
  return given.debt_id === null ? words.onTheirWayBack({ amount }) : words.toHandBack({ amount })
}
