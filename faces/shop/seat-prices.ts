import { groupBy } from '../kit/group-by.ts'
import type { ChosenSeats, Wishes } from './prices.ts'

type Offer = {
  price_id: number
  price_category_id: number
  tickets_included: number
  membership_type_id: number | null
  status: string
}
type Seat = { id: number; categoryId: number | null }

/** The price that was chosen for a seat, by the seat's id. */
export type SeatKinds = Record<number, number>

/** Prices at which a single seat of the category is sold now. */
export const kindsOf = <T extends Offer>(offers: T[], categoryId: number | null): T[] =>
  offers.filter(
    (offer) => offer.price_category_id === categoryId && offer.status === 'active' && offer.tickets_included === 1,
  )

/** The first of them that everybody can have. */
export const openKind = <T extends Offer>(offers: T[], categoryId: number | null): T | undefined =>
  kindsOf(offers, categoryId).find(({ membership_type_id }) => membership_type_id === null)

/**
 * Which price each chosen seat is sold at. One that was chosen for the seat comes first. A buyer who wished two adults and a child gets them
 * where the seats are; a seat in another part of the ground than was wished is sold at the first price that everybody can have there. Seats
 * keep the order in which they were chosen.
 */
export function pricesOfSeats(
  seats: Seat[],
  offers: Offer[],
  wishes: Wishes,
  kinds: SeatKinds = {},
): { wishes: Wishes; chosen: ChosenSeats } {
  const chosen: ChosenSeats = {}
  for (const [categoryId, inCategory] of groupBy(seats, (seat) => seat.categoryId)) {
    const onOffer = offers.filter((offer) => offer.price_category_id === categoryId && offer.status === 'active')
    const kindOf = ({ id }: Seat) => kindsOf(onOffer, categoryId).find(({ price_id }) => price_id === kinds[id])
    for (const seat of inCategory) {
      const kind = kindOf(seat)
      if (kind) chosen[kind.price_id] = [...(chosen[kind.price_id] ?? []), seat.id]
    }
    const left = inCategory.filter((seat) => !kindOf(seat)).map(({ id }) => id)
    for (const { price_id, tickets_included } of onOffer) {
      const tickets = Math.min((wishes[price_id] ?? 0) * tickets_included, left.length)
      const whole = tickets - (tickets % tickets_included)
      if (whole > 0) chosen[price_id] = [...(chosen[price_id] ?? []), ...left.splice(0, whole)]
    }
    const open = openKind(onOffer, categoryId)
    if (open && left.length > 0) chosen[open.price_id] = [...(chosen[open.price_id] ?? []), ...left]
  }
  const units = Object.entries(chosen).map(([priceId, ids]) => {
    const included = offers.find(({ price_id }) => price_id === Number(priceId))?.tickets_included ?? 1
    return [Number(priceId), ids.length / included]
  })
  return { wishes: Object.fromEntries(units), chosen }
}

type Drawn = {
  sections: { price_category_id: number | null; rows: { runs: { seat_id: number; count: number }[] }[] }[]
}

/** The category that a seat of the drawing is sold in. Ids within a run follow each other. */
export const categoryOfSeat = ({ sections }: Drawn, seatId: number): number | null =>
  sections.find(({ rows }) =>
    rows.some(({ runs }) => runs.some(({ seat_id, count }) => seatId >= seat_id && seatId < seat_id + count)),
  )?.price_category_id ?? null

/** What was wished, in the address of the map: a reload, and the way back, keep it. */
export const wishesToQuery = (wishes: Wishes): string =>
  new URLSearchParams(
    Object.entries(wishes)
      .filter(([, units]) => units > 0)
      .map(([priceId, units]): [string, string] => [priceId, String(units)]),
  ).toString()

export const wishesOfQuery = (query: Record<string, string>): Wishes =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([priceId, units]) => /^\d{1,15}$/.test(priceId) && /^\d{1,3}$/.test(units))
      .map(([priceId, units]) => [Number(priceId), Number(units)]),
  )
