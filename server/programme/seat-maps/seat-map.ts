import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'

export const SeatMap = Type.Object(
  {
    seat_map_id: Type.Integer({ description: 'the membership_seat_map_id of categories, events and filters' }),
    venue_id: Nullable(Type.String()),
    title: Type.String(),
    status: OneOf(['active', 'archived']),
  },
  { title: 'SeatMap' },
)

export const SeatMapRow = Type.Object({
  seat_map_id: Type.Integer(),
  venue_id: Nullable(Type.Integer()),
  title: Type.String(),
  seat_map_status: OneOf(['active', 'archived']),
})
export type SeatMapRow = Static<typeof SeatMapRow>

export function selectSeatMaps(sql: Db): Fragment {
  return sql`
    select t.seat_map_id, t.venue_id, t.title, t.seat_map_status
    from seat_maps t`
}

export function toSeatMap(row: SeatMapRow): Static<typeof SeatMap> {
  return {
    seat_map_id: row.seat_map_id,
    venue_id: row.venue_id === null ? null : String(row.venue_id),
    title: row.title,
    status: row.seat_map_status,
  }
}

export const seatMaps: Resource<SeatMapRow, Static<typeof SeatMap>> = {
  singular: 'seat_map',
  operationNames: { one: 'SeatMap', many: 'SeatMaps' },
  object: 'seat_maps',
  scope: 'programme:manage',
  listPath: '/v1/manage/seat_maps',
  itemPath: '/v1/manage/seat_maps/:seat_map_id',
  table: 'seat_maps',
  id: 'seat_map_id',
  tag: 'Seat maps',
  schema: SeatMap,
  constraints: { seat_maps_org_id_venue_id_fkey: missing('venue_id') },
  select: selectSeatMaps,
  toItem: toSeatMap,
  lock: lockSeatMap,
}

/** Stronger than the usual lock: nothing may begin to refer to the map, or seat a member on it, while it changes. */
async function lockSeatMap(orgId: OrgId, sql: Db, seatMapId: number): Promise<void> {
  await sql`
    select 1 as locked
    from seat_maps
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
    for update`
}

/** Keeps the status what it is until the transaction ends; undefined where there is no such map. */
export async function lockSeatMapStatus(orgId: OrgId, tx: Db, seatMapId: number): Promise<string | undefined> {
  const [map] = await tx<{ seat_map_status: string }[]>`
    select seat_map_status
    from seat_maps
    where org_id = ${orgId}
      and seat_map_id = ${seatMapId}
    for share`
  return map?.seat_map_status
}
