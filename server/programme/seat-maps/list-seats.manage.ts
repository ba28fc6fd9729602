import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { findItem } from '../../resources/resource.ts'
import { Seat, type SeatRow, selectSeats, toSeat } from './seat.ts'
import { seatMaps } from './seat-map.ts'

const Params = Input({ seat_map_id: Id() })
const Query = Input({
  limit: Limit(500, 100),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
  seat_section_id: Type.Optional(Id({ description: 'seats of this section' })),
  seat_row: Type.Optional(Text(50, { description: 'seats of rows with this title' })),
  status: Type.Optional(
    OneOf(['active', 'blocked', 'archived'], { description: 'active and blocked seats unless you say' }),
  ),
})

export const listSeats: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seat_maps/:seat_map_id/seats',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listSeats',
        summary: 'List the seats of a map',
        description: 'Section by section and row by row, each seat with the member who has it.',
        tags: ['Seat maps'],
        params: Params,
        querystring: Query,
        response: { 200: ListOf('seats', Seat, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, params: { seat_map_id: seatMapId }, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { ...filters, seatMapId }
      const after = cursor === undefined ? undefined : (decodeCursor(cursor, bound, POSITION) as number[])
      const rows = await findSeats(orgId, sql, clock(orgId), { ...query, seatMapId, after })
      if (rows.length === 0 && !(await findItem(seatMaps, orgId, sql, seatMapId, clock(orgId))))
        throw new ApiError('resource_missing')
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, positionOf)
      return {
        object: 'seats',
        url: `/v1/manage/seat_maps/${seatMapId}/seats`,
        has_more,
        next_cursor,
        data: page.map(toSeat),
      }
    },
  )

const POSITION: 'number'[] = ['number', 'number', 'number', 'number']
const positionOf = (row: SeatRow) => [row.seat_section_id, row.row_position, row.seat_position, row.seat_id]

type Wanted = Static<typeof Query> & { seatMapId: number; after: number[] | undefined }

export const findSeats = (orgId: OrgId, sql: Db, now: Date, { seatMapId, after, ...query }: Wanted) => sql<SeatRow[]>`
  ${selectSeats(sql, now, orgId)}
  where t.org_id = ${orgId}
    and t.seat_map_id = ${seatMapId}
    ${when(sql, query.seat_section_id, (id) => sql`and t.seat_section_id = ${id}`)}
    ${when(sql, query.seat_row, (row) => sql`and t.seat_row = ${row}`)}
    ${query.status === undefined ? sql`and t.seat_status <> 'archived'` : sql`and t.seat_status = ${query.status}`}
    ${when(
      sql,
      after,
      ([section = 0, row = 0, seat = 0, id = 0]) => sql`
        and (t.seat_section_id, t.row_position, t.seat_position, t.seat_id) > (${section}, ${row}, ${seat}, ${id})`,
    )}
  order by t.seat_section_id, t.row_position, t.seat_position, t.seat_id
  limit ${query.limit + 1}`
