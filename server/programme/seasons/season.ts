import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { memberStatus } from '../statuses.ts'
import { isComing } from './lock-season.ts'
import { membersNotAdmitted } from './not-admitted.ts'

const counts = {
  events: Type.Integer({ description: 'events in it' }),
  events_to_come: Type.Integer({ description: 'of them, those that are not over, cancelled or archived' }),
  seats_sold: Type.Integer({ description: 'seats that members have' }),
  seats_held: Type.Integer({ description: 'seats in baskets now' }),
  seats_kept: Type.Integer({ description: 'seats that are kept for holders of the season that it follows' }),
  seats_lost: Type.Integer({ description: 'holders of the season that it follows whose seat it does not have' }),
  members_without_seat: Type.Integer({ description: 'members of its types who have no seat, cancelled ones aside' }),
  members_not_admitted: Type.Integer({
    description: 'members whose type does not let them in by card: no gate admits them',
  }),
}

export const Season = Type.Object(
  {
    season_id: Type.Integer(),
    title: Type.String(),
    seat_map_id: Nullable(Type.Integer({ description: 'where its seats are; null: it has none' })),
    first_day: Type.String({ description: 'YYYY-MM-DD, in the time zone of the organisation' }),
    last_day: Type.String({ description: 'YYYY-MM-DD, included' }),
    takes_new_events: Type.Boolean({ description: 'events that are made on its map and days join it' }),
    follows_season_id: Nullable(
      Type.Integer({ description: 'the season before, whose holders have their seats kept; null: none' }),
    ),
    seats_kept_until_unix: Nullable(Type.Integer({ description: 'until when their seats are kept' })),
    category_title: Nullable(
      Type.String({
        description: 'the price category in which members without a seat count; null: they count nowhere',
      }),
    ),
    status: OneOf(['active', 'archived']),
    ...counts,
  },
  { title: 'Season' },
)

export const SeasonRow = Type.Object({
  season_id: Type.Integer(),
  title: Type.String(),
  seat_map_id: Nullable(Type.Integer()),
  first_day: Type.String(),
  last_day: Type.String(),
  takes_new_events: Type.Boolean(),
  follows_season_id: Nullable(Type.Integer()),
  seats_kept_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  category_title: Nullable(Type.String()),
  season_status: OneOf(['active', 'archived']),
  ...counts,
})
export type SeasonRow = Static<typeof SeasonRow>

const selectSeasons = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.season_id, t.title, t.seat_map_id, t.first_day::text as first_day, t.last_day::text as last_day,
    t.takes_new_events, t.follows_season_id, t.seats_kept_until, t.category_title, t.season_status, v.events, v.events_to_come,
    z.seats_sold, z.seats_held, z.seats_kept, ${lostSeats(orgId, sql)} as seats_lost, (
      select count(*)
      from membership_types y
      join members m on m.org_id = y.org_id and m.membership_type_id = y.membership_type_id
      where y.org_id = ${orgId}
        and y.season_id = t.season_id
        and m.membership_seat_id is null
        and m.membership_member_status_id <> ${memberStatus.cancelled}
    ) as members_without_seat,
    ${membersNotAdmitted(orgId, sql, now, sql`y.season_id = t.season_id`)} as members_not_admitted
  from seasons t
  cross join lateral (
    select count(*) as events, count(*) filter (where ${isComing(sql, 'e', now)}) as events_to_come
    from season_events s
    join events e on e.org_id = s.org_id and e.event_id = s.event_id
    where s.org_id = ${orgId}
      and s.season_id = t.season_id
  ) v
  cross join lateral (
    select count(*) filter (where s.membership_member_id is not null) as seats_sold,
      count(*) filter (
        where s.basket_item_id is not null and (s.expires_at is null or s.expires_at > ${now})
      ) as seats_held,
      count(*) filter (
        where s.kept_for_member_id is not null and s.basket_item_id is null and s.kept_until > ${now}
      ) as seats_kept
    from season_seats s
    where s.org_id = ${orgId}
      and s.season_id = t.season_id
  ) z`

/** Holders who still have their seat of the season before, and none of this one. */
const lostSeats = (orgId: OrgId, sql: Db) => sql`(
  select count(*)
  from season_keeps k
  join season_seats h
    on h.org_id = k.org_id and h.season_id = t.follows_season_id and h.membership_member_id = k.membership_member_id
  where k.org_id = ${orgId}
    and k.season_id = t.season_id
    and k.keep_state = 'lost'
    and not exists (
      select 1
      from season_seats o
      where o.org_id = ${orgId}
        and o.season_id = t.season_id
        and o.membership_member_id = k.membership_member_id
    )
)`

const toSeason = (row: SeasonRow) =>
  ({
    season_id: row.season_id,
    title: row.title,
    seat_map_id: row.seat_map_id,
    first_day: row.first_day,
    last_day: row.last_day,
    takes_new_events: row.takes_new_events,
    follows_season_id: row.follows_season_id,
    seats_kept_until_unix: row.seats_kept_until && unixSeconds(row.seats_kept_until),
    category_title: row.category_title,
    status: row.season_status,
    events: row.events,
    events_to_come: row.events_to_come,
    seats_sold: row.seats_sold,
    seats_held: row.seats_held,
    seats_kept: row.seats_kept,
    seats_lost: row.seats_lost,
    members_without_seat: row.members_without_seat,
    members_not_admitted: row.members_not_admitted,
  }) satisfies Static<typeof Season>

export const seasons: Resource<SeasonRow, Static<typeof Season>> = {
  singular: 'season',
  operationNames: { one: 'Season', many: 'Seasons' },
  object: 'seasons',
  scope: 'programme:manage',
  listPath: '/v1/manage/seasons',
  itemPath: '/v1/manage/seasons/:season_id',
  table: 'seasons',
  id: 'season_id',
  tag: 'Seasons',
  schema: Season,
  whenCreated: 'With the events of its map and days that are there already, unless event_ids says otherwise.',
  select: selectSeasons,
  toItem: toSeason,
  constraints: {
    seasons_org_id_seat_map_id_fkey: missing('seat_map_id'),
    season_events_org_id_event_id_fkey: missing('event_ids'),
    seasons_follows_fkey: missing('follows_season_id'),
    seasons_follows_another: invalid('follows_season_id', 'A season does not follow itself.'),
    seasons_kept_until: invalid(
      'seats_kept_until_unix',
      'seats_kept_until_unix goes with follows_season_id, and with no other season.',
    ),
    seasons_days: invalid('last_day', 'last_day must not be before first_day.'),
  },
}
