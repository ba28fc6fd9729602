import type { OrgId } from '../../access/principal.ts'
import { type NewInvoice, openInvoices } from '../../ledger/ledger/open-debts.ts'
import { isReader } from '../../payments/payments/provider.ts'
import { type Batch, finish, sendTogether } from '../../platform/batches/begin-batch.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  findOrdersWithTickets,
  type OrderRow,
  type OrderWithTickets,
  orderColumns,
  withTickets,
} from '../../tickets/orders/order.ts'
import { findMembershipsOfOrders } from '../../tickets/orders/order-memberships.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { type BasketMembershipRow, findBasketMemberships } from '../membership-sale/basket-memberships.ts'
import { type IssuedMember, issueMembers } from '../membership-sale/issue-members.ts'
import { openPlans } from '../membership-sale/open-plans.ts'
import { laterMinor } from '../membership-sale/plan.ts'
import { tellOfMembers } from '../membership-sale/tell-of-members.ts'
import { lockBuyers, upsertBuyers } from './buyers.ts'
import { isDebited, oweSubmitted, planDebited, storeMandates } from './confirm-debits.ts'
import { findRecipientsOf } from './document-recipients.ts'
import { seatTickets, ticketsOf } from './issue-tickets.ts'
import type { ConfirmedOrder, HoldRow, PaymentRow, SettledOrder } from './stages.ts'
import { storeConfirmed } from './store-confirmed.ts'

/**
 * What became of a settled order. `lost`: its places are gone, it was closed meanwhile, or another payment paid for it; nothing
 * was changed, and `rescue-order.ts` decides.
 */
export type Confirmation = { kind: 'confirmed'; order: OrderWithTickets } | { kind: 'lost' }

/** An order as it is under the lock, with the basket that it was drafted from. */
export type LockedOrder = OrderRow & { basket_id: string | null }

/**
 * The last stage of a sale, for many at once and in one commit: order confirmed, money on record, customer found or
 * made, tickets issued, places sold, messages written. Locks are taken in the order of docs/adr/0010, so the pool, which
 * all buyers want, comes late and is kept for the shortest time.
 */
export async function confirmOrders(
  deps: Pick<PlatformDeps, 'clock'>,
  orgId: OrgId,
  tx: Tx,
  settled: SettledOrder[],
): Promise<Batch<Confirmation[]>> {
  const now = deps.clock(orgId)
  const orderIds = [...new Set(settled.map(({ orderId }) => orderId))].sort((a, b) => a - b)
  const basketIds = settled.map(({ basketId }) => basketId)
  const { basketLocks, orders, payments, holds, buyers, recipients } = await sendTogether({
    basketLocks: lockBaskets(orgId, tx, basketIds),
    orders: lockOrders(orgId, tx, orderIds),
    payments: lockPayments(orgId, tx, orderIds),
    // In the order of the items, which is that of the order's lines. They cannot go while the basket's row is locked.
    holds: tx<HoldRow[]>`
      select h.basket_id, h.basket_item_id, h.price_category_id, h.price_id, h.places
      from holds h
      join basket_items i
        on i.org_id = h.org_id and i.basket_id = h.basket_id and i.basket_item_id = h.basket_item_id
      where h.org_id = ${orgId}
        and i.org_id = ${orgId}
        and h.basket_id = any (${basketIds}::uuid[])
        and h.expires_at is null
      order by h.basket_id, i.created_at, h.basket_item_id`,
    buyers: lockBuyers(orgId, tx, orderIds),
    recipients: findRecipientsOf(orgId, tx, orderIds),
  })
  const withMemberships = basketLocks.filter((row) => row.has_memberships).map(({ basket_id }) => basket_id)
  const memberships = withMemberships.length > 0 ? await findBasketMemberships(orgId, tx, withMemberships) : []
  const confirmed = sellable(settled, { orders, payments, holds, memberships }, now)
  const sold = [...confirmed.values()]
  const customers = await upsertBuyers(orgId, tx, now, sold, buyers, recipients)
  if (sold.some(isDebited)) await planDebited(orgId, tx, now, sold, memberships)
  const issued = await issueBought(orgId, tx, now, sold, settled, memberships)
  const seatedBaskets = settled
    .filter(({ orderId, lines }) => confirmed.has(orderId) && lines.some((line) => line.reserved_seating))
    .map(({ basketId }) => basketId)
  if (seatedBaskets.length > 0) await seatTickets(orgId, tx, seatedBaskets, sold)
  const orderById = new Map(
    withTickets(
      sold.map(({ order }) => order),
      sold.flatMap(({ tickets }) => tickets),
      sold.flatMap((sale) => sale.memberships),
    ).map((order) => [order.order_id, order]),
  )
  const confirmedIds = orders.filter((order) => order.order_status === 'confirmed').map((order) => order.order_id)
  const confirmedEarlier = confirmedIds.length > 0 ? await findOrdersWithTickets(orgId, tx, confirmedIds) : []
  const answer = settled.map(({ orderId, payment }): Confirmation => {
    const paidBy = confirmed.get(orderId)?.payment?.payment_id
    const order = orderById.get(orderId)
    if (order) return paidBy === payment?.paymentId ? { kind: 'confirmed', order } : { kind: 'lost' }
    const earlier = confirmedEarlier.find((candidate) => candidate.order_id === orderId)
    const paid = payments.find(({ payment_id }) => payment_id === payment?.paymentId)
    return earlier && !isSurplus(paid) ? { kind: 'confirmed', order: earlier } : { kind: 'lost' }
  })
  const invoices = sold.flatMap(({ order, payment }) => (payment ? [] : invoiceOf(order, issued)))
  if (invoices.length > 0) await openInvoices(orgId, tx, deps.clock, invoices)
  const last =
    sold.length > 0
      ? storeConfirmed(orgId, tx, { clock: deps.clock, now }, { confirmed: sold, settled, customers })
      : []
  if (issued.length === 0 && !sold.some(isDebited)) return { last, answer }
  // A plan is of a member who is there, and paid by what is on record.
  await finish({ last, answer })
  await oweSubmitted(orgId, tx, now, sold)
  const charged = sold.map(({ order, payment, settled: { payment: paid } }) => ({
    order,
    payment,
    means: paid?.means,
    isSubmitted: paid?.isSubmitted ?? false,
  }))
  const meansOf = await openPlans(orgId, tx, deps.clock, charged, issued)
  await storeMandates(orgId, tx, deps.clock, sold, meansOf)
  await tellOfMembers(orgId, tx, deps.clock, issued)
  return { last: [], answer }
}

/** What is owed for an order on an invoice; what plans leave for later days is opened with them. */
function invoiceOf(order: OrderRow, issued: IssuedMember[]): NewInvoice[] {
  const plannedMinor = issued
    .filter(({ orderId }) => orderId === order.order_id)
    .reduce((sum, { row }) => sum + laterMinor(row.plan), 0)
  const amountMinor = (order.owed_minor ?? 0) - plannedMinor
  return amountMinor > 0 ? [{ order, amountMinor }] : []
}

/** Members for the memberships of orders that are sold, in these orders. */
async function issueBought(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  sold: ConfirmedOrder[],
  settled: SettledOrder[],
  memberships: BasketMembershipRow[],
): Promise<IssuedMember[]> {
  if (memberships.length === 0) return []
  const basketOf = new Map(settled.map(({ orderId, basketId }) => [orderId, basketId]))
  const orders = sold.map((sale) => ({
    order: sale.order,
    memberships: memberships.filter(({ basket_id }) => basket_id === basketOf.get(sale.order.order_id)),
  }))
  const issued = await issueMembers(orgId, tx, now, orders)
  const rows = await findMembershipsOfOrders(
    orgId,
    tx,
    sold.map(({ order }) => order.order_id),
  )
  for (const sale of sold) sale.memberships = rows.filter(({ order_id }) => order_id === sale.order.order_id)
  return issued
}

export const lockOrders = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<LockedOrder[]>`
  select ${orderColumns(tx)}, basket_id
  from orders
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by order_id
  for no key update`

export const lockPayments = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<PaymentRow[]>`
  select payment_id, order_id, provider, payment_account_id, payment_method, payment_status, payment_means_id, amount_minor, surplus, mandate_version,
    payment_status in ('created', 'requires_action', 'processing', 'unknown') as open
  from payments
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by payment_id
  for no key update`

/** Money for an order that another payment has paid. */
const isSurplus = (payment: PaymentRow | undefined): boolean =>
  payment !== undefined && (payment.surplus || payment.payment_status !== 'succeeded')

type Rows = {
  orders: LockedOrder[]
  payments: PaymentRow[]
  holds: HoldRow[]
  memberships: BasketMembershipRow[]
}

/** Those that can be sold as they are: pending, with every place still held, and the payment the one that is open. */
function sellable(settled: SettledOrder[], rows: Rows, now: Date): Map<number, ConfirmedOrder> {
  const { memberships } = rows
  const holdsOf = Map.groupBy(rows.holds, ({ basket_id }) => basket_id)
  const payments = new Map(rows.payments.map((payment) => [payment.payment_id, payment]))
  const orders = new Map(rows.orders.map((order) => [order.order_id, order]))
  const confirmed = new Map<number, ConfirmedOrder>()
  for (const one of settled) {
    const { orderId, basketId, payment: paid, lines } = one
    const row = orders.get(orderId)
    if (row?.order_status !== 'pending' || row.basket_id !== basketId || confirmed.has(orderId)) continue
    const payment = paid ? payments.get(paid.paymentId) : undefined
    const isUnpaid = chargedMinorOf(row) > 0
    if (paid ? payment?.order_id !== orderId || !payment.open : isUnpaid) continue
    if (memberships.some((one) => one.basket_id === basketId && !one.holds_place)) continue
    const holds = holdsOf.get(basketId) ?? []
    const complete =
      holds.length === lines.length && holds.every(({ places }, index) => places === lines[index]?.places)
    if (!complete) continue
    const { basket_id: _basket, ...columns } = row
    const payment_method = paid?.mandate ? 'direct_debit' : payment ? methodOf(payment) : methodWithout(row)
    // What a debit collects is owed until it has.
    const owed_minor = paid?.isSubmitted ? row.total_minor - (row.credit_minor ?? 0) : row.owed_minor
    const order = { ...columns, owed_minor, order_status: 'confirmed' as const, payment_method, changed_at: now }
    confirmed.set(orderId, {
      order,
      tickets: ticketsOf(order, lines, now),
      memberships: [],
      holds,
      payment,
      settled: one,
    })
  }
  return confirmed
}

/** What is charged for an order with its checkout: neither what credit pays of it nor what is owed. */
export const chargedMinorOf = (order: Pick<OrderRow, 'total_minor' | 'credit_minor' | 'owed_minor'>): number =>
  order.total_minor - (order.credit_minor ?? 0) - (order.owed_minor ?? 0)

/** Of an order that no payment pays for now. */
const methodWithout = ({ owed_minor, credit_minor }: LockedOrder) => {
  if (owed_minor !== null) return 'invoice'
  return credit_minor === null ? 'free' : 'credit'
}

/** In the words of the order: who collected by hand says how, every other provider takes cards, online or by a reader. */
const methodOf = ({ provider, payment_method }: PaymentRow) => {
  if (provider === 'manual') return payment_method ?? 'manual'
  return isReader(payment_method) ? 'card_reader' : 'card'
}
