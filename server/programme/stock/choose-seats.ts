import { type BestSeatRule, bestInMiddle, offsetIn } from '../../../faces/kit/seat-map/best-in-middle.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { memberStatus, seatFlags } from '../statuses.ts'
import { bestSeats, type FreeSeat, longestRun } from './best-available.ts'
import { StockError } from './errors.ts'
import type { OfferRow } from './pool.ts'

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
 * Seats for one request, under the pool's lock, which every sale of these seats takes. Season members have theirs without a
 * claim, so the seats' own rows are locked too, and looked at again: a request that gives a member a seat waits for that. The lock is
 * shared, since buyers for other events want the same rows, in an order of their own.
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
    const best = await bestOfStand(orgId, tx, offer, stand, requestedSeats.places, seats)
    if (best) {
      const wanted = await wantedSeats(orgId, tx, offer, best, seats.chosen)
      // A season member, or a change of the map, has taken one since; the next request looks again.
      if (wanted instanceof Error) for (const { sectionId } of stand) seats.forget(offer, sectionId)
      return wanted
    }
  }
  return notSideBySide(orgId, tx, offer, requestedSeats, seats)
}

async function bestOfStand(
  orgId: OrgId,
  tx: Tx,
  offer: OfferRow,
  stand: SoldSection[],
  places: number,
  seats: SeatsOfBatch,
): Promise<number[] | undefined> {
  if (stand[0]?.rule === 'middle') {
    const ranked = []
    for (const section of stand) {
      const free = await seats.free(orgId, tx, offer, section.sectionId)
      const [seat] = free
      if (!seat) continue
      const { section_middle: middle, front_row: frontRow, back_row: backRow } = seat
      ranked.push({ ...section, free, middle, frontRow, backRow })
    }
    return bestInMiddle(ranked, places)
  }
  for (const { sectionId } of stand) {
    const best = bestSeats(await seats.free(orgId, tx, offer, sectionId), places)
    if (best) return best
  }
  return undefined
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
): Promise<SoldSection[] | ApiError> {
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

/** A seat that a season member has is not for sale where the gates let its member in: on that map, or whatever the map. */
const notMembers = (orgId: OrgId, tx: Tx, offer: OfferRow) =>
  offer.membership_seat_map_id !== null && offer.membership_seat_map_id !== offer.seat_map_id
    ? tx`true`
    : tx`not exists (
        select 1
        from members m
        where m.org_id = ${orgId}
          and m.membership_seat_id = s.seat_id
          and m.membership_member_status_id <> ${memberStatus.cancelled}
      )`

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
    select s.seat_id, s.seat_status = 'active' and ${unclaimed(orgId, tx, offer)} and ${notMembers(orgId, tx, offer)} as free
    from seats s
    join price_category_sections n
      on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id and n.seat_section_id = s.seat_section_id
    where s.org_id = ${orgId}
      and s.seat_id = any (${seatIds}::bigint[])
      and n.event_id = ${offer.event_id}
      and n.price_category_id = ${offer.price_category_id}`
}

/** A free seat, and how far its section reaches. */
type PlacedSeat = FreeSeat & { section_middle: number; front_row: number; back_row: number }

/** A section that is sold in the category: its stand, by which rule its best seats are chosen, and what that needs to know. */
type SoldSection = {
  sectionId: number
  title: string
  rule: BestSeatRule
  offset: number
  rowPitch: number
  seatPitch: number
}

/** Pitches of a section that the club has not drawn, as the drawing computes them. */
const ROW_PITCH = 1.3
const SEAT_PITCH = 1

type StandLayout = { x: number; y: number; rotation: number }

async function sectionsOf(orgId: OrgId, tx: Tx, offer: OfferRow): Promise<SoldSection[]> {
  const rows = await tx<
    {
      seat_section_id: number
      title: string
      best_seats: BestSeatRule
      layout: (StandLayout & { row_pitch: number; seat_pitch: number }) | null
      stand: (StandLayout | null)[]
    }[]
  >`
    select n.seat_section_id, s.title, s.best_seats,
      case when s.layout_x is null then null else jsonb_build_object(
        'x', s.layout_x, 'y', s.layout_y, 'rotation', s.layout_rotation,
        'row_pitch', s.layout_row_pitch, 'seat_pitch', s.layout_seat_pitch
      ) end as layout,
      (
        select jsonb_agg(case when o.layout_x is null then null else jsonb_build_object(
          'x', o.layout_x, 'y', o.layout_y, 'rotation', o.layout_rotation
        ) end)
        from seat_sections o
        where o.org_id = ${orgId}
          and o.seat_map_id = s.seat_map_id
          and o.title = s.title
      ) as stand
    from price_category_sections n
    join seat_sections s
      on s.org_id = n.org_id and s.seat_map_id = n.seat_map_id and s.seat_section_id = n.seat_section_id
    where n.org_id = ${orgId}
      and n.event_id = ${offer.event_id}
      and n.price_category_id = ${offer.price_category_id}
    order by s.order_by, n.seat_section_id`
  return rows.map((row) => ({
    sectionId: row.seat_section_id,
    title: row.title,
    rule: row.best_seats,
    offset: offsetIn(row.stand, row.layout),
    rowPitch: row.layout?.row_pitch ?? ROW_PITCH,
    seatPitch: row.layout?.seat_pitch ?? SEAT_PITCH,
  }))
}

/** Places that are taken by name only: for a wheelchair, or beside one. */
const FOR_WHEELCHAIRS = seatFlags.accessible | seatFlags.companion

const freeSeats = (orgId: OrgId, tx: Tx, offer: OfferRow, sectionId: number) => tx<PlacedSeat[]>`
  select s.seat_id, s.row_position, s.seat_position, s.row_middle, s.section_middle, s.front_row, s.back_row
  from (
    select org_id, seat_id, seat_status, flags, row_position, seat_position,
      (min(seat_position) over (partition by row_position) + max(seat_position) over (partition by row_position))::float8 / 2
        as row_middle,
      (min(seat_position) over () + max(seat_position) over ())::float8 / 2 as section_middle,
      min(row_position) over () as front_row, max(row_position) over () as back_row
    from seats
    where org_id = ${orgId}
      and seat_map_id = ${offer.seat_map_id}
      and seat_section_id = ${sectionId}
  ) s
  where s.seat_status = 'active'
    and s.flags & ${FOR_WHEELCHAIRS} = 0
    and ${unclaimed(orgId, tx, offer)}
    and ${notMembers(orgId, tx, offer)}`

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
