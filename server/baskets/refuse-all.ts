import type { OrgId } from '../access/principal.ts'
import { findOffers, type OfferRow } from '../inventory/pool.ts'
import type { Tx } from '../kit/database.ts'
import type { ApiError } from '../kit/errors.ts'
import { basketRefusal } from './basket-refusal.ts'
import type { Filling } from './fill-baskets.ts'
import { findBaskets } from './find-baskets.ts'
import { offerRefusal } from './offer-refusal.ts'
import { soldOut } from './stock.ts'
import { Tally } from './tally.ts'
import { refusalAt } from './wishes.ts'

/**
 * The end of an on-sale: thousands still try, and there is nothing left. One read without a lock answers a whole batch, as
 * long as nobody in it could be given anything; expired holds count as free. Undefined where somebody could.
 */
export async function refuseAll(orgId: OrgId, tx: Tx, now: Date, fillings: Filling[]): Promise<ApiError[] | undefined> {
  const priceIds = new Set(fillings.flatMap(({ wishes }) => wishes.map(({ priceId }) => priceId)))
  const there = new Set(fillings.flatMap(({ opening, basketId }) => (opening ? [] : [basketId])))
  const [offers, rows] = await Promise.all([
    findOffers(orgId, tx, [...priceIds], { expiredBy: now }).execute(),
    there.size > 0 ? findBaskets(orgId, tx, [...there]).execute() : [],
  ])
  const offerOf = new Map(offers.map((offer) => [offer.price_id, offer]))
  const baskets = new Map(rows.map((row) => [row.basket_id, { row }]))
  const refusals = fillings.flatMap((filling) => {
    const refusal = filling.opening ? null : basketRefusal(baskets.get(filling.basketId), now)
    return refusal ?? wishRefusal(filling, now, offerOf) ?? []
  })
  return refusals.length === fillings.length ? refusals : undefined
}

/** Of the first wish that does not fit beside those before it. */
function wishRefusal(filling: Filling, now: Date, offerOf: Map<number, OfferRow>): ApiError | null {
  const tally = new Tally()
  for (const wish of filling.wishes) {
    const offer = offerOf.get(wish.priceId)
    const refusal = offerRefusal(offer, now, filling)
    if (refusal || !offer) return refusal && refusalAt(wish, refusal)
    const places = wish.quantity * offer.tickets_included
    const left = tally.left(offer)
    if (places > left) return refusalAt(wish, soldOut(offer, left))
    tally.count(offer, places)
  }
  return null
}
