import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { MemberNameField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Resource } from '../../resources/resource.ts'
import { flagsOf, SeatFlags } from './seat-flags.ts'
import { memberOfSeat } from './seat-occupancy.ts'

/** What names a seat, in the table as in the API. */
const labels = {
  seat_section_id: Type.Integer(),
  seat_section: Type.String(),
  sub_section_title: Nullable(Type.String()),
  seat_aisle: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_level: Nullable(Type.String()),
  seat_gate: Nullable(Type.String()),
  seat_title: Type.String(),
}

export const Seat = Type.Object(
  {
    seat_id: Type.Integer({ description: 'the membership_seat_id of a member' }),
    seat_map_id: Type.Integer(),
    ...labels,
    row_position: Type.Integer({ description: 'rows of a section, from the first' }),
    seat_position: Type.Integer({ description: 'seats whose positions differ by one are neighbours' }),
    flags: SeatFlags,
    status: OneOf(['active', 'blocked', 'archived']),
    membership_member_id: Nullable(
      Type.Integer({ description: 'the member who has it: in the season that runs, else in the next' }),
    ),
    member_number: Nullable(Type.String()),
    first_name: Nullable(MemberNameField()),
    last_name: Nullable(MemberNameField()),
  },
  { title: 'Seat' },
)

export const SeatRow = Type.Object({
  seat_id: Type.Integer(),
  seat_map_id: Type.Integer(),
  ...labels,
  row_position: Type.Integer(),
  seat_position: Type.Integer(),
  flags: Type.Integer(),
  seat_status: OneOf(['active', 'blocked', 'archived']),
  membership_member_id: Nullable(Type.Integer()),
  member_number: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
})
export type SeatRow = Static<typeof SeatRow>

export const selectSeats = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.seat_id, t.seat_map_id, t.seat_section_id, x.title as seat_section, x.sub_section_title, t.seat_aisle,
    t.seat_row, t.seat_level, t.seat_gate, t.seat_title, t.row_position, t.seat_position, t.flags, t.seat_status,
    m.membership_member_id, m.member_number, m.first_name, m.last_name
  from seats t
  join seat_sections x using (org_id, seat_map_id, seat_section_id)
  ${memberOfSeat(orgId, sql, 't', now)}`

export const toSeat = (row: SeatRow) =>
  ({
    seat_id: row.seat_id,
    seat_map_id: row.seat_map_id,
    seat_section_id: row.seat_section_id,
    seat_section: row.seat_section,
    sub_section_title: row.sub_section_title,
    seat_aisle: row.seat_aisle,
    seat_row: row.seat_row,
    seat_level: row.seat_level,
    seat_gate: row.seat_gate,
    seat_title: row.seat_title,
    row_position: row.row_position,
    seat_position: row.seat_position,
    flags: flagsOf(row.flags),
    status: row.seat_status,
    membership_member_id: row.membership_member_id,
    member_number: row.member_number,
    first_name: row.first_name,
    last_name: row.last_name,
  }) satisfies Static<typeof Seat>

export const seats: Resource<SeatRow, Static<typeof Seat>> = {
  singular: 'seat',
  operationNames: { one: 'Seat', many: 'Seats' },
  object: 'seats',
  scope: 'programme:manage',
  listPath: '/v1/manage/seat_maps/:seat_map_id/seats',
  itemPath: '/v1/manage/seats/:seat_id',
  table: 'seats',
  id: 'seat_id',
  tag: 'Seat maps',
  schema: Seat,
  select: selectSeats,
  toItem: toSeat,
  lock: lockSeat,
}

/** Stronger than the usual lock: no buyer may claim the seat while it is taken off sale. */
async function lockSeat(orgId: OrgId, sql: Db, seatId: number): Promise<void> {
  await sql`
    select 1 as locked
    from seats
    where org_id = ${orgId}
      and seat_id = ${seatId}
    for update`
}
