import type { OrgId } from '../access/principal.ts'
import { chooseSeats } from '../inventory/choose-seats.ts'
import { findOffer, type OfferRow } from '../inventory/pool.ts'
import { reclaimExpiredHolds } from '../inventory/reclaim-expired-holds.ts'
import type { Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import type { Adding } from './add-items.ts'

/** What is left of the pool while a batch is being granted. */
export class Stock {
  offer: OfferRow | undefined
  readonly #chosen = new Set<number>()
  readonly #at: { orgId: OrgId; tx: Tx; now: Date }
  #reclaimed = false

  constructor(orgId: OrgId, tx: Tx, now: Date, offer: OfferRow | undefined) {
    this.#at = { orgId, tx, now }
    this.offer = offer
  }

  /** Gives the pool what expired holds still count as held. Once a batch is enough: the clock stands still in it. */
  async reclaim(): Promise<void> {
    const { orgId, tx, now } = this.#at
    if (!this.offer || this.#reclaimed) return
    this.#reclaimed = true
    const before = this.offer
    await reclaimExpiredHolds(orgId, tx, before.price_category_id, now)
    const [after] = await findOffer(orgId, tx, { now, expired: false }, before.price_id)
    const taken = this.#taken
    this.offer = after && { ...after, places_left: after.places_left - taken }
  }

  #taken = 0

  /** The seats that it got; none in a pool without seats. */
  async take(adding: Adding, places: number, seated: boolean): Promise<number[] | ApiError> {
    const { orgId, tx } = this.#at
    if (this.offer && places > this.offer.places_left) await this.reclaim()
    const { offer } = this
    if (!offer || places > offer.places_left) return soldOut(offer)
    const wish = {
      seatIds: Array.isArray(adding.seats) ? adding.seats : null,
      places,
      sectionId: adding.sectionId ?? null,
    }
    const seatIds = seated ? await chooseSeats(orgId, tx, offer, wish, this.#chosen) : []
    if (seatIds instanceof Error) return seatIds
    for (const seatId of seatIds) this.#chosen.add(seatId)
    this.#taken += places
    this.offer = { ...offer, places_left: offer.places_left - places }
    return seatIds
  }
}

export const soldOut = (offer: OfferRow | undefined): ApiError =>
  new ApiError('sold_out', {
    available: Math.max(0, Math.floor((offer?.places_left ?? 0) / (offer?.tickets_included ?? 1))),
  })
