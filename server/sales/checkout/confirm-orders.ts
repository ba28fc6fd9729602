import type { OrgId } from '../../access/principal.ts'
import { publishing } from '../../messages/webhooks/publish.ts'
import type { Deps } from '../../operation.ts'
import type { CustomerRow } from '../../people/customers/customer.ts'
import { linkCreatedCustomers } from '../../people/sso/purchases.ts'
import type { Batch, Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { foldEmail } from '../../platform/values/fold-email.ts'
import { sellHeldPlaces } from '../../programme/stock/sell-held-places.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import type { OrderRow } from '../orders/order.ts'
import { findOrdersWithTickets, type OrderWithTickets, withTickets } from '../orders/order-with-tickets.ts'
import { completionMessages } from './completion-messages.ts'
import { type ConfirmingRow, findHolds, type HoldRow, lockOrders, lockPayments, type PaymentRow } from './confirming.ts'
import { type NewTicket, ticketsOfLine } from './order-tickets.ts'
import type { ExpectedTickets, Prepared } from './prepare-tickets.ts'
import { seatTickets } from './seat-tickets.ts'
import { tellSoldOut } from './sold-out-events.ts'
import { checkOutBaskets, confirmRows, insertTickets, takePayments } from './store-confirmed.ts'
import { lockBuyers, upsertCustomers } from './upsert-customers.ts'

/** An order whose money is there, or that costs nothing. */
export type Confirming = {
  orgId: OrgId
  orderId: number
  basketId: string
  payment: { paymentId: number; reference: string } | null
  /** What is to be issued, where that is known. */
  tickets?: ExpectedTickets | undefined
}

/** With its tickets signed. */
export type Ready = Confirming & { prepared: Prepared }

/**
 * What became of it. `lost`: the places are gone, or the order was closed meanwhile; nothing was changed, and
 * `rescue-order.ts` decides.
 */
export type Confirmed = { kind: 'confirmed'; order: OrderWithTickets; now: boolean } | { kind: 'lost' }

export type Sale = {
  order: OrderRow
  tickets: NewTicket[]
  holds: HoldRow[]
  payment: PaymentRow | undefined
  seated: boolean
}

/**
 * The last step of the checkout, for many at once and in one commit: order confirmed, money on record, customer found or
 * made, tickets issued, places sold, messages written. Locks are taken in the order basket, order, payment, customer, pool,
 * price, seat, hold; the pool, which everybody wants, last and for the shortest time.
 */
export async function confirmOrders(
  deps: Pick<Deps, 'clock'>,
  orgId: OrgId,
  tx: Tx,
  confirmings: Ready[],
): Promise<Batch<Confirmed[]>> {
  const now = deps.clock()
  const orderIds = [...new Set(confirmings.map(({ orderId }) => orderId))].sort((a, b) => a - b)
  const basketIds = confirmings.map(({ basketId }) => basketId)
  // Sent in this order, without waiting for each other: what is read is as it is under the locks.
  const [, orders, payments, holds, known] = await Promise.all([
    lockBaskets(orgId, tx, basketIds).execute(),
    lockOrders(orgId, tx, orderIds).execute(),
    lockPayments(orgId, tx, orderIds).execute(),
    findHolds(orgId, tx, basketIds).execute(),
    lockBuyers(orgId, tx, orderIds).execute(),
  ])
  const sales = salesOf(confirmings, { orders, payments, holds }, now)
  const last = sales.size > 0 ? await sell(deps, orgId, tx, now, [...sales.values()], confirmings, known) : []
  const sold = withTickets(
    [...sales.values()].map(({ order }) => order),
    [...sales.values()].flatMap(({ tickets }) => tickets),
  )
  const there = orders.filter((order) => order.order_status === 'confirmed').map((order) => order.order_id)
  const earlier = there.length > 0 ? await findOrdersWithTickets(orgId, tx, there) : []
  const answer = confirmings.map(({ orderId, payment: paid }): Confirmed => {
    const order = sold.find((made) => made.order_id === orderId)
    const by = sales.get(orderId)?.payment?.payment_id
    if (order) return by === paid?.paymentId ? { kind: 'confirmed', order, now: true } : { kind: 'lost' }
    const before = earlier.find((made) => made.order_id === orderId)
    return before && !isSurplus(payments, paid) ? { kind: 'confirmed', order: before, now: false } : { kind: 'lost' }
  })
  return { last, answer }
}

/** Money for an order that another payment has paid. */
function isSurplus(payments: PaymentRow[], paid: Confirming['payment']): boolean {
  const payment = payments.find(({ payment_id }) => payment_id === paid?.paymentId)
  return payment !== undefined && (payment.surplus || payment.payment_status !== 'succeeded')
}

type Read = { orders: ConfirmingRow[]; payments: PaymentRow[]; holds: HoldRow[] }

/** Those that can be sold as they are: pending, with every place still held, and the payment the one that is open. */
function salesOf(confirmings: Ready[], { orders, payments, holds }: Read, now: Date): Map<number, Sale> {
  const holdsOf = Map.groupBy(holds, ({ basket_id }) => basket_id)
  const paymentsOf = Map.groupBy(payments, ({ order_id }) => order_id)
  const ordersById = new Map(orders.map((order) => [order.order_id, order]))
  const sales = new Map<number, Sale>()
  for (const { orderId, basketId, payment: paid, prepared: ready } of confirmings) {
    const row = ordersById.get(orderId)
    const held = holdsOf.get(basketId) ?? []
    if (row?.order_status !== 'pending' || row.basket_id !== basketId || sales.has(orderId)) continue
    const payment = (paymentsOf.get(orderId) ?? []).find((one) => one.payment_id === paid?.paymentId)
    if (paid ? payment?.open !== true : row.total_minor > 0) continue
    const complete =
      held.length === ready.lines.length && held.every((hold, index) => hold.places === ready.lines[index]?.places)
    if (!complete) continue
    const { basket_id: _basket, ...columns } = row
    const order = {
      ...columns,
      order_status: 'confirmed' as const,
      payment_method: payment ? methodOf(payment) : 'free',
      changed_at: now,
    }
    const seated = ready.lines.some((line) => line.reserved_seating)
    sales.set(orderId, { order, tickets: ticketsFor(order, ready, now), holds: held, payment, seated })
  }
  return sales
}

/** In the words of the order: who collected by hand says how, every other provider takes cards. */
export const methodOf = ({ provider, payment_method }: PaymentRow) =>
  provider === 'manual' ? (payment_method ?? 'manual') : 'card'

/** Characters, as the table counts them: an emoji cut in two is text that it does not take. */
const HOLDER_MAX = 200

export function ticketsFor(order: OrderRow, { lines, signed }: Prepared, now: Date): NewTicket[] {
  const name = [order.first_name, order.last_name].filter((part) => part !== null).join(' ')
  const holder = { name: name === '' ? null : [...name].slice(0, HOLDER_MAX).join(''), email: order.email_address }
  return lines.flatMap((line, place) => {
    const codes = signed[place] ?? []
    const ids = codes.map(({ ticketId }) => ticketId)
    return ticketsOfLine(line, ids, holder, now).map((ticket, index) => ({
      ...ticket,
      barcode: codes[index]?.barcode ?? null,
    }))
  })
}

async function sell(
  deps: Pick<Deps, 'clock'>,
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sales: Sale[],
  confirmings: Confirming[],
  known: CustomerRow[],
): Promise<Unsent[]> {
  const bought = sales.map(({ order }) => order)
  const fans = await upsertCustomers(orgId, tx, now, bought, known)
  for (const sale of sales) {
    sale.order.user_id = fans.get(foldEmail(sale.order.email_address ?? ''))?.row.user_id ?? null
  }
  const created = sales.flatMap(({ order: { order_id: orderId, email_address } }) => {
    const fan = fans.get(foldEmail(email_address ?? ''))
    return fan && fan.createdBy === orderId ? [{ orderId, userId: fan.row.user_id }] : []
  })
  const basketIds = [...new Set(sales.flatMap(({ holds }) => holds.map(({ basket_id }) => basket_id)))]
  if (sales.some(({ seated }) => seated)) await seatTickets(orgId, tx, basketIds, sales)
  const tickets = sales.flatMap((sale) => sale.tickets)
  const holds = sales.flatMap((sale) => sale.holds)
  const seated = tickets.filter((ticket) => ticket.seat_id !== null)
  // In this order: a seat is given to a ticket that is there, and the pool is locked last.
  return [
    confirmRows(orgId, tx, now, sales),
    takePayments(orgId, tx, now, sales, confirmings),
    checkOutBaskets(orgId, tx, now, basketIds),
    insertTickets(orgId, tx, now, tickets),
    ...(created.length > 0 ? [linkCreatedCustomers(orgId, tx, now, created)] : []),
    ...publishing(orgId, tx, deps.clock, completionMessages(sales, fans)),
    ...sellHeldPlaces(orgId, tx, basketIds, holds, seated, now),
    ...tellSoldOut(orgId, tx, deps.clock, holds),
  ]
}
