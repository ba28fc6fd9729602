import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { findItem } from '../../resources/resource.ts'
import { eventStatus } from '../statuses.ts'
import { isComing } from './lock-season.ts'
import { seasons } from './season.ts'

const Params = Input({ season_id: Id() })
const Query = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
})

/** As the API writes them: as text. */
const eventStatuses = Object.values(eventStatus).map(String)

const SeasonEvent = Type.Object(
  {
    event_id: Type.String(),
    title: Type.String(),
    event_start_unix: Type.Integer({ description: 'Unix seconds' }),
    event_status_id: OneOf(eventStatuses, { description: '0 draft, 1 live, 2 archived, 3 cancelled' }),
    to_come: Type.Boolean({ description: 'not over, cancelled or archived: its season seats are claimed' }),
    season_seats: Type.Integer({ description: 'seats that are the season’s there' }),
    price_category_id: Nullable(Type.Integer({ description: 'where members without a seat count; null: nowhere' })),
  },
  { title: 'SeasonEvent' },
)

export const SeasonEventRow = Type.Object({
  event_id: Type.Integer(),
  title: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  event_status_id: Type.Integer(),
  to_come: Type.Boolean(),
  season_seats: Type.Integer(),
  price_category_id: Nullable(Type.Integer()),
})
type SeasonEventRow = Static<typeof SeasonEventRow>

const toSeasonEvent = (row: SeasonEventRow) =>
  ({
    event_id: String(row.event_id),
    title: row.title,
    event_start_unix: unixSeconds(row.starts_at),
    event_status_id: String(row.event_status_id),
    to_come: row.to_come,
    season_seats: row.season_seats,
    price_category_id: row.price_category_id,
  }) satisfies Static<typeof SeasonEvent>

export const listSeasonEvents: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seasons/:season_id/events',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listSeasonEvents',
        summary: 'List the events of a season',
        description: 'By start, the first before the others.',
        tags: ['Seasons'],
        params: Params,
        querystring: Query,
        response: { 200: ListOf('season_events', SeasonEvent, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, params: { season_id: seasonId }, query: { limit, cursor } }) => {
      const bound = { list: 'season_events', seasonId }
      const after = cursor === undefined ? undefined : (decodeCursor(cursor, bound, ['number', 'number']) as number[])
      const now = clock(orgId)
      const rows = await findEvents(orgId, sql, now, { seasonId, limit, after })
      if (rows.length === 0 && !(await findItem(seasons, orgId, sql, seasonId, now)))
        throw new ApiError('resource_missing')
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [
        unixSeconds(row.starts_at),
        row.event_id,
      ])
      return {
        object: 'season_events',
        url: `/v1/manage/seasons/${seasonId}/events`,
        has_more,
        next_cursor,
        data: page.map(toSeasonEvent),
      }
    },
  )

type Wanted = { seasonId: number; limit: number; after: number[] | undefined }

const findEvents = (orgId: OrgId, sql: Db, now: Date, { seasonId, limit, after }: Wanted) => sql<SeasonEventRow[]>`
  select e.event_id, e.title, e.starts_at, e.event_status_id, ${isComing(sql, 'e', now)} as to_come, (
      select count(*)
      from seat_claims a
      where a.org_id = ${orgId}
        and a.event_id = e.event_id
        and a.season_id = ${seasonId}
        and (a.expires_at is null or a.expires_at > ${now})
    ) as season_seats, v.price_category_id
  from season_events v
  join events e on e.org_id = v.org_id and e.event_id = v.event_id
  where v.org_id = ${orgId}
    and v.season_id = ${seasonId}
    ${when(sql, after, ([start = 0, id = 0]) => sql`and (e.starts_at, e.event_id) > (${fromUnixSeconds(start)}, ${id}::bigint)`)}
  order by e.starts_at, e.event_id
  limit ${limit + 1}`
