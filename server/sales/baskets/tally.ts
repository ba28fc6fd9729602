import { type OfferRow, placesLeftOf } from '../../programme/stock/pool.ts'

/** Places that have been given away of pools, and of the prices in them, since their offers were read. */
export class Tally {
  readonly #ofPool = new Map<number, number>()
  readonly #ofPrice = new Map<number, number>()

  count({ price_id, price_category_id }: OfferRow, places: number): void {
    this.#ofPool.set(price_category_id, (this.#ofPool.get(price_category_id) ?? 0) + places)
    this.#ofPrice.set(price_id, (this.#ofPrice.get(price_id) ?? 0) + places)
  }

  left({ price_id, price_category_id, pool_left, limit_left }: OfferRow): number {
    return placesLeftOf({
      pool_left: pool_left - (this.#ofPool.get(price_category_id) ?? 0),
      limit_left: limit_left === null ? null : limit_left - (this.#ofPrice.get(price_id) ?? 0),
    })
  }
}
