import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { forgetCounted } from '../../sales/figures/count-takings.ts'
import { blocksOf, copyTables, drawIds, refreshStatistics } from './bulk.ts'
import { findBuyers } from './buyers.ts'
import { ensureDemoCustomers } from './demo-customers.ts'
import { DEMO_NOW, type DemoOptions } from './demo-day.ts'
import { addDemoEvents, lastDemoEvent } from './demo-events.ts'
import { seatDemoTickets } from './demo-stand.ts'
import { findDemoOffers } from './offers.ts'
import { orderOf } from './order-of.ts'
import { demoUuid, lineRow, orderRow, type PlacedOrder, paymentRow, refundRow, ticketRow } from './order-rows.ts'
import { emptyTally, isFull, takePlaces, tallyOrders } from './take-places.ts'

const TABLES = ['orders', 'order_lines', 'payments', 'refunds', 'tickets'] as const
const ORDERS_AN_EVENT = 1000
const EVENTS_LEAST = 12
const CUSTOMERS_LEAST = 100
const DISCOUNT_CODE = 'DEMO10'

/** Adds so many orders, with tickets and payments, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoOrders(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows }: DemoOptions = {},
): Promise<number> {
  const customers = await ensureDemoCustomers(orgId, tx, Math.max(CUSTOMERS_LEAST, Math.ceil(count / 2)), today)
  const events = await ensureDemoEvents(orgId, tx, Math.max(EVENTS_LEAST, Math.ceil(count / ORDERS_AN_EVENT)), today)
  const discountId = await ensureDemoDiscount(orgId, tx, today)
  const first = (await lastDemoOrder(orgId, tx)) + 1
  let rows = 0
  let blocks = 0
  const tally = emptyTally()
  for (const numbers of blocksOf(first, count)) {
    const orders = await placeOrders(orgId, tx, numbers, { customers, events, discountId, today })
    rows += await copyOrders(orgId, tx, orders)
    tallyOrders(tally, orders)
    if (isFull(tally)) await takePlaces(orgId, tx, tally)
    blocks += 1
    if (count > numbers.length) await refreshStatistics(tx, TABLES, blocks)
    onRows?.(numbers.length)
  }
  await takePlaces(orgId, tx, tally)
  await seatDemoTickets(orgId, tx, today)
  await forgetCounted(orgId, tx)
  return rows
}

async function ensureDemoEvents(orgId: OrgId, tx: Db, count: number, today: Date): Promise<number> {
  const last = await lastDemoEvent(orgId, tx)
  if (last > 0) return last
  await addDemoEvents(orgId, tx, count, { today })
  await refreshStatistics(tx, ['events', 'price_categories', 'prices'], 1)
  return count
}

/** A code for ten per cent off everything. */
async function ensureDemoDiscount(orgId: OrgId, tx: Db, today: Date): Promise<number> {
  await tx`
    insert into discounts (org_id, code, basis_points, created_at, changed_at)
    values (${orgId}, ${DISCOUNT_CODE}, 1000, ${today}, ${today})
    on conflict (org_id, lower(code)) do nothing`
  const [row] = await tx<{ discount_id: number }[]>`
    select discount_id
    from discounts
    where org_id = ${orgId}
      and lower(code) = lower(${DISCOUNT_CODE})`
  if (!row) throw new Error('the demo discount was not made')
  return row.discount_id
}

/** The number of the last one; the first has 1. */
async function lastDemoOrder(orgId: OrgId, tx: Db): Promise<number> {
  const [row] = await tx<{ order_uuid: string }[]>`
    select order_uuid
    from orders
    where org_id = ${orgId}
      and order_uuid between ${demoUuid(0)} and ${demoUuid(2 ** 48 - 1)}
    order by order_uuid desc
    limit 1`
  return row ? Number.parseInt(row.order_uuid.slice(-12), 16) : 0
}

type Setting = { customers: number; events: number; discountId: number; today: Date }

async function placeOrders(orgId: OrgId, tx: Db, numbers: number[], setting: Setting): Promise<PlacedOrder[]> {
  const { customers, events, discountId, today } = setting
  const buyerOf = await findBuyers(orgId, tx, numbers, customers)
  const offerOf = await findDemoOffers(orgId, tx, numbers, events)
  const typesOf = await findMemberTypes(
    orgId,
    tx,
    numbers.map((n) => buyerOf(n).user_id),
  )
  const drafts = numbers.map((n) => {
    const buyer = buyerOf(n)
    const offer = offerOf(n)
    return { ...orderOf(n, offer, typesOf(buyer.user_id), today), n, buyer, offer, discountId }
  })
  const ids = await drawIds(tx, {
    orders: drafts.length,
    order_lines: drafts.reduce((sum, { lines }) => sum + lines.length, 0),
    payments: drafts.filter(isPaid).length,
    refunds: drafts.filter(isRefunded).length,
  })
  return drafts.map((draft) => ({
    ...draft,
    orderId: ids.orders(),
    lineIds: draft.lines.map(() => ids.order_lines()),
    paymentId: isPaid(draft) ? ids.payments() : null,
    refundId: isRefunded(draft) ? ids.refunds() : null,
  }))
}

const isPaid = ({ confirmedAt }: { confirmedAt: Date | null }) => confirmedAt !== null
const isRefunded = ({ refundedMinor }: { refundedMinor: number }) => refundedMinor > 0

/** The types of which somebody is a paid member: what a members-only price asks for. */
async function findMemberTypes(orgId: OrgId, tx: Db, userIds: number[]): Promise<(userId: number) => Set<number>> {
  const rows = await tx<{ user_id: number; membership_type_id: number }[]>`
    select user_id, membership_type_id
    from members
    where org_id = ${orgId}
      and user_id = any(${userIds}::bigint[])
      and membership_member_status_id = ${memberStatus.paid}
      and membership_type_id is not null`
  const types = new Map<number, Set<number>>()
  for (const { user_id, membership_type_id } of rows) {
    types.set(user_id, (types.get(user_id) ?? new Set()).add(membership_type_id))
  }
  const none = new Set<number>()
  return (userId) => types.get(userId) ?? none
}

function copyOrders(orgId: OrgId, tx: Db, orders: PlacedOrder[]): Promise<number> {
  const rowsOf = {
    orders: orders.map((order) => orderRow(orgId, order)),
    order_lines: orders.flatMap((order) => order.lines.map((line, at) => lineRow(orgId, order, line, at))),
    payments: orders.filter(isPaid).map((order) => paymentRow(orgId, order)),
    refunds: orders.filter(isRefunded).map((order) => refundRow(orgId, order)),
    tickets: orders.flatMap((order) =>
      order.lines.flatMap((line, at) => line.tickets.map((ticket) => ticketRow(orgId, order, line, at, ticket))),
    ),
  }
  return copyTables(tx, rowsOf)
}
