import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { releaseCredit } from '../../ledger/ledger/release-credit.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import { forgetPurchases } from '../../people/sso/purchases.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { releaseHolds } from '../../programme/stock/release-holds.ts'
import { OrderRow, orderColumns, toOrder } from '../../tickets/orders/order.ts'
import { releaseMemberships } from '../membership-sale/hold-memberships.ts'

export const ExpiredOrderRow = Type.Object({ ...OrderRow.properties, discount_id: Nullable(Type.Integer()) })

/**
 * Ends open baskets for good: their places are free, and an order that waited for another card, after one was declined, has
 * expired with them. The caller has locked the baskets and knows that no payment is open.
 */
export async function closeBaskets(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  basketIds: string[],
  status: 'expired' | 'abandoned',
): Promise<void> {
  const now = clock(orgId)
  const closed = await tx<{ basket_id: string; has_memberships: boolean }[]>`
    update baskets
    set basket_status = ${status}, changed_at = ${now}
    where org_id = ${orgId}
      and basket_id = any (${basketIds}::uuid[])
    returning basket_id, has_memberships`
  const orders = await tx<Static<typeof ExpiredOrderRow>[]>`
    update orders o
    set order_status = 'expired', closed_at = ${now}, changed_at = ${now}, owed_minor = null, paid_minor = null,
      (first_name, last_name, email_address, mobile_number, postcode, answers) = (
        select o.first_name, o.last_name, o.email_address, o.mobile_number, o.postcode, o.answers
        where ${customerIsThere(orgId, tx)}
      )
    where o.org_id = ${orgId}
      and o.basket_id = any (${basketIds}::uuid[])
      and o.order_status = 'pending'
    returning ${orderColumns(tx)}, discount_id`
  const forgotten = orders.filter((order) => order.user_id !== null && order.email_address === null)
  if (forgotten.length > 0) {
    const orderIds = forgotten.map(({ order_id }) => order_id)
    await forgetPurchases(orgId, tx, orderIds)
    await tx`
      update order_lines
      set holders = null
      where org_id = ${orgId}
        and order_id = any (${orderIds}::bigint[])`
  }
  for (const { order_id, credit_minor } of orders)
    if (credit_minor !== null) await releaseCredit(orgId, tx, clock, order_id)
  await giveUsesBack(
    orgId,
    tx,
    orders.flatMap(({ discount_id }) => (discount_id === null ? [] : [discount_id])),
  )
  await publishAll(
    orgId,
    tx,
    clock,
    orders.map((order) => ({ type: 'order.expired', data: { order: toOrder(order) } })),
  )
  const withMemberships = closed.filter(({ has_memberships }) => has_memberships)
  // Types of memberships are locked before pools.
  if (withMemberships.length > 0) {
    await releaseMemberships(
      orgId,
      tx,
      now,
      withMemberships.map(({ basket_id: basketId }) => ({ basketId })),
    )
  }
  await releaseHolds(
    orgId,
    tx,
    basketIds.map((basketId) => ({ basketId })),
  )
}

/** An order that is not paid has a customer only where that customer was erased meanwhile: no row, and all becomes null. */
const customerIsThere = (orgId: OrgId, tx: Tx) => tx`not exists (
          select 1
          from customers c
          where c.org_id = ${orgId}
            and c.user_id = o.user_id
            and c.erased_at is not null
        )`

/** In the order of their ids, as those who take them lock them. */
export async function giveUsesBack(orgId: OrgId, tx: Tx, discountIds: number[]): Promise<void> {
  const uses = [...Map.groupBy(discountIds, (id) => id)].sort(([a], [b]) => a - b)
  for (const [id, used] of uses) {
    await tx`
      update discounts
      set used = used - ${used.length}
      where org_id = ${orgId}
        and discount_id = ${id}`
  }
}
