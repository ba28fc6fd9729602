import { type Static, Type } from 'typebox'
import { bestSeatRules } from '../../../faces/kit/seat-map/best-in-middle.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type LayoutColumns, sectionLayout } from '../seat-maps/layout.ts'
import { poolLeft } from '../stock/places-left.ts'
import type { MapSeat, MapSection } from './drawing.ts'

/** Ids as text with commas between: 50,000 of them are read several times as fast as an array. */
const Ids = () => Nullable(Type.String())

export const SeatsNowRow = Type.Object({
  event_status_id: Type.Integer(),
  public_event: Type.Boolean(),
  seat_map_id: Type.Integer(),
  drawing_revision: Type.Integer(),
  held: Ids(),
  taken: Ids(),
  blocked: Ids(),
})
export type SeatsNowRow = Static<typeof SeatsNowRow>

/** Who has which seats of the event, as one statement and so at one instant. No row: it sells none by number. */
export const findSeatsNow = (orgId: OrgId, sql: Db, eventId: number, now: Date) =>
  sql<SeatsNowRow[]>`
    select e.event_status_id, e.public_event, m.seat_map_id, m.drawing_revision, a.held, a.taken, (
      select string_agg(s.seat_id::text, ',')
      from seats s
      where s.org_id = ${orgId}
        and s.seat_map_id = e.seat_map_id
        and s.seat_status = 'blocked'
    ) as blocked
    from events e
    join seat_maps m on m.org_id = e.org_id and m.seat_map_id = e.seat_map_id
    cross join (
      select string_agg(c.seat_id::text, ',') filter (where c.basket_id is not null or (c.expires_at is not null and not c.is_kept)) as held,
        string_agg(c.seat_id::text, ',') filter (where c.basket_id is null and (c.expires_at is null or c.is_kept)) as taken
      from seat_claims c
      where c.org_id = ${orgId}
        and c.event_id = ${eventId}
        and (c.expires_at is null or c.expires_at > ${now})
    ) a
    where e.org_id = ${orgId}
      and m.org_id = ${orgId}
      and e.event_id = ${eventId}
      and e.reserved_seating`.freshPlan()

export const SoldSectionRow = Type.Object({
  seat_section_id: Type.Integer(),
  price_category_id: Type.Integer(),
  on_offer: Type.Boolean(),
})
export type SoldSectionRow = Static<typeof SoldSectionRow>

/** Which category each section is sold in, and whether a shop sells it: at some price, and with places left. */
export const findSoldSections = (orgId: OrgId, sql: Db, eventId: number, now: Date) => sql<SoldSectionRow[]>`
  select n.seat_section_id, n.price_category_id, c.price_category_status = 'active'
    and ${poolLeft(orgId, sql, 'c', now)} > 0
    and exists (
      select 1
      from prices p
      where p.org_id = ${orgId}
        and p.event_id = n.event_id
        and p.price_category_id = n.price_category_id
        and p.price_status = 'active'
        and p.show_online
    ) as on_offer
  from price_category_sections n
  join price_categories c on c.org_id = n.org_id and c.price_category_id = n.price_category_id
  where n.org_id = ${orgId}
    and c.org_id = ${orgId}
    and n.event_id = ${eventId}
  order by n.seat_section_id`

const Size = () => Nullable(Type.Number())
export const MapSectionRow = Type.Object({
  seat_section_id: Type.Integer(),
  title: Type.String(),
  sub_section_title: Nullable(Type.String()),
  best_seats: OneOf([...bestSeatRules]),
  layout_x: Size(),
  layout_y: Size(),
  layout_rotation: Size(),
  layout_curve: Size(),
  layout_row_pitch: Size(),
  layout_seat_pitch: Size(),
})

export async function findMapSections(orgId: OrgId, sql: Db, seatMapId: number): Promise<MapSection[]> {
  const rows = await sql<(Static<typeof MapSectionRow> & LayoutColumns)[]>`
    select seat_section_id, title, sub_section_title, best_seats, layout_x, layout_y, layout_rotation, layout_curve, layout_row_pitch,
      layout_seat_pitch
    from seat_sections
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
    order by order_by, seat_section_id`
  return rows.map((row) => ({
    seat_section_id: row.seat_section_id,
    title: row.title,
    sub_section_title: row.sub_section_title,
    layout: sectionLayout(row),
    best_seats: row.best_seats,
  }))
}

export const MapSeatRow = Type.Object({
  seat_id: Type.Integer(),
  seat_section_id: Type.Integer(),
  seat_row: Nullable(Type.String()),
  seat_title: Type.String(),
  row_position: Type.Integer(),
  seat_position: Type.Integer(),
  flags: Type.Integer(),
})

/** In the order of the drawing, but for the sections. A seat is on the map until it is archived. */
export const findMapSeats = (orgId: OrgId, sql: Db, seatMapId: number) => sql<MapSeat[]>`
  select seat_id, seat_section_id, seat_row, seat_title, row_position, seat_position, flags
  from seats
  where org_id = ${orgId}
    and seat_map_id = ${seatMapId}
    and seat_status <> 'archived'
  order by seat_section_id, row_position, seat_position, seat_id`
