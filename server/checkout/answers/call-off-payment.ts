import type { OrgId } from '../../access/principal.ts'
import { underWayFor } from '../../payments/payments/ask-again.ts'
import type { OpenPayment } from '../../payments/payments/open-payment.ts'
import type { PaymentResult } from '../../payments/payments/provider.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { SettleDeps } from './settle-deps.ts'

/** Nothing was asked for under this payment's key, and once its row says so, nothing will be. */
const NEVER_BEGUN: PaymentResult = {
  kind: 'declined',
  code: 'payment_failed',
  declineCode: 'cancelled',
  message: 'The payment was cancelled.',
}

/**
 * Calls a payment off at the provider, because its fan wants to pay another way. The answer is for `settle`, which also hears where it came too late:
 * paid it is paid, and what the bank has taken is refused. What is charged without the fan, and a transfer, is not theirs to call off.
 */
export async function callOffPayment(
  deps: SettleDeps,
  orgId: OrgId,
  payment: OpenPayment,
  settle: (result: PaymentResult) => Promise<unknown>,
): Promise<void> {
  const underWayMs = underWayFor(payment, deps.clock(orgId))
  if (underWayMs > 0) throw tooEarly(Math.ceil(underWayMs / 1000))
  if (payment.customer_reference !== null || payment.payment_method === TRANSFER_METHOD) throw cannotBeCalledOff()
  const { payment_account_id: account, provider_reference: reference } = payment
  const result = reference === null ? NEVER_BEGUN : await deps.payments.forStored(payment).cancel(account, reference)
  await settle(result)
  if (result.kind === 'unknown') throw new ApiError('service_unavailable', { cause: result.cause })
  if (result.kind === 'processing' || result.kind === 'requires_action') throw cannotBeCalledOff()
}

const cannotBeCalledOff = () =>
  new ApiError('state_conflict', { message: 'The bank has this payment: it cannot be called off any more.' })

const tooEarly = (seconds: number) =>
  new ApiError('state_conflict', {
    message: 'The payment is being asked for by another request.',
    headers: { 'retry-after': String(seconds) },
  })
