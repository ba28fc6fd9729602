import type Stripe from 'stripe'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { PaymentProvider, RefundRequest, RefundResult } from './provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { toFailedRefund, toRefundResult } from './stripe-answers.ts'
import { inNameOf, type StripeClient } from './stripe-client.ts'

/** For so long a refund is asked for under its own key; one that is not in the list after it was never made. */
const OWN_KEY_MS = 5 * 60_000
/** A caller that asks for such a refund within the same stretch of time does so under the same key. */
const NEXT_KEY_MS = 10 * 60_000

export function createStripeRefunds(
  { stripe, withinTime }: StripeClient,
  clock: SystemClock,
): Pick<PaymentProvider, 'refund' | 'retrieveRefund'> {
  const refund = async (request: RefundRequest): Promise<RefundResult> => {
    const amount = toStripeAmount(request.amountMinor, request.currency)
    if (amount === undefined) return { kind: 'failed', code: 'amount_not_refundable' }
    try {
      const earlier = request.again ? await findRefund(request) : undefined
      if (earlier) return toRefundResult(earlier)
      const metadata = { grandstand_org_id: String(request.orgId), grandstand_refund: request.idempotencyKey }
      const params = { payment_intent: request.reference, amount, metadata }
      const options = { ...inNameOf(request.account), idempotencyKey: keyAt(request, clock()) }
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

  return { refund, retrieveRefund }
}

/**
 * Stripe keeps a failure of its own for the key and gives it again, so a refund that the list shows not to exist is asked for
 * under another key after some minutes. Two never ask at once: the caller that does has claimed the refund for longer than a call takes.
 */
function keyAt({ idempotencyKey, createdAt, again }: RefundRequest, now: Date): string {
  const ageMs = now.getTime() - createdAt.getTime()
  return again && ageMs >= OWN_KEY_MS ? `${idempotencyKey}~${Math.floor(ageMs / NEXT_KEY_MS)}` : idempotencyKey
}
