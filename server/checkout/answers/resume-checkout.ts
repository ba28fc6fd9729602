import { setTimeout } from 'node:timers/promises'
import type { OrgId } from '../../access/principal.ts'
import { askAgain, underWayFor } from '../../payments/payments/ask-again.ts'
import { findOpenPayment } from '../../payments/payments/open-payment.ts'
import { SaleError } from '../errors.ts'
import type { CheckoutOutcome } from '../sale/stages.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settleFree, settlePayment } from './settle-payment.ts'

/** A press too many, or an answer that was lost: the first request nearly always ends within these three seconds. */
const WAITS_MS = [50, 100, 200, 400, 750, 750, 750]
/**
 * The checkout of a basket that is being paid: whatever the first request came to, the provider is asked what it knows. While
 * that request may still be under way, the second waits for it a little and is then told so.
 */
export async function resumeCheckout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const waits = WAITS_MS.values()
  for (;;) {
    const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
    if (!payment) return resumeWithout(deps, orgId, orderId)
    const underWayMs = underWayFor(payment, deps.clock(orgId))
    if (underWayMs <= 0) {
      const result = await askAgain(deps, orgId, orderId, payment)
      return settlePayment(deps, { orgId, orderId, paymentId: payment.payment_id }, result)
    }
    const { value: waitMs } = waits.next()
    if (waitMs === undefined) throw stillPaying(orderId, Math.ceil(underWayMs / 1000))
    await setTimeout(waitMs)
  }
}

/** Nothing to pay now, or settled between two reads. */
async function resumeWithout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const [order] = await deps.sql<{ needs_no_payment: boolean; order_status: string }[]>`
    select total_minor = coalesce(credit_minor, 0) + coalesce(owed_minor, 0) as needs_no_payment, order_status
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (order?.needs_no_payment && order.order_status === 'pending') return settleFree(deps, orgId, orderId)
  // The other request's payment has just come to nothing: the basket can be checked out again.
  if (order?.order_status === 'pending') throw stillPaying(orderId, 1)
  throw new SaleError(
    'basket_already_checked_out',
    order ? { order_id: orderId, order_status: order.order_status } : {},
  )
}

/** At the latest after so many seconds a repetition takes over, also where the other request has died. */
const stillPaying = (orderId: number, seconds: number) =>
  new SaleError('basket_already_checked_out', {
    message: 'The basket is being paid by another request.',
    order_id: orderId,
    headers: { 'retry-after': String(seconds) },
  })
