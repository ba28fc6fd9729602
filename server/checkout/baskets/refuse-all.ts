import type { OrgId } from '../../access/principal.ts'
import { sendTogether } from '../../platform/batches/begin-batch.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { findOffers, type OfferRow } from '../../programme/stock/pool.ts'
import { discountsByCode, findDiscounts } from './basket-discount.ts'
import { basketRefusal } from './basket-state.ts'
import { type BasketRequest, discountToOpen, needsOf } from './fill-baskets.ts'
import type { BasketRow } from './find-baskets.ts'
import { fitRefusal, offerRefusal, type UnitsOfPrice } from './item-rules.ts'
import { refusalAt } from './requested-items.ts'
import { soldOut, Tally } from './stock.ts'

/**
 * The end of an on-sale: thousands still try, and there is nothing left. One read without a lock answers a whole batch, as
 * long as no buyer in it could be given anything; expired holds count as free. Undefined where one could.
 */
export async function refuseAll(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  basketRequests: BasketRequest[],
): Promise<ApiError[] | undefined> {
  const { basketIds, codes, priceIds } = needsOf(basketRequests)
  const read = await sendTogether({
    offers: findOffers(orgId, tx, priceIds, { expiredBy: now }),
    outlines: basketIds.length > 0 ? findOutlines(orgId, tx, basketIds) : undefined,
    discounts: codes.length > 0 ? findDiscounts(orgId, tx, codes) : undefined,
  })
  const discounts = discountsByCode(read.discounts ?? [], codes, now)
  const offerOf = new Map(read.offers.map((offer) => [offer.price_id, offer]))
  const baskets = new Map((read.outlines ?? []).map((row) => [row.basket_id, { row }]))
  const refusals = basketRequests.flatMap((basketRequest) => {
    if (basketRequest.opening) {
      const discount = discountToOpen(basketRequest, discounts)
      return discount instanceof Error ? discount : (itemRefusal(NOTHING, basketRequest, now, offerOf) ?? [])
    }
    const basket = baskets.get(basketRequest.basketId)
    return basketRefusal(basket, now) ?? itemRefusal(basket?.row ?? NOTHING, basketRequest, now, offerOf) ?? []
  })
  return refusals.length === basketRequests.length ? refusals : undefined
}

/** Of the first requested item that does not fit beside those before it, in the words of the look under the locks. */
function itemRefusal(
  basket: { event_id: number | null; items?: number[][] },
  basketRequest: BasketRequest,
  now: Date,
  offerOf: Map<number, OfferRow>,
): ApiError | null {
  const tally = new Tally()
  const before: UnitsOfPrice[] = (basket.items ?? []).map(([price_id = 0, quantity = 0, places = 0]) => ({
    price_id,
    quantity,
    places,
  }))
  let eventId = basket.event_id
  for (const requestedItem of basketRequest.requestedItems) {
    const offer = offerOf.get(requestedItem.priceId)
    const refusal =
      offerRefusal(offer, now, basketRequest) ??
      // Whether it goes with memberships of another currency, the locks tell.
      fitRefusal({ ...NO_MEMBERSHIPS, event_id: eventId }, before, requestedItem, offer as OfferRow, basketRequest)
    if (refusal || !offer) return refusal && refusalAt(requestedItem, refusal)
    const places = requestedItem.quantity * offer.tickets_included
    const left = tally.left(offer)
    const asksSideBySide = offer.has_seats && requestedItem.seats === 'best' && left > 0
    if (places > left && !asksSideBySide) return refusalAt(requestedItem, soldOut(offer, left))
    // Whether the seats can be had, and how many side by side, only the locks tell.
    if (offer.has_seats) return null
    tally.count(offer, places)
    before.push({ price_id: offer.price_id, quantity: requestedItem.quantity, places })
    eventId = offer.event_id
  }
  return null
}

const NOTHING = { event_id: null }
const NO_MEMBERSHIPS = { currency: null, has_memberships: false }

type Outline = Pick<
  BasketRow,
  'basket_id' | 'basket_status' | 'event_id' | 'order_id' | 'order_status' | 'expires_at'
> & {
  /** Of each item its price, its quantity and its places. */
  items: number[][]
}

/** No more of a basket than a refusal needs. One without an event has no items to look for. */
const findOutlines = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<Outline[]>`
  select b.basket_id, b.basket_status, b.event_id, o.order_id, o.order_status, b.expires_at,
    case when b.event_id is null then '{}' else array(
      select array[i.price_id, i.quantity, i.places]
      from basket_items i
      where i.org_id = ${orgId}
        and i.basket_id = b.basket_id
    ) end as items
  from baskets b
  left join orders o on o.org_id = b.org_id and o.basket_id = b.basket_id
  where b.org_id = ${orgId}
    and b.basket_id = any (${basketIds}::uuid[])`
