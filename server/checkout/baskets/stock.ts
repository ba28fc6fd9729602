import type { OrgId } from '../../access/principal.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { chooseSeats, notSideBySide, SeatsOfBatch } from '../../programme/stock/choose-seats.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { findOffers, type OfferRow, placesLeftOf } from '../../programme/stock/pool.ts'
import { reclaimExpiredHolds } from '../../programme/stock/reclaim-expired-holds.ts'
import type { RequestedItem } from './requested-items.ts'

/** What a requested item was given. */
export type StockTaken = { offer: OfferRow; places: number; seatIds: number[] }

/** What is left of pools, and of the prices in them, while a batch is being granted under the locks of those pools. */
export class Stock {
  readonly #at: { orgId: OrgId; tx: Tx; now: Date }
  readonly #offers: Map<number, OfferRow>
  readonly #reclaimed = new Set<number>()
  readonly #tally = new Tally()
  readonly #seats = new SeatsOfBatch()

  private constructor(orgId: OrgId, tx: Tx, now: Date, offers: OfferRow[]) {
    this.#at = { orgId, tx, now }
    this.#offers = new Map(offers.map((offer) => [offer.price_id, offer]))
  }

  /** Seats of expired holds are claimed until they are reclaimed, so with seats that comes first. */
  static async of(orgId: OrgId, tx: Tx, now: Date, offers: OfferRow[]): Promise<Stock> {
    const stock = new Stock(orgId, tx, now, offers)
    for (const offer of offers) {
      if (offer.has_seats) await stock.#reclaim(offer)
    }
    return stock
  }

  offer(priceId: number): OfferRow | undefined {
    return this.#offers.get(priceId)
  }

  #left({ price_id }: OfferRow): number {
    const offer = this.#offers.get(price_id)
    return offer ? this.#tally.left(offer) : 0
  }

  /** Gives a pool what expired holds still count as held. Once a batch is enough: the clock stands still in it. */
  async #reclaim({ price_category_id }: OfferRow): Promise<void> {
    const { orgId, tx, now } = this.#at
    if (this.#reclaimed.has(price_category_id)) return
    this.#reclaimed.add(price_category_id)
    await reclaimExpiredHolds(orgId, tx, price_category_id, now)
    for (const { price_id, pool_left, limit_left } of await findOffers(orgId, tx, [...this.#offers.keys()])) {
      const before = this.#offers.get(price_id)
      // What it costs stays what those before in this batch were told.
      if (before) this.#offers.set(price_id, { ...before, pool_left, limit_left })
    }
  }

  /**
   * The requested items of one request, in which the best seats of a category are one row's where a row has room for all of them: an adult and
   * three children sit together. Where none has, each price does.
   */
  async together(requestedItems: RequestedItem[]): Promise<RequestedItem[]> {
    // Seats that are named are given first.
    if (requestedItems.length < 2 || requestedItems.some(({ seats }) => Array.isArray(seats))) return requestedItems
    const party = (requestedItem: RequestedItem) => {
      const offer = this.#offers.get(requestedItem.priceId)
      return requestedItem.seats === 'best' && offer?.has_seats
        ? `${offer.price_category_id} ${requestedItem.sectionId}`
        : ''
    }
    let seated = requestedItems
    for (const [name, members] of Map.groupBy(requestedItems, party)) {
      if (name !== '' && members.length > 1) seated = await this.#seatParty(members, seated)
    }
    return seated
  }

  async #seatParty(members: RequestedItem[], requestedItems: RequestedItem[]): Promise<RequestedItem[]> {
    const { orgId, tx } = this.#at
    const [offer] = members.flatMap(({ priceId }) => this.#offers.get(priceId) ?? [])
    if (!offer) return requestedItems
    const placesOf = ({ priceId, quantity }: RequestedItem) =>
      quantity * (this.#offers.get(priceId)?.tickets_included ?? 1)
    const places = members.reduce((sum, member) => sum + placesOf(member), 0)
    const requestedSeats = { seatIds: null, places, sectionId: members[0]?.sectionId ?? null }
    const seatIds = await chooseSeats(orgId, tx, offer, requestedSeats, this.#seats)
    if (seatIds instanceof Error) return requestedItems
    return requestedItems.map((each) =>
      members.includes(each) ? { ...each, seats: seatIds.splice(0, placesOf(each)) } : each,
    )
  }

  async take(offer: OfferRow, requestedItem: RequestedItem): Promise<StockTaken | ApiError> {
    const { orgId, tx } = this.#at
    const places = requestedItem.quantity * offer.tickets_included
    if (places > this.#left(offer)) await this.#reclaim(offer)
    const left = this.#left(offer)
    const seats = {
      seatIds: Array.isArray(requestedItem.seats) ? requestedItem.seats : null,
      places,
      sectionId: requestedItem.sectionId,
    }
    if (places > left && offer.has_seats && requestedItem.seats === 'best')
      return notSideBySide(orgId, tx, offer, seats, this.#seats, left)
    if (places > left) return soldOut(offer, left)
    const seatIds = offer.has_seats ? await chooseSeats(orgId, tx, offer, seats, this.#seats) : []
    if (seatIds instanceof Error) return seatIds
    for (const seatId of seatIds) this.#seats.chosen.add(seatId)
    this.#tally.count(offer, places)
    return { offer, places, seatIds }
  }

  putBack({ offer, places, seatIds }: StockTaken): void {
    for (const seatId of seatIds) this.#seats.chosen.delete(seatId)
    this.#tally.count(offer, -places)
  }
}

/** `available` counts units of the price. */
export const soldOut = ({ tickets_included }: OfferRow, left: number): ApiError =>
  new StockError('sold_out', { available: Math.max(0, Math.floor(left / tickets_included)) })

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
