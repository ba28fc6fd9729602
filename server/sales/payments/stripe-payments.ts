import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Clock } from '../../platform/values/clock.ts'
import {
  amountNotChargeable,
  type Begun,
  type Charge,
  type Declined,
  type PaymentProvider,
  type PaymentResult,
  type Unconfirmed,
} from './provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { isKeptFailure, isKeyOfAnother, toFailedBeginning, toFailedConfirmation, toPayment } from './stripe-answers.ts'
import { type InTime, inNameOf, type StripeClient } from './stripe-client.ts'

/** From so long on a payment that was never begun is not begun any more: the fan is gone. */
const BEGIN_MAX_MS = 15 * 60_000
const CONFIRM_ATTEMPTS_MAX = 2

const NEVER_ARRIVED: Declined = {
  kind: 'declined',
  code: 'payment_failed',
  declineCode: 'never_arrived',
  message: 'The payment failed.',
}

/**
 * Direct charges: the money goes to the organisation's own account, and every call is made in its name.
 *
 * A payment takes two steps. The PaymentIntent is made first and moves no money, so that it may be made anew where its answer
 * was lost, or was a failure of Stripe's own, which Stripe keeps for the key. Its id is on record before it is confirmed, and
 * Stripe charges a PaymentIntent once at most, however often it is confirmed.
 */
export function createStripePayments(
  { stripe, startTime }: StripeClient,
  clock: Clock,
): Pick<PaymentProvider, 'create' | 'retrieve' | 'confirm' | 'cancel'> {
  const create = async (charge: Charge, begun: Begun): Promise<PaymentResult> => {
    const { account, paymentMethod, again } = charge
    const amount = toStripeAmount(charge.amountMinor, charge.currency)
    if (amount === undefined) return amountNotChargeable(charge.currency)
    const inTime = startTime()
    if (again && clock().getTime() - charge.createdAt.getTime() > BEGIN_MAX_MS)
      return endUnbegun(charge, amount, inTime)
    let intent: Stripe.PaymentIntent
    try {
      intent = await begin(charge, amount, inTime)
    } catch (error) {
      return toFailedBeginning(error, again)
    }
    if (!(await begun(intent.id))) return { kind: 'unknown', cause: new Error(`${intent.id} is not what pays`) }
    const result = await settled(account, intent, inTime)
    return result.kind === 'unconfirmed' ? confirm(account, intent.id, paymentMethod, { again, inTime }) : result
  }

  /** The PaymentIntent: under the key, or, where that has a failure for an answer, the one that is there already, or another. */
  const begin = async (charge: Charge, amount: number, inTime: InTime): Promise<Stripe.PaymentIntent> => {
    const params = {
      amount,
      currency: charge.currency.toLowerCase(),
      ...(isToken(charge.paymentMethod) ? {} : { payment_method: charge.paymentMethod }),
      // Whatever needs a visit to another page cannot be finished here; 3-D Secure runs in the shop's page.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: {
        grandstand_org_id: String(charge.orgId),
        grandstand_order_id: String(charge.orderId),
        grandstand_payment: charge.idempotencyKey,
      },
    } satisfies Stripe.PaymentIntentCreateParams
    const make = (idempotencyKey: string) =>
      inTime(() => stripe.paymentIntents.create(params, { ...inNameOf(charge.account), idempotencyKey }))
    try {
      return await make(charge.idempotencyKey)
    } catch (error) {
      if (!isKeptFailure(error) && !isKeyOfAnother(error)) throw error
      const earlier = charge.again ? await search(charge, amount, inTime) : undefined
      if (earlier) return earlier
      if (isKeyOfAnother(error)) throw error
      return make(`${charge.idempotencyKey}.${randomUUID()}`)
    }
  }

  /**
   * Stripe's index is a minute behind, and an hour at the worst: what is not found may be there all the same. Whoever has the
   * account can write our key on a payment of their own, so amount and currency must be ours too.
   */
  const search = async ({ account, idempotencyKey, currency }: Charge, amount: number, inTime: InTime) => {
    const query = `metadata['grandstand_payment']:'${idempotencyKey}'`
    const page = await inTime(() => stripe.paymentIntents.search({ query, limit: 10 }, inNameOf(account)))
    return page.data.find((intent) => intent.amount === amount && intent.currency === currency.toLowerCase())
  }

  /** No reference was ever on record, so nobody was asked for the money. */
  const endUnbegun = async (charge: Charge, amount: number, inTime: InTime): Promise<PaymentResult> => {
    try {
      const intent = await search(charge, amount, inTime)
      if (!intent) return NEVER_ARRIVED
      const result = await settled(charge.account, intent, inTime)
      return result.kind === 'unconfirmed' ? cancel(charge.account, intent.id, inTime) : result
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  /** Without an idempotency key, which would bring a failure of Stripe's own again: the PaymentIntent itself is the guard. */
  const confirm = async (
    account: string | null,
    reference: string,
    paymentMethod: string,
    { again = true, inTime = startTime() } = {},
  ): Promise<PaymentResult> => {
    const params = { ...WITH_CHARGE, ...(isToken(paymentMethod) ? { confirmation_token: paymentMethod } : {}) }
    for (let attempt = 1; ; attempt += 1) {
      let failed: PaymentResult
      try {
        const intent = await inTime(() => stripe.paymentIntents.confirm(reference, params, inNameOf(account)))
        return confirmed(toPayment(intent))
      } catch (error) {
        failed = confirmed(toFailedConfirmation(error, reference, again || attempt > 1))
      }
      if (failed.kind !== 'unknown') return failed
      const result = await look(account, reference, inTime)
      if (result.kind !== 'unconfirmed') return result
      if (attempt === CONFIRM_ATTEMPTS_MAX) return failed
    }
  }

  /**
   * A PaymentIntent that lacks a payment method can still be paid by whoever has its client secret, so before it is called
   * declined, it is cancelled.
   */
  const settled = async (account: string | null, intent: Stripe.PaymentIntent, inTime: InTime) => {
    const result = toPayment(intent)
    if (result.kind === 'unconfirmed' || intent.status !== 'requires_payment_method') return result
    const cancelled = await cancel(account, intent.id, inTime)
    return cancelled.kind === 'declined' ? result : cancelled
  }

  const look = async (account: string | null, reference: string, inTime: InTime) => {
    try {
      const intent = await inTime(() => stripe.paymentIntents.retrieve(reference, WITH_CHARGE, inNameOf(account)))
      return await settled(account, intent, inTime)
    } catch (error) {
      return { kind: 'unknown' as const, cause: error }
    }
  }

  const cancel = async (account: string | null, reference: string, inTime = startTime()): Promise<PaymentResult> => {
    try {
      return confirmed(toPayment(await inTime(() => stripe.paymentIntents.cancel(reference, {}, inNameOf(account)))))
    } catch (error) {
      // Too late, or done before: Stripe says what it is by now.
      const intent = error instanceof Stripe.errors.StripeInvalidRequestError ? error.payment_intent : undefined
      return intent ? confirmed(toPayment(intent)) : { kind: 'unknown', cause: error }
    }
  }

  return {
    create,
    retrieve: (account, reference) => look(account, reference, startTime()),
    confirm: (account, reference, paymentMethod) => confirm(account, reference, paymentMethod),
    cancel: (account, reference) => cancel(account, reference),
  }
}

/** The charge says which card it was. */
const WITH_CHARGE = { expand: ['latest_charge'] }

/** Of Stripe.js: names the payment method only while a payment is confirmed. */
const isToken = (paymentMethod: string) => paymentMethod.startsWith('ctoken_')

/** After it was confirmed or cancelled, none should say that it was not. */
const confirmed = (result: PaymentResult | Unconfirmed): PaymentResult =>
  result.kind === 'unconfirmed' ? { kind: 'unknown', cause: new Error(`${result.reference} is unconfirmed`) } : result
