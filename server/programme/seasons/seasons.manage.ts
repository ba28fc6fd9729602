import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds } from '../../platform/values/clock.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn, missing } from '../../resources/constraints.ts'
import { CalendarDate } from '../../resources/fields.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { lockSeatMapStatus } from '../seat-maps/seat-map.ts'
import { catalogueStatus, eventStatus } from '../statuses.ts'
import { chooseFollowed, settleKept } from './follow-season.ts'
import { joinSeason } from './join-season.ts'
import { keepSeats } from './keep-seats.ts'
import { freeAllKept } from './kept-seats.ts'
import { isComing } from './lock-season.ts'
import { lockPoolsOfEvents, recountEvents } from './recount-event.ts'
import { type SeasonRow, seasons } from './season.ts'

/*
 * Operations (written by npm run openapi):
 * archiveSeason, changeSeason, createSeason, listSeasons, retrieveSeason
 */

/** Two years of a club that plays twice a week. */
const EVENTS_MAX = 500

const Fields = Input({
  title: Text(200),
  seat_map_id: Type.Optional(Nullable(Id({ description: 'where its seats are; stays once one is sold' }))),
  first_day: CalendarDate({ description: 'YYYY-MM-DD, in the time zone of the organisation' }),
  last_day: CalendarDate({ description: 'YYYY-MM-DD, included' }),
  takes_new_events: Type.Optional(
    Type.Boolean({ default: true, description: 'events that are made on its map and days join it' }),
  ),
  follows_season_id: Type.Optional(
    Nullable(
      Id({
        description:
          'the season before: from now on the seats of its holders are kept for them in this one; with seats_kept_until_unix; null: it follows none',
      }),
    ),
  ),
  seats_kept_until_unix: Type.Optional(
    Nullable(
      UnixSeconds({
        description:
          'until when they are kept, then they are free; later or earlier, it moves all that are not kept longer for one member',
      }),
    ),
  ),
  category_title: Type.Optional(
    Nullable(
      Text(200, { description: 'members without a seat count in the price category of this title, event by event' }),
    ),
  ),
})

const Body = Input({
  ...Fields.properties,
  event_ids: Type.Optional(
    Type.Array(Id(), { maxItems: EVENTS_MAX, description: 'its events; those of its map and days unless you say' }),
  ),
})

export const manageSeasons: Operation[] = [
  listOf(seasons),
  retrieveOf(seasons),
  createOf(
    seasons,
    Body,
    async ({ event_ids: _eventIds, ...fields }, at) => {
      if (fields.seat_map_id) await chooseSeatMap(at, fields.seat_map_id)
      if (fields.follows_season_id) await chooseFollowed(at, null, fields.follows_season_id)
      return toColumns(fields)
    },
    async ({ event_ids: eventIds, follows_season_id: followedId }, at, seasonId) => {
      const { orgId, tx, clock } = at
      for (const eventId of eventIds ?? (await eventsByRule(at, seasonId))) {
        await joinSeason(orgId, tx, clock(orgId), seasonId, eventId, 'event_ids')
      }
      if (followedId) await keepSeats(orgId, tx, clock(orgId), { seasonId, param: 'follows_season_id' })
    },
  ),
  changeOf(
    seasons,
    Fields,
    async (body, season, at) => {
      if (season.season_status === 'archived')
        throw new ApiError('state_conflict', { message: 'The season is archived.' })
      if (body.seat_map_id !== undefined && body.seat_map_id !== season.seat_map_id) await moveMap(at, season, body)
      if (body.follows_season_id && body.follows_season_id !== season.follows_season_id) {
        await chooseFollowed(at, season.season_id, body.follows_season_id)
      }
      return toColumns(body)
    },
    async (body, season, at) => {
      await settleKept(at, season, body)
      if (body.category_title !== undefined && body.category_title !== season.category_title)
        await moveCounted(at, season)
    },
  ),
  stepOf(
    seasons,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a season',
      description:
        'Its members keep their seats; it takes no further members and no further events. Refused while a membership type that is not archived names it.',
    },
    async (season, at) => {
      await refuseInUse(at, season.season_id, undefined, 'A membership type still names the season.')
      await freeAllKept(at.orgId, at.tx, at.clock(at.orgId), season.season_id)
      return { season_status: 'archived' }
    },
  ),
]

const toColumns = ({ seats_kept_until_unix: until, ...columns }: Partial<Static<typeof Fields>>) => ({
  ...columns,
  ...(until === undefined ? {} : { seats_kept_until: until === null ? null : fromUnixSeconds(until) }),
})

async function chooseSeatMap({ orgId, tx }: ChangeContext, seatMapId: number): Promise<void> {
  const status = await lockSeatMapStatus(orgId, tx, seatMapId)
  if (status === undefined) throw missing('seat_map_id')()
  if (status === 'archived') throw conflictOn('seat_map_id', 'The seat map is archived.')()
}

/** Events that would have joined it, had it been there before them. */
async function eventsByRule({ orgId, tx }: ChangeContext, seasonId: number): Promise<number[]> {
  const rows = await tx<{ event_id: number }[]>`
    select e.event_id
    from seasons n
    join organisations o on o.org_id = n.org_id
    join events e on e.org_id = n.org_id
    where n.org_id = ${orgId}
      and n.season_id = ${seasonId}
      and n.takes_new_events
      and coalesce(e.membership_seat_map_id, e.seat_map_id) is not distinct from n.seat_map_id
      and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      and (e.starts_at at time zone o.timezone)::date between n.first_day and n.last_day
    order by e.event_id
    limit ${EVENTS_MAX}`
  return rows.map(({ event_id }) => event_id)
}

/** Its seats are on its map, and so are the categories of its types. */
async function moveMap(
  at: ChangeContext,
  season: SeasonRow,
  { seat_map_id: seatMapId }: Partial<Static<typeof Fields>>,
) {
  if (season.seats_sold + season.seats_held > 0)
    throw conflictOn('seat_map_id', 'Seats of the season are sold or held.')()
  if (seatMapId) await chooseSeatMap(at, seatMapId)
  await refuseInUse(at, season.season_id, seatMapId ?? null, 'A membership type of the season is on another seat map.')
}

/** Types that name it and are in use; with a map, those of categories on another one. */
async function refuseInUse(
  { orgId, tx }: ChangeContext,
  seasonId: number,
  seatMapId: number | null | undefined,
  message: string,
): Promise<void> {
  const [type] = await tx`
    select 1
    from membership_types y
    join membership_categories c on c.org_id = y.org_id and c.membership_category_id = y.membership_category_id
    where y.org_id = ${orgId}
      and y.season_id = ${seasonId}
      and y.status <> ${catalogueStatus.archived}
      ${seatMapId === undefined ? tx`` : tx`and c.membership_seat_map_id <> coalesce(${seatMapId}, -1)`}
    limit 1`
  if (type) throw new ApiError('state_conflict', { message })
}

/** Members without a seat count in another category from now on. */
async function moveCounted({ orgId, tx, clock }: ChangeContext, { season_id: seasonId }: SeasonRow): Promise<void> {
  const now = clock(orgId)
  const rows = await tx<{ event_id: number }[]>`
    select v.event_id
    from season_events v
    join events e on e.org_id = v.org_id and e.event_id = v.event_id
    where v.org_id = ${orgId}
      and v.season_id = ${seasonId}
      and ${isComing(tx, 'e', now)}
    order by v.event_id`
  const eventIds = rows.map(({ event_id }) => event_id)
  await lockPoolsOfEvents(orgId, tx, eventIds)
  await tx`
    update season_events
    set price_category_id = null
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and event_id = any (${eventIds}::bigint[])`
  await recountEvents(orgId, tx, now, eventIds)
}
