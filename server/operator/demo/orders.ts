import type { OrgId } from '../../access/principal.ts'
import { forgetCounted } from '../../payments/figures/count-takings.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { addOrder } from './add-order.ts'
import { ensureDemoCustomers, findBuyers } from './customers.ts'
import { DEMO_NOW, type DemoOptions } from './days.ts'
import { drawOrder } from './draw-order.ts'
import { addDemoEvents, lastDemoEvent } from './events.ts'
import { seatGrandstand } from './grandstand.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { findOffersOf } from './offer.ts'
import { demoUuid } from './order.ts'
import { emptyTally, isFull, takePlaces, tallyOrder } from './tally.ts'
import { Writer, writeBlocks } from './writer.ts'

const ORDERS_AN_EVENT = 1000
const EVENTS_LEAST = 12
const CUSTOMERS_LEAST = 100

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
  const tally = emptyTally()
  const writer = new Writer(orgId)
  const rows = await writeBlocks(tx, writer, { first, count, onRows }, async (numbers) => {
    const buyerOf = await findBuyers(orgId, tx, numbers, customers)
    const offerOf = await findOffersOf(orgId, tx, numbers, events)
    const userIds = numbers.map((n) => buyerOf(n).user_id)
    const typesOf = await findMemberTypes(orgId, tx, userIds)
    for (const n of numbers) {
      const buyer = buyerOf(n)
      const memberTypes = typesOf(buyer.user_id)
      const order = drawOrder(n, { buyer, offer: offerOf(n), memberTypes, discountId, today })
      addOrder(writer, order)
      tallyOrder(tally, order)
    }
    if (isFull(tally)) await takePlaces(orgId, tx, tally)
  })
  await takePlaces(orgId, tx, tally)
  await seatGrandstand(orgId, tx, today)
  await forgetCounted(orgId, tx)
  return rows
}

async function ensureDemoEvents(orgId: OrgId, tx: Db, count: number, today: Date): Promise<number> {
  const last = await lastDemoEvent(orgId, tx)
  if (last > 0) return last
  await addDemoEvents(orgId, tx, count, { today })
  return count
}

/** A code for so much off everything. */
async function ensureDemoDiscount(orgId: OrgId, tx: Db, today: Date): Promise<number> {
  const { code, basisPoints } = HARBOUR_CITY.discount
  await tx`
    insert into discounts (org_id, code, basis_points, created_at, changed_at)
    values (${orgId}, ${code}, ${basisPoints}, ${today}, ${today})
    on conflict (org_id, lower(code)) do nothing`
  const [row] = await tx<{ discount_id: number }[]>`
    select discount_id
    from discounts
    where org_id = ${orgId}
      and lower(code) = lower(${code})`
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

/** The types of which a buyer is a paid member: what a members-only price asks for. */
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
