import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { MemberNameField } from '../../platform/http/guarded-fields.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { findItem } from '../../resources/resource.ts'
import { seasons } from './season.ts'

const statuses = ['sold', 'held', 'kept'] as const

const Params = Input({ season_id: Id() })
const Query = Input({
  limit: Limit(500, 100),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
  seat_section_id: Type.Optional(Id({ description: 'seats of this section' })),
  status: Type.Optional(OneOf([...statuses], { description: 'only seats of this status' })),
})

const names = {
  seat_section: Type.String(),
  seat_block: Nullable(Type.String({ description: 'the block of the stand' })),
  seat_row: Nullable(Type.String()),
  seat_title: Type.String(),
}

const SeasonSeat = Type.Object(
  {
    seat_id: Type.Integer(),
    seat_section_id: Type.Integer(),
    ...names,
    status: OneOf([...statuses], {
      description: 'held: in a basket; kept: for a holder of the season before, who can renew with it',
    }),
    kept_until_unix: Nullable(Type.Integer({ description: 'of a kept seat: when it is free' })),
    membership_member_id: Nullable(Type.Integer({ description: 'who has it, or for whom it is kept' })),
    member_number: Nullable(Type.String()),
    first_name: Nullable(MemberNameField()),
    last_name: Nullable(MemberNameField()),
    events_without: Type.Integer({ description: 'events to come at which another holder has it' }),
  },
  { title: 'SeasonSeat' },
)

export const SeasonSeatRow = Type.Object({
  seat_id: Type.Integer(),
  seat_section_id: Type.Integer(),
  ...names,
  is_held: Type.Boolean(),
  kept_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  membership_member_id: Nullable(Type.Integer()),
  member_number: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  events_without: Type.Integer(),
})
type SeasonSeatRow = Static<typeof SeasonSeatRow>

const toSeasonSeat = (row: SeasonSeatRow) =>
  ({
    seat_id: row.seat_id,
    seat_section_id: row.seat_section_id,
    seat_section: row.seat_section,
    seat_block: row.seat_block,
    seat_row: row.seat_row,
    seat_title: row.seat_title,
    status: row.is_held ? ('held' as const) : row.kept_until === null ? ('sold' as const) : ('kept' as const),
    kept_until_unix: row.kept_until && unixSeconds(row.kept_until),
    membership_member_id: row.membership_member_id,
    member_number: row.member_number,
    first_name: row.first_name,
    last_name: row.last_name,
    events_without: row.events_without,
  }) satisfies Static<typeof SeasonSeat>

export const listSeasonSeats: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seasons/:season_id/seats',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listSeasonSeats',
        summary: 'List the seats of a season that are taken',
        description: 'In the order of their ids, each with the member who has it; the others of its map are free.',
        tags: ['Seasons'],
        params: Params,
        querystring: Query,
        response: { 200: ListOf('season_seats', SeasonSeat, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    async ({ orgId, params: { season_id: seasonId }, query }) => {
      const { limit, cursor, seat_section_id: sectionId, status } = query
      const bound = { list: 'season_seats', seasonId, sectionId: sectionId ?? 0, status: status ?? '' }
      const now = clock(orgId)
      const rows = await findSeats(orgId, sql, now, {
        seasonId,
        sectionId,
        status,
        limit,
        after: idInCursor(cursor, bound),
      })
      if (rows.length === 0 && !(await findItem(seasons, orgId, sql, seasonId, now)))
        throw new ApiError('resource_missing')
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.seat_id])
      return {
        object: 'season_seats',
        url: `/v1/manage/seasons/${seasonId}/seats`,
        has_more,
        next_cursor,
        data: page.map(toSeasonSeat),
      }
    },
  )
const hasStatus = {
  sold: (sql: Db) => sql`and z.membership_member_id is not null`,
  held: (sql: Db) => sql`and z.basket_item_id is not null`,
  kept: (sql: Db) => sql`and z.kept_for_member_id is not null and z.basket_item_id is null`,
}

type Wanted = {
  seasonId: number
  sectionId: number | undefined
  status: (typeof statuses)[number] | undefined
  limit: number
  after: number | undefined
}

const findSeats = (orgId: OrgId, sql: Db, now: Date, { seasonId, sectionId, status, limit, after }: Wanted) => sql<
  SeasonSeatRow[]
>`
  select z.seat_id, s.seat_section_id, x.title as seat_section, x.sub_section_title as seat_block, s.seat_row, s.seat_title,
    z.basket_item_id is not null as is_held,
    case when z.basket_item_id is null then z.kept_until end as kept_until, m.membership_member_id,
    m.member_number, m.first_name, m.last_name, (
      select count(*)
      from season_seat_gaps g
      where g.org_id = ${orgId}
        and g.season_id = z.season_id
        and g.seat_id = z.seat_id
    ) as events_without
  from season_seats z
  join seats s on s.org_id = z.org_id and s.seat_id = z.seat_id
  join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join members m
    on m.org_id = z.org_id
    and m.membership_member_id = coalesce(z.membership_member_id, case when z.basket_item_id is null then z.kept_for_member_id end)
  where z.org_id = ${orgId}
    and z.season_id = ${seasonId}
    and (z.expires_at is null or z.expires_at > ${now})
    ${when(sql, sectionId, (id) => sql`and s.seat_section_id = ${id}`)}
    ${when(sql, status, (named) => hasStatus[named](sql))}
    ${when(sql, after, (id) => sql`and z.seat_id > ${id}`)}
  order by z.seat_id
  limit ${limit + 1}`
