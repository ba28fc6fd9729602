import type { OrgId } from '../../access/principal.ts'
import { settleAttempt } from '../../ledger/debts/settle-attempt.ts'
import type { PaymentResult } from '../../payments/payments/provider.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'

/** Without an order it is an attempt at paying debts. */
export type AnsweredPayment = { payment_id: number; order_id: number | null }

/**
 * Acts on a provider's answer for a caller that knows the payment alone, such as the reconciler, the watcher and a webhook: the
 * payment of an order changes that order, and an attempt at paying debts changes those debts.
 */
export async function applyAnswer(
  deps: SettleDeps,
  orgId: OrgId,
  { payment_id: paymentId, order_id: orderId }: AnsweredPayment,
  result: PaymentResult,
): Promise<void> {
  if (orderId === null) await settleAttempt(deps, { orgId, paymentId }, result)
  else await settlePayment(deps, { orgId, orderId, paymentId }, result)
}
