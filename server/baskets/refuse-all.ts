import type { OrgId } from '../access/principal.ts'
import { findOffer } from '../inventory/pool.ts'
import type { Tx } from '../kit/database.ts'
import type { Adding } from './add-items.ts'
import { basketRefusal } from './basket-refusal.ts'
import { findBaskets } from './find-baskets.ts'
import { offerRefusal } from './offer-refusal.ts'
import { soldOut } from './stock.ts'

/**
 * The end of an on-sale: thousands still try, and there is nothing left. One read without a lock answers a whole batch, as
 * long as nobody in it could be given anything; expired holds count as free. Undefined where somebody could.
 */
export async function refuseAll(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  priceId: number,
  addings: Adding[],
): Promise<Error[] | undefined> {
  const [[offer], rows] = await Promise.all([
    findOffer(orgId, tx, { now, expired: true }, priceId).execute(),
    findBaskets(orgId, tx, [...new Set(addings.map(({ basketId }) => basketId))]).execute(),
  ])
  const baskets = new Map(rows.map((row) => [row.basket_id, { row }]))
  const refusals = addings.map((adding) => {
    const { basketId, quantity } = adding
    const refusal = basketRefusal(baskets.get(basketId), now) ?? offerRefusal(offer, now, adding)
    if (refusal || !offer) return refusal
    return quantity * offer.tickets_included > offer.places_left ? soldOut(offer) : null
  })
  return refusals.every((refusal) => refusal !== null) ? (refusals as Error[]) : undefined
}
