import { type Static, Type } from 'typebox'
import { bestSeatRules } from '../../../faces/kit/seat-map/best-in-middle.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Layout, type LayoutColumns, sectionLayout } from './layout.ts'
import { SeatMap, type SeatMapRow, selectSeatMaps, toSeatMap } from './seat-map.ts'
import { isSeasonRunning } from './seat-occupancy.ts'

const columns = {
  seat_section_id: Type.Integer(),
  title: Type.String(),
  sub_section_title: Nullable(Type.String()),
  order_by: Type.Integer(),
  best_seats: OneOf([...bestSeatRules], {
    description:
      'of its stand: front, in front and then in the middle; middle, in the middle and three fifths of the way up',
  }),
}

const counts = {
  rows: Type.Integer({ description: 'how many rows' }),
  seats: Type.Integer({ description: 'how many seats, archived ones aside' }),
  seats_blocked: Type.Integer({ description: 'how many of them are blocked' }),
  seats_taken: Type.Integer({ description: 'how many of them a member has' }),
}

export const SeatSection = Type.Object(
  { ...columns, layout: Nullable(Layout), ...counts },
  { title: 'SeatSection', description: 'a layout of null is computed' },
)
export type SeatSection = Static<typeof SeatSection>

const Size = () => Nullable(Type.Number())
export const SeatSectionRow = Type.Object({
  ...columns,
  layout_x: Size(),
  layout_y: Size(),
  layout_rotation: Size(),
  layout_curve: Size(),
  layout_row_pitch: Size(),
  layout_seat_pitch: Size(),
  ...counts,
})
type SeatSectionRow = Static<typeof SeatSectionRow> & LayoutColumns

export const SeatMapWithSections = Type.Object(
  { ...SeatMap.properties, sections: Type.Array(SeatSection) },
  { title: 'SeatMapWithSections' },
)

/** A section whose seats are all archived is gone from the map. */
export const findSections = (orgId: OrgId, sql: Db, now: Date, seatMapId: number) => sql<SeatSectionRow[]>`
  select x.seat_section_id, x.title, x.sub_section_title, x.order_by, x.best_seats, x.layout_x, x.layout_y, x.layout_rotation,
    x.layout_curve, x.layout_row_pitch, x.layout_seat_pitch,
    count(distinct s.row_position)::int as rows,
    count(*)::int as seats,
    (count(*) filter (where s.seat_status = 'blocked'))::int as seats_blocked,
    count(m.seat_id)::int as seats_taken
  from seat_sections x
  join seats s using (org_id, seat_map_id, seat_section_id)
  left join (
    select distinct z.seat_id
    from season_seats z
    join seasons n on n.org_id = z.org_id and n.season_id = z.season_id
    where z.org_id = ${orgId}
      and z.membership_member_id is not null
      and n.seat_map_id = ${seatMapId}
      and ${isSeasonRunning(sql, now)}
  ) m on m.seat_id = s.seat_id
  where x.org_id = ${orgId}
    and x.seat_map_id = ${seatMapId}
    and s.seat_status <> 'archived'
  group by x.org_id, x.seat_map_id, x.seat_section_id
  order by x.order_by, x.seat_section_id`

export const toSection = (row: SeatSectionRow) =>
  ({
    seat_section_id: row.seat_section_id,
    title: row.title,
    sub_section_title: row.sub_section_title,
    order_by: row.order_by,
    best_seats: row.best_seats,
    layout: sectionLayout(row),
    rows: row.rows,
    seats: row.seats,
    seats_blocked: row.seats_blocked,
    seats_taken: row.seats_taken,
  }) satisfies SeatSection

export async function findSeatMapWithSections(
  orgId: OrgId,
  sql: Db,
  now: Date,
  seatMapId: number,
): Promise<Static<typeof SeatMapWithSections> | undefined> {
  const [row] = await sql<SeatMapRow[]>`
    ${selectSeatMaps(sql)}
    where t.org_id = ${orgId}
      and t.seat_map_id = ${seatMapId}`
  if (!row) return undefined
  const sections = await findSections(orgId, sql, now, seatMapId)
  return { ...toSeatMap(row), sections: sections.map(toSection) }
}
