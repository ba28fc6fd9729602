import type { OrgId } from '../access/principal.ts'
import { findOffers, type OfferRow } from '../inventory/pool.ts'
import type { Tx } from '../kit/database.ts'
import type { ApiError } from '../kit/errors.ts'
import { findDiscounts } from './basket-discount.ts'
import { basketRefusal } from './basket-refusal.ts'
import { type Filling, needsOf, opened } from './fill-baskets.ts'
import { findBaskets } from './find-baskets.ts'
import { fitRefusal } from './grant-wishes.ts'
import { offerRefusal } from './offer-refusal.ts'
import { soldOut } from './stock.ts'
import { Tally } from './tally.ts'
import { refusalAt } from './wishes.ts'

/**
 * The end of an on-sale: thousands still try, and there is nothing left. One read without a lock answers a whole batch, as
 * long as nobody in it could be given anything; expired holds count as free. Undefined where somebody could.
 */
export async function refuseAll(orgId: OrgId, tx: Tx, now: Date, fillings: Filling[]): Promise<ApiError[] | undefined> {
  const { there, codes, priceIds } = needsOf(fillings)
  const [offers, rows, discounts] = await Promise.all([
    findOffers(orgId, tx, priceIds, { expiredBy: now }).execute(),
    there.length > 0 ? findBaskets(orgId, tx, there).execute() : [],
    codes.length > 0 ? findDiscounts(orgId, tx, codes, now) : new Map<string, never>(),
  ])
  const offerOf = new Map(offers.map((offer) => [offer.price_id, offer]))
  const baskets = new Map(rows.map((row) => [row.basket_id, { row }]))
  const refusals = fillings.flatMap((filling) => {
    const basket = filling.opening ? opened(filling, discounts, now) : baskets.get(filling.basketId)
    if (basket instanceof Error) return basket
    return basketRefusal(basket, now) ?? wishRefusal(basket?.row.event_id ?? null, filling, now, offerOf) ?? []
  })
  return refusals.length === fillings.length ? refusals : undefined
}

/** Of the first wish that does not fit beside those before it, in the words of whoever looks under the locks. */
function wishRefusal(
  eventOfBasket: number | null,
  filling: Filling,
  now: Date,
  offerOf: Map<number, OfferRow>,
): ApiError | null {
  const tally = new Tally()
  const before: { places: number }[] = []
  let eventId = eventOfBasket
  for (const wish of filling.wishes) {
    const offer = offerOf.get(wish.priceId)
    const refusal = offerRefusal(offer, now, filling) ?? fitRefusal(eventId, before, wish, offer)
    if (refusal || !offer) return refusal && refusalAt(wish, refusal)
    const places = wish.quantity * offer.tickets_included
    const left = tally.left(offer)
    if (places > left) return refusalAt(wish, soldOut(offer, left))
    tally.count(offer, places)
    before.push({ places })
    eventId = offer.event_id
  }
  return null
}
