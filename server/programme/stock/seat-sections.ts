import { type BestSeatRule, bestInMiddle, offsetIn } from '../../../faces/kit/seat-map/best-in-middle.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { seatFlags } from '../statuses.ts'
import { bestSeats, type FreeSeat } from './best-available.ts'

/** A free seat, and how far its section reaches. */
export type PlacedSeat = FreeSeat & { section_middle: number; front_row: number; back_row: number }

/** A section that is sold in the category: its stand, by which rule its best seats are chosen, and what that needs to know. */
export type ChosenSection = {
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

export type SectionRow = {
  seat_section_id: number
  title: string
  best_seats: BestSeatRule
  layout: (StandLayout & { row_pitch: number; seat_pitch: number }) | null
  stand: (StandLayout | null)[]
}

/** Selects the columns of sections, under the alias `s`. */
export const sectionColumns = (orgId: OrgId, tx: Tx): Fragment => tx`
  s.seat_section_id, s.title, s.best_seats,
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
  ) as stand`

export const toChosenSection = (row: SectionRow): ChosenSection => ({
  sectionId: row.seat_section_id,
  title: row.title,
  rule: row.best_seats,
  offset: offsetIn(row.stand, row.layout),
  rowPitch: row.layout?.row_pitch ?? ROW_PITCH,
  seatPitch: row.layout?.seat_pitch ?? SEAT_PITCH,
})

/** Of the sections of one stand, by the rule that the club has chosen for it. `freeIn` reads the free seats of a section. */
export async function bestOfStand(
  stand: ChosenSection[],
  places: number,
  freeIn: (sectionId: number) => Promise<PlacedSeat[]>,
): Promise<number[] | undefined> {
  if (stand[0]?.rule === 'middle') {
    const ranked = []
    for (const section of stand) {
      const free = await freeIn(section.sectionId)
      const [seat] = free
      if (!seat) continue
      const { section_middle: middle, front_row: frontRow, back_row: backRow } = seat
      ranked.push({ ...section, free, middle, frontRow, backRow })
    }
    return bestInMiddle(ranked, places)
  }
  for (const { sectionId } of stand) {
    const best = bestSeats(await freeIn(sectionId), places)
    if (best) return best
  }
  return undefined
}

/** Places that are taken by name only: for a wheelchair, or beside one. */
const FOR_WHEELCHAIRS = seatFlags.accessible | seatFlags.companion

/** Seats `s` of a section that can be sat on, and are free by what the caller says. */
export const placedSeats = (
  orgId: OrgId,
  tx: Tx,
  { seatMapId, sectionId }: { seatMapId: number | null; sectionId: number },
  isFree: Fragment,
) => tx<PlacedSeat[]>`
  select s.seat_id, s.row_position, s.seat_position, s.row_middle, s.section_middle, s.front_row, s.back_row
  from (
    select org_id, seat_id, seat_status, flags, row_position, seat_position,
      (min(seat_position) over (partition by row_position) + max(seat_position) over (partition by row_position))::float8 / 2
        as row_middle,
      (min(seat_position) over () + max(seat_position) over ())::float8 / 2 as section_middle,
      min(row_position) over () as front_row, max(row_position) over () as back_row
    from seats
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
      and seat_section_id = ${sectionId}
  ) s
  where s.seat_status = 'active'
    and s.flags & ${FOR_WHEELCHAIRS} = 0
    and ${isFree}`
