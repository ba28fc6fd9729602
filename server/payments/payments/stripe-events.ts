import type Stripe from 'stripe'
import type { SystemClock } from '../../platform/values/clock.ts'

/**
 * What an event is about. It is a hint and no more: events come late, twice and out of order, so what they say of the
 * object's state is never believed, only where to look.
 */
export type StripeHint = {
  about: 'payment' | 'refund'
  /** The connected account that it happened in; null in the platform's own. */
  account: string | null
  /** Stripe's id of the object. */
  reference: string
  orgId: number
  /** Ours: the row has it from the start, the reference only once an answer has come. */
  idempotencyKey: string
  /** In the unit that Stripe counts in. The account's owner can write our key on a payment of their own. */
  amount: number | undefined
  currency: string | undefined
}

/** Something in an account has changed that we did not make: its lists say what. */
export type AccountHint = { about: 'account'; account: string }

/** Something of an account's payouts has changed: the list says what. */
export type PayoutHint = { about: 'payouts'; account: string }

/** A mandate has changed at the bank. Nothing in it is ours but its name. */
export type MandateHint = { about: 'mandate'; account: string; reference: string }

export type ProviderHint = StripeHint | AccountHint | MandateHint | PayoutHint

type Reader = { stripe: Stripe; webhookSecret: string | undefined; clock: SystemClock }

/** Throws when the signature is not Stripe's, or older than five minutes. */
export function readStripeEvent(
  { stripe, webhookSecret, clock }: Reader,
  body: Buffer,
  signature: string,
): ProviderHint | undefined {
  if (webhookSecret === undefined) throw new Error('STRIPE_WEBHOOK_SECRET is not set')
  const now = clock().getTime()
  return hintOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, undefined, undefined, now))
}

type EventObject = {
  object?: unknown
  id?: unknown
  amount?: unknown
  currency?: unknown
  metadata?: Record<string, unknown> | null
}

const KINDS = new Map([
  ['payment_intent', { about: 'payment', key: 'grandstand_payment' }],
  ['refund', { about: 'refund', key: 'grandstand_refund' }],
] as const)

/** Of a payment that came back past us: nothing in it is ours, and the account says whose it is. */
const REVERSALS = new Set(['dispute', 'refund'])

/** By the object and not by the event's name, so that a name that Stripe adds is understood too. */
function hintOf(event: Stripe.Event): ProviderHint | undefined {
  const { object, id, metadata, amount, currency } = event.data.object as EventObject
  const kind = KINDS.get(object as 'payment_intent')
  const orgId = Number(metadata?.grandstand_org_id)
  const idempotencyKey = kind && metadata?.[kind.key]
  if (!kind || typeof id !== 'string' || !Number.isSafeInteger(orgId) || typeof idempotencyKey !== 'string') {
    const { account } = event
    if (object === 'mandate' && typeof id === 'string' && account !== undefined)
      return { about: 'mandate', account, reference: id }
    if (object === 'payout' && account !== undefined) return { about: 'payouts', account }
    return REVERSALS.has(String(object)) && account !== undefined ? { about: 'account', account } : undefined
  }
  return {
    about: kind.about,
    account: event.account ?? null,
    reference: id,
    orgId,
    idempotencyKey,
    amount: typeof amount === 'number' ? amount : undefined,
    currency: typeof currency === 'string' ? currency.toUpperCase() : undefined,
  }
}
