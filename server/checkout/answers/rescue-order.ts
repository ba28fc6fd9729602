import type { OrgId } from '../../access/principal.ts'
import { carryOutRefund } from '../../ledger/refunds/carry-out-refund.ts'
import { noteOwedRefunds } from '../../ledger/refunds/note-owed.ts'
import { openFullRefund } from '../../ledger/refunds/refund-in-full.ts'
import { TRANSFER_METHOD } from '../../payments/payments/transfer-rule.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findOrdersWithTickets, type OrderWithTickets } from '../../tickets/orders/order.ts'
import { closeBaskets } from '../baskets/close-baskets.ts'
import { findBasketItems, lockBaskets } from '../baskets/find-baskets.ts'
import { chargedMinorOf, type LockedOrder, lockOrders, lockPayments } from '../sale/confirm-orders.ts'
import { signLines } from '../sale/issue-tickets.ts'
import type { CheckoutOutcome, PaymentRow, SettledOrder } from '../sale/stages.ts'
import type { SettleDeps } from './settle-deps.ts'
import { takePlacesAgain } from './take-places-again.ts'

/** `held`: the order waits for its payment again, with all its places. */
type Rescue =
  | { kind: 'confirmed'; order: OrderWithTickets }
  | { kind: 'held' }
  | { kind: 'refunded'; refundId: number | undefined; why: string }

/** What is known of a settled order without its lines, whose tickets are signed anew: they may be others by now. */
type Unsold = Omit<SettledOrder, 'lines'>

/** More often no order loses the same places between taking and selling them. */
const ATTEMPTS_MAX = 3

/**
 * Money that arrived after the places had been given up: taken again if they are still there, otherwise the money goes back.
 * The refund is written down in the same transaction, so that no crash can keep it.
 *
 * Taken again, the places are sold by a transaction of its own, like any sale: it locks the customer before the pool. A
 * crash in between leaves an order that is being paid, which the reconciler completes.
 */
export async function rescueOrder(deps: SettleDeps, settled: Unsold): Promise<CheckoutOutcome> {
  const { orgId, orderId } = settled
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const rescued = (await deps.sql.begin((tx) => rescue(deps, tx, settled))) as Rescue
    if (rescued.kind === 'confirmed') return rescued
    if (rescued.kind === 'refunded') {
      // Who dies here leaves the refund to the worker.
      if (rescued.refundId !== undefined) await carryOutRefund(deps, orgId, rescued.refundId, { again: false })
      return { kind: 'refunded', paid: settled.payment !== null, why: rescued.why }
    }
    const lines = await signLines(deps, orgId, orderId, undefined)
    const confirmation = await deps.sales.confirm({ ...settled, lines })
    if (confirmation.kind === 'confirmed') return confirmation
  }
  throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
}

async function rescue(deps: SettleDeps, tx: Tx, settled: Unsold): Promise<Rescue> {
  const { orgId, orderId, basketId, payment: paid } = settled
  await lockBaskets(orgId, tx, [basketId])
  const [order] = await lockOrders(orgId, tx, [orderId])
  const payments = await lockPayments(orgId, tx, [orderId])
  if (!order) throw new Error(`there is no order ${orderId}`)
  const payment = payments.find(({ payment_id }) => payment_id === paid?.paymentId)
  const isByHand = payment?.provider === 'manual' && payment.payment_method !== TRANSFER_METHOD
  const decided = await decidedBefore(orgId, tx, order, payment)
  if (decided) return decided
  const surplus = await surplusReason(orgId, tx, { order, basketId, payment, payments })
  if (paid && surplus) {
    // The basket is the fan's own again and stays so, unless this payment was what it waited for.
    if (payment?.open) await expireOrder(deps, orgId, tx, order, basketId)
    return giveBack(deps, orgId, tx, paid, { orderId, surplus: true, why: surplus, isByHand })
  }
  const why = await takePlacesAgain(deps, orgId, tx, { order, basketId, payment })
  if (why === undefined) return { kind: 'held' }
  await expireOrder(deps, orgId, tx, order, basketId)
  if (!paid) return { kind: 'refunded', refundId: undefined, why }
  return giveBack(deps, orgId, tx, paid, { orderId, surplus: false, why: `${why} when the payment arrived`, isByHand })
}

async function decidedBefore(
  orgId: OrgId,
  tx: Tx,
  order: LockedOrder,
  payment: PaymentRow | undefined,
): Promise<Rescue | undefined> {
  const collected = payment?.payment_status === 'succeeded'
  if (order.order_status === 'confirmed' && (!payment || (collected && !payment.surplus))) {
    const [confirmed] = await findOrdersWithTickets(orgId, tx, [order.order_id])
    if (confirmed) return { kind: 'confirmed', order: confirmed }
  }
  return collected ? { kind: 'refunded', refundId: undefined, why: 'The order was closed' } : undefined
}

type Late = { order: LockedOrder; basketId: string; payment: PaymentRow | undefined; payments: PaymentRow[] }

/**
 * Why a payment can pay for nothing, although it was collected: its provider had called it failed, and since then the order
 * was paid by another one, or is another order than it was. Undefined when it can still pay for the order.
 */
async function surplusReason(
  orgId: OrgId,
  tx: Tx,
  { order, basketId, payment, payments }: Late,
): Promise<string | undefined> {
  const rivals = payments.filter(
    (other) => other !== payment && !other.surplus && (other.open || other.payment_status === 'succeeded'),
  )
  if (rivals.length > 0 || order.order_status === 'confirmed') return 'The order was paid by another payment'
  const asItWas =
    payment?.amount_minor === chargedMinorOf(order) && (await isUnchanged(orgId, tx, order.order_id, basketId))
  return asItWas ? undefined : 'The order was changed before the payment arrived'
}

/** Whether the basket still holds what the order's lines say; a fan may change it while no payment is open. */
async function isUnchanged(orgId: OrgId, tx: Tx, orderId: number, basketId: string): Promise<boolean> {
  const [items, lines] = await Promise.all([findBasketItems(orgId, tx, [basketId]), findLines(orgId, tx, orderId)])
  return (
    items.length === lines.length &&
    lines.every((line, index) => items[index]?.price_id === line.price_id && items[index]?.places === line.places)
  )
}

const findLines = (orgId: OrgId, tx: Tx, orderId: number) => tx<{ price_id: number; places: number }[]>`
  select price_id, places
  from order_lines
  where org_id = ${orgId}
    and order_id = ${orderId}
    and kind = 'ticket'
  order by order_line_id`

type Paid = NonNullable<SettledOrder['payment']>

async function giveBack(
  deps: SettleDeps,
  orgId: OrgId,
  tx: Tx,
  paid: Paid,
  { orderId, surplus, why, isByHand }: { orderId: number; surplus: boolean; why: string; isByHand: boolean },
): Promise<Rescue> {
  if (isByHand) {
    await callOffByHand(deps, orgId, tx, paid)
    return { kind: 'refunded', refundId: undefined, why }
  }
  await keepMoney(deps, orgId, tx, paid, surplus)
  const refundId = await openFullRefund({ orgId, paymentId: paid.paymentId }, tx, deps.clock, `${why}.`)
  if (refundId !== undefined) await noteOwedRefunds(orgId, tx, deps.clock(orgId), orderId, [refundId])
  return { kind: 'refunded', refundId, why }
}

/** Staff at the counter are told that there is no sale before they take the money. */
const callOffByHand = ({ clock }: SettleDeps, orgId: OrgId, tx: Tx, { paymentId }: Paid) => tx`
  update payments
  set payment_status = 'failed', failure_code = 'not_sold', changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

/** On record as taken, which is what makes it refundable. */
const keepMoney = ({ clock }: SettleDeps, orgId: OrgId, tx: Tx, { paymentId, reference }: Paid, surplus: boolean) => tx`
  update payments
  set payment_status = 'succeeded', surplus = ${surplus}, provider_reference = ${reference}, succeeded_at = ${clock(orgId)},
    failure_code = null, decline_code = null, next_action = null, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and payment_id = ${paymentId}`

/** Ends an order that can no longer be confirmed, and its basket, unless another caller has ended them. */
async function expireOrder(
  { clock }: SettleDeps,
  orgId: OrgId,
  tx: Tx,
  order: LockedOrder,
  basketId: string,
): Promise<void> {
  if (order.order_status === 'pending') await closeBaskets(orgId, tx, clock, [basketId], 'expired')
}
