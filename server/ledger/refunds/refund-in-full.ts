import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'
import { lockPayment } from './lock-payment.ts'
import { openRefund } from './open-refund.ts'

export type Repayable = { orgId: OrgId; paymentId: number }

/**
 * Gives all that is left of a payment back: for money that came for places which are gone. The caller that marks the payment as
 * succeeded calls `openFullRefund` in the same transaction, so that no crash forgets the debt, and `carryOutRefund` after it.
 * Undefined when nothing is left, so that two who try make one refund.
 */
export async function openFullRefund(
  { orgId, paymentId }: Repayable,
  tx: Tx,
  clock: Clock,
  reason: string,
): Promise<number | undefined> {
  const [payment] = await tx<{ order_id: number | null; surplus: boolean }[]>`
    select order_id, surplus
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  if (!payment) throw new Error('there is no such payment')
  const leftMinor = await lockPayment(orgId, tx, { orderId: payment.order_id, paymentId })
  if (leftMinor === undefined) throw new Error('only a payment that has succeeded can be refunded')
  if (leftMinor === 0) return undefined
  const orderId = payment.surplus ? null : payment.order_id
  return openRefund(orgId, tx, clock, { paymentId, orderId, amountMinor: leftMinor, reason })
}

/** Both steps, for callers who have no transaction of their own. */
export async function refundInFull(deps: RefundDeps, payment: Repayable, reason: string): Promise<void> {
  const refundId = (await deps.sql.begin((tx) => openFullRefund(payment, tx, deps.clock, reason))) as number | undefined
  if (refundId !== undefined) await carryOutRefund(deps, payment.orgId, refundId, { again: false })
}
