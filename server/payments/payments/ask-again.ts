import type { OrgId } from '../../access/principal.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { OpenPayment } from './open-payment.ts'
import type { Begun, PaymentResult } from './provider.ts'
import type { PaymentDeps } from './providers.ts'

/** For so long a request that has asked the provider may still be waiting for the answer. */
const UNDER_WAY_MS = 30_000
/** For so long a payment that the buyer has not confirmed still can be; later the fan is gone, and it is called off. */
const CONFIRM_MAX_MS = 15 * 60_000

type AskDeps = Pick<PlatformDeps, 'sql' | 'clock'> & PaymentDeps

/** For so long yet the request that drafted a payment may be asking for the money; no other process asks meanwhile. */
export const underWayFor = (
  { payment_status, changed_at }: Pick<OpenPayment, 'payment_status' | 'changed_at'>,
  now: Date,
): number => (payment_status === 'created' ? Math.max(changed_at.getTime() + UNDER_WAY_MS - now.getTime(), 0) : 0)

/** By its reference, or, where none is on record and so the provider was never asked for the money, by beginning it under its key. */
export async function askAgain(
  deps: AskDeps,
  orgId: OrgId,
  /** Null of an attempt at paying debts. */
  orderId: number | null,
  payment: OpenPayment,
): Promise<PaymentResult> {
  const provider = deps.payments.forStored(payment)
  const { payment_account_id: account, provider_reference: reference, created_at: createdAt } = payment
  const by = {
    paymentMethod: payment.payment_method ?? '',
    returnUrl: payment.return_url,
    ...(payment.customer_reference !== null && { offSession: { customer: payment.customer_reference } }),
    ...(payment.mandate_version !== null && { mandate: { version: payment.mandate_version } }),
  }
  if (reference !== null) {
    const result = await provider.retrieve(account, reference)
    if (result.kind !== 'unconfirmed') return result
    const isLate = deps.clock(orgId).getTime() - createdAt.getTime() > CONFIRM_MAX_MS
    return isLate ? provider.cancel(account, reference) : provider.confirm(account, reference, by)
  }
  const charge = {
    orgId,
    orderId,
    account,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    ...(payment.operator_fee_minor !== null && { operatorFeeMinor: payment.operator_fee_minor }),
    ...by,
    idempotencyKey: payment.idempotency_key,
    createdAt,
    again: true,
    ...(payment.allowed_methods !== null && { allowedMethods: payment.allowed_methods.split(' ') }),
    ...(payment.keeps && { keeps: { email: payment.payer_email, name: payment.payer_name } }),
  }
  return provider.create(charge, begunOf(deps, orgId, payment.payment_id))
}

/**
 * Puts the provider's reference on record before the money is asked for. False where the payment is over, or was begun by
 * another caller under another reference: then this one must not be asked for.
 */
export const begunOf =
  ({ sql, clock }: Pick<PlatformDeps, 'sql' | 'clock'>, orgId: OrgId, paymentId: number): Begun =>
  async (reference) => {
    const { count } = await sql`
      update payments
      set provider_reference = ${reference}, changed_at = ${clock(orgId)}
      where org_id = ${orgId}
        and payment_id = ${paymentId}
        and payment_status not in ('succeeded', 'failed', 'cancelled')
        and (provider_reference is null or provider_reference = ${reference})`
    return count === 1
  }
