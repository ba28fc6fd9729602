import Stripe from 'stripe'
import type { Clock } from '../../platform/values/clock.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import {
  amountNotChargeable,
  type Charge,
  type PaymentProvider,
  type PaymentResult,
  type RefundRequest,
  type RefundResult,
} from './provider.ts'
import { createStripeAccounts } from './stripe-accounts.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { toFailedCharge, toFailedRefund, toPayment, toRefundResult } from './stripe-answers.ts'
import { createStripeClient } from './stripe-client.ts'
import { readStripeEvent, type StripeHint } from './stripe-events.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string | undefined
  /** Elsewhere than at Stripe: for tests. */
  apiUrl?: string | undefined
  timeoutMs?: number
  clock: Clock
}

export type StripeProvider = PaymentProvider & {
  /** What an inbound webhook points at; undefined for what does not concern us. Throws when the signature is not Stripe's. */
  readEvent(body: Buffer, signature: string): StripeHint | undefined
  accounts: PaymentAccounts
}

const TIMEOUT_MS = 20_000
/** Stripe may forget a key 24 hours after its first use; asked again then, it would charge again. */
const KEY_KNOWN_MS = 23 * 3600 * 1000

/** Direct charges: the money goes to the organisation's own account, and every call is made in its name. */
export function createStripeProvider({
  secretKey,
  webhookSecret,
  apiUrl,
  timeoutMs = TIMEOUT_MS,
  clock,
}: StripeSettings): StripeProvider {
  const client = createStripeClient({ secretKey, apiUrl, timeoutMs })
  const { stripe, withinTime } = client

  const create = async (charge: Charge): Promise<PaymentResult> => {
    const amount = toStripeAmount(charge.amountMinor, charge.currency)
    if (amount === undefined) return amountNotChargeable(charge.currency)
    if (charge.again && clock().getTime() - charge.createdAt.getTime() > KEY_KNOWN_MS) return search(charge)
    const params = {
      amount,
      currency: charge.currency.toLowerCase(),
      payment_method: charge.paymentMethod,
      confirm: true,
      // Whatever needs a visit to another page cannot be finished here; 3-D Secure runs in the shop's page.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: {
        grandstand_org_id: String(charge.orgId),
        grandstand_order_id: String(charge.orderId),
        grandstand_payment: charge.idempotencyKey,
      },
    } satisfies Stripe.PaymentIntentCreateParams
    const options = { ...inNameOf(charge.account), idempotencyKey: charge.idempotencyKey }
    try {
      return toPayment(await withinTime(stripe.paymentIntents.create(params, options)))
    } catch (error) {
      return toFailedCharge(error, charge.again)
    }
  }

  /** A payment that is not there a day later never was. */
  const search = async ({ account, idempotencyKey }: Charge): Promise<PaymentResult> => {
    try {
      const query = `metadata['grandstand_payment']:'${idempotencyKey}'`
      const page = await withinTime(stripe.paymentIntents.search({ query, limit: 1 }, inNameOf(account)))
      const intent = page.data[0]
      if (intent) return settled(account, intent)
      return { kind: 'declined', code: 'payment_failed', declineCode: 'never_arrived', message: 'The payment failed.' }
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  /**
   * A PaymentIntent that lacks a payment method can still be paid by whoever has its client secret, so before it is called
   * declined, it is cancelled.
   */
  const settled = async (account: string | null, intent: Stripe.PaymentIntent): Promise<PaymentResult> => {
    const result = toPayment(intent)
    if (intent.status !== 'requires_payment_method') return result
    const cancelled = await cancel(account, intent.id)
    return cancelled.kind === 'declined' ? result : cancelled
  }

  const retrieve = async (account: string | null, reference: string): Promise<PaymentResult> => {
    try {
      return settled(account, await withinTime(stripe.paymentIntents.retrieve(reference, {}, inNameOf(account))))
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  const cancel = async (account: string | null, reference: string): Promise<PaymentResult> => {
    try {
      return toPayment(await withinTime(stripe.paymentIntents.cancel(reference, {}, inNameOf(account))))
    } catch (error) {
      // Too late, or done before: Stripe says what it is by now.
      const intent = error instanceof Stripe.errors.StripeInvalidRequestError ? error.payment_intent : undefined
      return intent ? toPayment(intent) : { kind: 'unknown', cause: error }
    }
  }

  const refund = async (request: RefundRequest): Promise<RefundResult> => {
    const amount = toStripeAmount(request.amountMinor, request.currency)
    if (amount === undefined) return { kind: 'failed', code: 'amount_not_refundable' }
    try {
      const earlier = request.again ? await findRefund(request) : undefined
      if (earlier) return toRefundResult(earlier)
      const metadata = { grandstand_org_id: String(request.orgId), grandstand_refund: request.idempotencyKey }
      const params = { payment_intent: request.reference, amount, metadata }
      const options = { ...inNameOf(request.account), idempotencyKey: request.idempotencyKey }
      return toRefundResult(await withinTime(stripe.refunds.create(params, options)))
    } catch (error) {
      return toFailedRefund(error)
    }
  }

  /** A payment has few refunds, and the list is never behind: better than trusting a key that may be forgotten. */
  const findRefund = async ({
    account,
    reference,
    idempotencyKey,
  }: RefundRequest): Promise<Stripe.Refund | undefined> => {
    const { data } = await withinTime(
      stripe.refunds.list({ payment_intent: reference, limit: 100 }, inNameOf(account)),
    ).catch((cause: unknown) => {
      // Not finding out is not the same as being turned down.
      throw new Error('the refunds of a payment could not be listed', { cause })
    })
    return data.find(({ metadata }) => metadata?.grandstand_refund === idempotencyKey)
  }

  const retrieveRefund = async (account: string | null, reference: string): Promise<RefundResult> => {
    try {
      return toRefundResult(await withinTime(stripe.refunds.retrieve(reference, {}, inNameOf(account))))
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  const readEvent = (body: Buffer, signature: string) =>
    readStripeEvent({ stripe, webhookSecret, clock }, body, signature)
  const takes = (amountMinor: number, currency: string) => toStripeAmount(amountMinor, currency) !== undefined
  return {
    name: 'stripe',
    takes,
    create,
    retrieve,
    cancel,
    refund,
    retrieveRefund,
    readEvent,
    accounts: createStripeAccounts(client),
  }
}

const inNameOf = (account: string | null) => (account === null ? {} : { stripeAccount: account })
