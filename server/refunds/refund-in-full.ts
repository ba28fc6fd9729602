import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Tx } from '../kit/database.ts'
import { carryOutRefund, type RefundDeps } from './carry-out-refund.ts'
import { openRefund } from './open-refund.ts'

export type Repayable = { orgId: OrgId; paymentId: number }

/**
 * Gives all that is left of a payment back: for money that came for places which are gone. Whoever marks the payment as
 * succeeded calls `openFullRefund` in the same transaction, so that no crash forgets the debt, and `carryOutRefund` after it.
 * Undefined when nothing is left, so that two who try make one refund.
 */
export async function openFullRefund(
  { orgId, paymentId }: Repayable,
  tx: Tx,
  clock: Clock,
  reason: string,
): Promise<number | undefined> {
  const [found] = await tx<{ order_id: number; surplus: boolean }[]>`
    select order_id, surplus
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  if (!found) throw new Error('there is no such payment')
  await tx`
    select 1
    from orders
    where org_id = ${orgId}
      and order_id = ${found.order_id}
    for no key update`
  const [payment] = await tx<{ left_minor: number }[]>`
    select amount_minor - refunded_minor as left_minor
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and payment_status = 'succeeded'
    for no key update`
  if (!payment) throw new Error('only a payment that has succeeded can be refunded')
  if (payment.left_minor === 0) return undefined
  const orderId = found.surplus ? null : found.order_id
  return openRefund(orgId, tx, { paymentId, orderId, amountMinor: payment.left_minor, reason, now: clock() })
}

/** Both steps, for callers who have no transaction of their own. */
export async function refundInFull(deps: RefundDeps, payment: Repayable, reason: string): Promise<void> {
  const refundId = (await deps.sql.begin((tx) => openFullRefund(payment, tx, deps.clock, reason))) as number | undefined
  if (refundId !== undefined) await carryOutRefund(deps, payment.orgId, refundId, { again: false })
}
