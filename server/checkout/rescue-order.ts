import { lockBaskets } from '../baskets/find-baskets.ts'
import type { Tx } from '../kit/database.ts'
import { findOrdersWithTickets, type OrderWithTickets } from '../orders/order-with-tickets.ts'
import { carryOutRefund } from '../refunds/carry-out-refund.ts'
import { openFullRefund } from '../refunds/refund-in-full.ts'
import { type Confirming, confirmOrders } from './confirm-orders.ts'
import type { SettleDeps } from './confirmations.ts'
import { type ConfirmingRow, lockOrders, lockPayments, type PaymentRow } from './confirming.ts'
import { expireOrder } from './expire-order.ts'
import { type Prepared, prepareTickets } from './prepare-tickets.ts'
import type { Settled } from './settle-payment.ts'
import { takePlacesAgain } from './take-places-again.ts'

type Rescue = { kind: 'confirmed'; order: OrderWithTickets } | { kind: 'refunded'; refundId: number | undefined }

/**
 * Money that arrived after the places had been given up: taken again if they are still there, otherwise the money goes back.
 * The refund is written down in the same transaction, so that no crash can keep it.
 */
export async function rescueOrder(deps: SettleDeps, confirming: Confirming): Promise<Settled> {
  const { orgId, orderId } = confirming
  const prepared = await prepareTickets(deps, orgId, [orderId])
  const rescued = (await deps.sql.begin((tx) => rescue(deps, tx, confirming, prepared))) as Rescue
  if (rescued.kind === 'confirmed') return rescued
  // Who dies here leaves the refund to the worker.
  if (rescued.refundId !== undefined) await carryOutRefund(deps, orgId, rescued.refundId, { again: false })
  return { kind: 'refunded' }
}

async function rescue(
  deps: SettleDeps,
  tx: Tx,
  confirming: Confirming,
  prepared: Map<number, Prepared>,
): Promise<Rescue> {
  const { orgId, orderId, basketId, payment: paid } = confirming
  await lockBaskets(orgId, tx, [basketId])
  const [order] = await lockOrders(orgId, tx, [orderId])
  const payments = await lockPayments(orgId, tx, [orderId])
  if (!order) throw new Error(`there is no order ${orderId}`)
  const payment = payments.find(({ payment_id }) => payment_id === paid?.paymentId)
  const settled = await alreadySettled(orgId, tx, order, payment)
  if (settled) return settled
  const rivals = payments.filter((other) => other !== payment && (other.open || other.payment_status === 'succeeded'))
  if (rivals.length > 0) throw paidTwice(orderId)
  if (await takePlacesAgain(deps, orgId, tx, { order, basketId, payment })) {
    const [confirmed] = await confirmOrders(deps, orgId, tx, [confirming], prepared)
    if (confirmed?.kind !== 'confirmed') throw new Error(`order ${orderId} got its places again and was not confirmed`)
    return confirmed
  }
  await expireOrder(deps, orgId, tx, { order, basketId })
  if (!paid) return { kind: 'refunded', refundId: undefined }
  await keepMoney(deps, orgId, tx, paid)
  const reason = 'The places were gone when the payment arrived.'
  const refundId = await openFullRefund({ orgId, paymentId: paid.paymentId }, tx, deps.clock, reason)
  return { kind: 'refunded', refundId }
}

async function alreadySettled(
  orgId: Confirming['orgId'],
  tx: Tx,
  order: ConfirmingRow,
  payment: PaymentRow | undefined,
): Promise<Rescue | undefined> {
  if (order.order_status === 'confirmed') {
    if (payment && payment.payment_status !== 'succeeded') throw paidTwice(order.order_id)
    const [there] = await findOrdersWithTickets(orgId, tx, [order.order_id])
    if (there) return { kind: 'confirmed', order: there }
  }
  return payment?.payment_status === 'succeeded' ? { kind: 'refunded', refundId: undefined } : undefined
}

/** On record as taken, which is what makes it refundable. */
const keepMoney = (
  { clock }: SettleDeps,
  orgId: Confirming['orgId'],
  tx: Tx,
  { paymentId, reference }: NonNullable<Confirming['payment']>,
) => tx`
  update payments
  set payment_status = 'succeeded', provider_reference = ${reference}, succeeded_at = ${clock()}, changed_at = ${clock()},
    next_action = null
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

/** One payment at a time is open for an order, by constraint; a provider that collects one which it had declined breaks that. */
const paidTwice = (orderId: number) => new Error(`order ${orderId} was paid by two payments`)
