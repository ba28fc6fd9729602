import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { MemberNameField } from '../../platform/http/guarded-fields.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Tx, when } from '../../platform/postgres/database.ts'
import { findItem } from '../../resources/resource.ts'
import { isFreeInSeason } from './best-season-seats.ts'
import { nearestSeats } from './nearest-seats.ts'
import { seasons } from './season.ts'

const Query = Input({
  limit: Limit(500, 100),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before' })),
})

const place = {
  seat_id: Type.Integer(),
  seat_section: Type.String(),
  sub_section_title: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Type.String(),
}

const LostSeat = Type.Object(
  {
    membership_member_id: Type.Integer(),
    member_number: Type.String(),
    first_name: MemberNameField(),
    last_name: MemberNameField(),
    reason: OneOf(['not_on_map', 'taken'], { description: 'taken: another buyer has it in this season' }),
    from_seat: Type.Object(place, { title: 'LostSeatPlace', description: 'in the season before' }),
    proposed_seat: Nullable(
      Type.Object(place, {
        title: 'ProposedSeat',
        description: 'the nearest free seat of the section with the same name; null: that has none',
      }),
    ),
  },
  { title: 'LostSeat' },
)

export const LostSeatRow = Type.Object({
  membership_member_id: Type.Integer(),
  member_number: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  reason: Type.Unsafe<'not_on_map' | 'taken' | null>({ type: ['string', 'null'] }),
  seat_id: Type.Integer(),
  title: Type.String(),
  sub_section_title: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Type.String(),
  row_position: Type.Integer(),
  seat_position: Type.Integer(),
})
type LostSeatRow = Static<typeof LostSeatRow>

export const FreeSeatRow = Type.Object({
  seat_id: Type.Integer(),
  title: Type.String(),
  sub_section_title: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Type.String(),
  row_position: Type.Integer(),
  seat_position: Type.Integer(),
})
type FreeSeatRow = Static<typeof FreeSeatRow>

const toPlace = (row: FreeSeatRow) => ({
  seat_id: row.seat_id,
  seat_section: row.title,
  sub_section_title: row.sub_section_title,
  seat_row: row.seat_row,
  seat_title: row.seat_title,
})

function toLostSeat(row: LostSeatRow, proposal: FreeSeatRow | undefined) {
  if (row.reason === null) throw new Error('a seat is lost without a reason')
  return {
    membership_member_id: row.membership_member_id,
    member_number: row.member_number,
    first_name: row.first_name,
    last_name: row.last_name,
    reason: row.reason,
    from_seat: toPlace(row),
    proposed_seat: proposal ? toPlace(proposal) : null,
  } satisfies Static<typeof LostSeat>
}

export const listLostSeats: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seasons/:season_id/lost_seats',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listLostSeats',
        summary: 'List holders whose seat a season does not have',
        description:
          'Of the season that it follows, each with a seat that can be kept for them instead, which no other on the page is proposed.',
        tags: ['Seasons'],
        params: Input({ season_id: Id() }),
        querystring: Query,
        response: { 200: ListOf('lost_seats', LostSeat, { next_cursor: Nullable(Type.String()) }) },
      },
    },
    ({ orgId, params: { season_id: seasonId }, query: { limit, cursor } }) =>
      sql.readLong(async (tx) => {
        const now = clock(orgId)
        const bound = { list: 'lost_seats', seasonId }
        const rows = await findLost(orgId, tx, seasonId, limit, idInCursor(cursor, bound))
        if (rows.length === 0 && !(await findItem(seasons, orgId, tx, seasonId, now)))
          throw new ApiError('resource_missing')
        const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.membership_member_id])
        const titles = [...new Set(page.map(({ title }) => title))]
        const free = titles.length === 0 ? [] : await findFree(orgId, tx, now, seasonId, titles)
        const proposals = nearestSeats(page, free)
        return {
          object: 'lost_seats' as const,
          url: `/v1/manage/seasons/${seasonId}/lost_seats`,
          has_more,
          next_cursor,
          data: page.map((row, index) => toLostSeat(row, proposals[index])),
        }
      }),
  )

const findLost = (orgId: OrgId, tx: Tx, seasonId: number, limit: number, after: number | undefined) => tx<
  LostSeatRow[]
>`
  select k.membership_member_id, m.member_number, m.first_name, m.last_name, k.reason, s.seat_id, x.title, x.sub_section_title,
    s.seat_row, s.seat_title, s.row_position, s.seat_position
  from season_keeps k
  join seasons n on n.org_id = k.org_id and n.season_id = k.season_id
  join members m on m.org_id = k.org_id and m.membership_member_id = k.membership_member_id
  join seats s on s.org_id = k.org_id and s.seat_id = k.from_seat_id
  join seat_sections x
    on x.org_id = s.org_id and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where k.org_id = ${orgId}
    and k.season_id = ${seasonId}
    and k.keep_state = 'lost'
    and exists (
      select 1
      from season_seats h
      where h.org_id = ${orgId}
        and h.season_id = n.follows_season_id
        and h.membership_member_id = k.membership_member_id
    )
    and not exists (
      select 1
      from season_seats o
      where o.org_id = ${orgId}
        and o.season_id = ${seasonId}
        and o.membership_member_id = k.membership_member_id
    )
    ${when(tx, after, (id) => tx`and k.membership_member_id > ${id}`)}
  order by k.membership_member_id
  limit ${limit + 1}`

const findFree = (orgId: OrgId, tx: Tx, now: Date, seasonId: number, titles: string[]) => tx<FreeSeatRow[]>`
  select s.seat_id, x.title, x.sub_section_title, s.seat_row, s.seat_title, s.row_position, s.seat_position
  from seasons n
  join seat_sections x on x.org_id = n.org_id and x.seat_map_id = n.seat_map_id
  join seats s on s.org_id = x.org_id and s.seat_map_id = x.seat_map_id and s.seat_section_id = x.seat_section_id
  where n.org_id = ${orgId}
    and n.season_id = ${seasonId}
    and x.title = any (${titles}::text[])
    and s.seat_status = 'active'
    and ${isFreeInSeason(orgId, tx, now, seasonId)}
  order by s.seat_id`
