import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { holdPlaces, insertHolds, prolongHolds } from '../../programme/stock/holds.ts'
import { findOffers, lockPoolsOf, placesLeftOf } from '../../programme/stock/pool.ts'
import { reclaimExpiredHolds } from '../../programme/stock/reclaim-expired-holds.ts'
import { type BasketItemRow, findBasketItems } from '../baskets/find-baskets.ts'
import { findBasketMemberships } from '../membership-sale/basket-memberships.ts'
import type { LockedOrder } from '../sale/confirm-orders.ts'
import { capRefusals, isCapped } from '../sale/customer-caps.ts'
import { type LiveEvent, lockLiveEvents } from '../sale/draft-orders.ts'
import { findPurchaser } from '../sale/find-bought.ts'
import { isForMembers, memberRefusals } from '../sale/member-refusals.ts'
import type { PaymentRow } from '../sale/stages.ts'
import type { SettleDeps } from './settle-deps.ts'

type Lost = { order: LockedOrder; basketId: string; payment: PaymentRow | undefined }

/** Why an order cannot be sold after all. */
export const PLACES_GONE = 'The places were gone'
const NOT_ON_SALE = 'The event was no longer on sale'
const CAP_REACHED = 'The customer had bought as many as one may have'
const NOT_FOR_MEMBER = 'The member could not buy this price any more'
const DISCOUNT_USED_UP = 'The discount code was used up'

class Refused extends Error {}

/**
 * Puts an order back into the state in which it can be confirmed, with all its places held, or leaves everything as it was
 * and answers why. Seats and memberships are not taken again: which and whose they were is forgotten with the hold.
 */
export async function takePlacesAgain(deps: SettleDeps, orgId: OrgId, tx: Tx, lost: Lost): Promise<string | undefined> {
  if (lost.order.order_status !== 'pending' && lost.order.order_status !== 'expired') {
    return `The order was ${lost.order.order_status}`
  }
  const now = deps.clock(orgId)
  const [event] = await lockLiveEvents(orgId, tx, now, [lost.basketId])
  if (!event && lost.order.event_id !== null) return NOT_ON_SALE
  if (!(await areMembershipsHeld(orgId, tx, lost.basketId))) return PLACES_GONE
  try {
    await tx.savepoint(async (inner) => {
      const items = await findBasketItems(orgId, inner, [lost.basketId])
      if (event && !isCounted(lost)) await countAgain(orgId, inner, now, lost, event, items)
      // A discount is locked before a pool; and holds that are there still must not be reclaimed with the expired ones.
      await reopen(orgId, inner, now, lost)
      await Promise.all(prolongHolds(orgId, inner, [{ basketId: lost.basketId, expiresAt: null }]))
      // All at once, in the order of their ids, as every caller that needs several pools locks them.
      await lockPoolsOf(
        orgId,
        inner,
        items.map(({ price_id }) => price_id),
      )
      for (const item of await withoutHold(orgId, inner, lost.basketId, items)) await takeAgain(orgId, inner, now, item)
    })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.message
    if (isOverused(error)) return DISCOUNT_USED_UP
    throw error
  }
}

const areMembershipsHeld = async (orgId: OrgId, tx: Tx, basketId: string): Promise<boolean> => {
  const memberships = await findBasketMemberships(orgId, tx, [basketId])
  return memberships.every(({ holds_place }) => holds_place)
}

/** An order counts for its customer while it is being paid: not once it has expired, nor while its payment is called failed. */
const isCounted = ({ order, payment }: Lost) => order.order_status === 'pending' && (payment?.open ?? true)

/** An order that did not count: its customer may have bought the rest of what they can have since. */
async function countAgain(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { order, basketId }: Lost,
  { event_id: eventId, max_per_customer: eventCap }: LiveEvent,
  items: BasketItemRow[],
): Promise<void> {
  const { order_id: orderId, email_address: email, sales_channel } = order
  // A member's order counts until it expires.
  if (order.order_status === 'expired' && isForMembers({ items })) {
    // Whose order it is stands with its basket, also where a token had proven it.
    const sale = { orderId, basketId, eventId, provenUserId: null, redrafted: true, items, membershipTypes: [] }
    const [refusal] = await memberRefusals(orgId, tx, now, [sale])
    if (refusal) throw new Refused(NOT_FOR_MEMBER)
  }
  if (sales_channel === 'boxoffice' || !isCapped({ eventCap, items })) return
  const fan = await findPurchaser(orgId, tx, orderId)
  const [refusal] = await capRefusals(orgId, tx, now, [{ orderId, basketId, eventId, eventCap, email, fan, items }])
  if (refusal) throw new Refused(CAP_REACHED)
}

/** The discount's last use went to another buyer when this order expired. */
const isOverused = (error: unknown) =>
  (error as { constraint_name?: unknown }).constraint_name === 'discounts_not_overused'

async function withoutHold(orgId: OrgId, tx: Tx, basketId: string, items: BasketItemRow[]): Promise<BasketItemRow[]> {
  const holds = await tx<{ basket_item_id: number }[]>`
    select basket_item_id
    from holds
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  const held = new Set(holds.map(({ basket_item_id }) => basket_item_id))
  return items.filter(({ basket_item_id }) => !held.has(basket_item_id))
}

/** The caller has locked the pool. */
async function takeAgain(orgId: OrgId, tx: Tx, now: Date, item: BasketItemRow): Promise<void> {
  await reclaimExpiredHolds(orgId, tx, item.price_category_id, now)
  const [offer] = await findOffers(orgId, tx, [item.price_id])
  if (!offer || offer.reserved_seating || item.places > placesLeftOf(offer)) throw new Refused(PLACES_GONE)
  const pool = { priceCategoryId: item.price_category_id, priceId: item.price_id, limited: offer.limit_places !== null }
  const { basket_id: basketId, basket_item_id: basketItemId, places } = item
  // Paid for: no address holds them for nothing.
  const hold = { basketId, basketItemId, places, expiresAt: null, addressHash: null }
  await Promise.all([...holdPlaces(orgId, tx, pool, item.places), insertHolds(orgId, tx, now, pool, [hold])])
}

async function reopen(orgId: OrgId, tx: Tx, now: Date, { order, basketId, payment }: Lost): Promise<void> {
  if (order.order_status === 'expired') {
    await tx`
      update discounts d
      set used = d.used + 1
      from orders o
      where d.org_id = ${orgId}
        and o.org_id = ${orgId}
        and o.order_id = ${order.order_id}
        and d.discount_id = o.discount_id`
  }
  await tx`
    update orders
    set order_status = 'pending', closed_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${order.order_id}`
  await tx`
    update baskets
    set basket_status = 'paying', changed_at = ${now}
    where org_id = ${orgId}
      and basket_id = ${basketId}`
  if (!payment || payment.open) return
  await tx`
    update payments
    set payment_status = 'unknown', failure_code = null, decline_code = null, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${payment.payment_id}`
}
