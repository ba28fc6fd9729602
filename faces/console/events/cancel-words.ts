import type { RefundRun } from '@grandstand/sdk'
import { count } from '../parts/format.ts'
import type { Tone } from '../parts/tone.ts'

const many = (amount: number, one: string, other: string) => `${count(amount)} ${amount === 1 ? one : other}`

export const orders = (amount: number): string => many(amount, 'order', 'orders')
export const tickets = (amount: number): string => many(amount, 'ticket', 'tickets')

const WAYS: Record<string, { title: string; about: string }> = {
  provider: { title: 'By card or account', about: 'by itself, the way it was paid; banks take up to ten days' },
  cash: { title: 'In cash', about: 'to hand back: from a drawer, or noted by hand' },
  transfer: { title: 'By transfer', about: 'to pay out: buyers are asked for their account by mail' },
  credit: { title: 'As credit', about: 'credited again, at once' },
}

/** By which way money goes back, and what staff have to do for it. */
export const wayOf = (way: string): { title: string; about: string } => WAYS[way] ?? { title: way, about: '' }

const OUTCOMES: Record<string, { title: string; tone: Tone }> = {
  pending: { title: 'On its way', tone: 'sky' },
  owed: { title: 'To pay out', tone: 'flare' },
  refunded: { title: 'Paid back', tone: 'good' },
  nothing_paid: { title: 'Nothing was paid', tone: 'quiet' },
  nothing_left: { title: 'Paid back before', tone: 'quiet' },
  failed: { title: 'Failed', tone: 'flare' },
}

export const outcomeOf = (outcome: string): { title: string; tone: Tone } =>
  OUTCOMES[outcome] ?? { title: outcome, tone: 'quiet' }

/** How many orders a run is done with, of how many. */
export function progressOf({ orders: by }: RefundRun): { done: number; all: number } {
  const done = by.owed + by.refunded + by.nothing_paid + by.nothing_left + by.failed
  return { done, all: done + by.waiting + by.pending }
}

/** Stripe's words for why a refund failed, and what a club would say. */
const FAILURES: Record<string, string> = {
  expired_or_canceled_card: 'The card has expired or was closed',
  lost_or_stolen_card: 'The card was lost or stolen',
  insufficient_funds: 'Too little money in the payment account',
  declined: 'The bank declined it',
  charge_for_pending_refund_disputed: 'The payment is disputed at the bank',
}

export const failureOf = (code: string): string => FAILURES[code] ?? 'The payment provider refused it'
