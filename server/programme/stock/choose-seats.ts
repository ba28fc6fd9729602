import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { longestRun } from './best-available.ts'
import { StockError } from './errors.ts'
import type { OfferRow } from './pool.ts'
import {
  bestOfStand,
  type ChosenSection,
  type PlacedSeat,
  placedSeats,
  type SectionRow,
  sectionColumns,
  toChosenSection,
} from './seat-sections.ts'

/** Which seats, or how many side by side, of one section if it is named. */
export type RequestedSeats = { seatIds: number[] | null; places: number; sectionId: number | null }

/** What a batch knows of seats: those that it has chosen, and, by event and section, those that were free when it looked. */
export class SeatsOfBatch {
  readonly chosen = new Set<number>()
  readonly #free = new Map<string, PlacedSeat[]>()

  /** Read once: under the pool's lock only the batch itself takes a seat, and a large section takes long to read. */
  async free(orgId: OrgId, tx: Tx, offer: OfferRow, sectionId: number): Promise<PlacedSeat[]> {
    const key = keyOf(offer, sectionId)
    const free = this.#free.get(key) ?? (await freeSeats(orgId, tx, offer, sectionId))
    this.#free.set(key, free)
    return free.filter((seat) => !this.chosen.has(seat.seat_id))
  }

  forget(offer: OfferRow, sectionId: number): void {
    this.#free.delete(keyOf(offer, sectionId))
  }
}

const keyOf = ({ event_id }: OfferRow, sectionId: number) => `${event_id} ${sectionId}`

/**
 * Seats for one request, under the pool's lock, which every sale of these seats takes, season seats included. The seats' own rows are
 * locked too, and looked at again: a request that blocks a seat, or takes it off the map, waits for that. The lock is shared, since
 * buyers for other events want the same rows, in an order of their own.
 */
export async function chooseSeats(
  orgId: OrgId,
  tx: Tx,
  offer: OfferRow,
  requestedSeats: RequestedSeats,
  seats: SeatsOfBatch,
): Promise<number[] | ApiError> {
  if (requestedSeats.seatIds) return wantedSeats(orgId, tx, offer, requestedSeats.seatIds, seats.chosen)
  const sections = await sectionsToChooseIn(orgId, tx, offer, requestedSeats)
  if (sections instanceof Error) return sections
  // A stand after the other, each by the rule that the club has chosen for it.
  for (const [, stand] of Map.groupBy(sections, ({ title }) => title)) {
    const free = (sectionId: number) => seats.free(orgId, tx, offer, sectionId)
    const best = await bestOfStand(stand, requestedSeats.places, free)
    if (best) {
      const wanted = await wantedSeats(orgId, tx, offer, best, seats.chosen)
      // A change of the map has taken one since; the next request looks again.
      if (wanted instanceof Error) for (const { sectionId } of stand) seats.forget(offer, sectionId)
      return wanted
    }
  }
  return notSideBySide(orgId, tx, offer, requestedSeats, seats)
}

/** Whatever was asked for, `available` says how many units can be had side by side, of `placesMax` places at most. */
export async function notSideBySide(
  orgId: OrgId,
  tx: Tx,
  offer: OfferRow,
  requestedSeats: RequestedSeats,
  seats: SeatsOfBatch,
  placesMax = Number.POSITIVE_INFINITY,
): Promise<ApiError> {
  const sections = await sectionsToChooseIn(orgId, tx, offer, requestedSeats)
  if (sections instanceof Error) return sections
  let most = 0
  for (const { sectionId } of sections) most = Math.max(most, longestRun(await seats.free(orgId, tx, offer, sectionId)))
  const message = 'There are not so many seats side by side.'
  const available = Math.max(0, Math.floor(Math.min(most, placesMax) / offer.tickets_included))
  return new StockError('sold_out', { message, available })
}

/** All sections of the price's category, or the one that the request names. */
async function sectionsToChooseIn(
  orgId: OrgId,
  tx: Tx,
  offer: OfferRow,
  { sectionId }: RequestedSeats,
): Promise<ChosenSection[] | ApiError> {
  const sections = await sectionsOf(orgId, tx, offer)
  if (sectionId === null) return sections
  const section = sections.find((each) => each.sectionId === sectionId)
  if (section) return [section]
  const message = 'The section is not sold at this price.'
  return new ApiError('resource_missing', { param: 'seat_section_id', message })
}

async function wantedSeats(orgId: OrgId, tx: Tx, offer: OfferRow, seatIds: number[], chosen: ReadonlySet<number>) {
  const seats = await findSeats(orgId, tx, offer, seatIds)
  if (seats.length < seatIds.length) {
    const onSale = new Set(seats.map((seat) => seat.seat_id))
    const unknown = seatIds.filter((id) => !onSale.has(id))
    const message = 'A seat is not sold at this price.'
    return new ApiError('resource_missing', { param: 'seat_ids', message, seat_ids: unknown })
  }
  const takenIds = seats.filter((seat) => !seat.free || chosen.has(seat.seat_id)).map((seat) => seat.seat_id)
  return takenIds.length > 0 ? new StockError('seat_taken', { param: 'seat_ids', seat_ids: takenIds }) : seatIds
}

const unclaimed = (orgId: OrgId, tx: Tx, offer: OfferRow) => tx`not exists (
  select 1
  from seat_claims a
  where a.org_id = ${orgId}
    and a.event_id = ${offer.event_id}
    and a.seat_id = s.seat_id
)`

async function findSeats(orgId: OrgId, tx: Tx, offer: OfferRow, seatIds: number[]) {
  await tx`
    select 1
    from seats
    where org_id = ${orgId}
      and seat_id = any (${seatIds}::bigint[])
    for share`
  return tx<{ seat_id: number; free: boolean }[]>`
    select s.seat_id, s.seat_status = 'active' and ${unclaimed(orgId, tx, offer)} as free
    from seats s
    join price_category_sections n
      on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id and n.seat_section_id = s.seat_section_id
    where s.org_id = ${orgId}
      and s.seat_id = any (${seatIds}::bigint[])
      and n.event_id = ${offer.event_id}
      and n.price_category_id = ${offer.price_category_id}`
}

async function sectionsOf(orgId: OrgId, tx: Tx, offer: OfferRow): Promise<ChosenSection[]> {
  const rows = await tx<SectionRow[]>`
    select ${sectionColumns(orgId, tx)}
    from price_category_sections n
    join seat_sections s
      on s.org_id = n.org_id and s.seat_map_id = n.seat_map_id and s.seat_section_id = n.seat_section_id
    where n.org_id = ${orgId}
      and n.event_id = ${offer.event_id}
      and n.price_category_id = ${offer.price_category_id}
    order by s.order_by, n.seat_section_id`
  return rows.map(toChosenSection)
}

const freeSeats = (orgId: OrgId, tx: Tx, offer: OfferRow, sectionId: number) =>
  placedSeats(orgId, tx, { seatMapId: offer.seat_map_id, sectionId }, unclaimed(orgId, tx, offer))

/** Claims are inserts: the key refuses a second one, whatever was read before. Answers with the seats that were not got. */
export async function claimSeats(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  eventId: number,
  claims: { basketId: string; basketItemId: number; seatId: number; expiresAt: Date }[],
): Promise<number[]> {
  const claimed = await tx<{ seat_id: number }[]>`
    insert into seat_claims (org_id, event_id, seat_id, basket_id, basket_item_id, expires_at, created_at, changed_at)
    select ${orgId}, ${eventId}, seat_id, basket_id, basket_item_id, expires_at, ${now}, ${now}
    from unnest(
      ${claims.map(({ seatId }) => seatId)}::bigint[],
      ${claims.map(({ basketId }) => basketId)}::uuid[],
      ${claims.map(({ basketItemId }) => basketItemId)}::bigint[],
      ${claims.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]
    ) as claimed (seat_id, basket_id, basket_item_id, expires_at)
    on conflict (org_id, event_id, seat_id) do nothing
    returning seat_id`
  const seats = new Set(claimed.map((row) => row.seat_id))
  return claims.map(({ seatId }) => seatId).filter((seatId) => !seats.has(seatId))
}
