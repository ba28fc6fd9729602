import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import { isComing, lockSeason } from './lock-season.ts'
import { lockPoolsOfEvents, lockSeasonsOf, recountEvents } from './recount-event.ts'
import { findUnclaimed, insertClaims, returnClaims } from './season-claims.ts'

/** Seats that a refusal names. */
const EXAMPLES_MAX = 20

/**
 * An event comes into a season and brings the claims of its season seats along. Refused where one of them is sold at the event.
 * The event's row is there already, with its pools if it has any.
 */
export async function joinSeason(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  eventId: number,
  param = 'season_ids',
): Promise<void> {
  const season = await lockSeason(orgId, tx, seasonId, 'alone', param)
  const { count } = await tx`
    insert into season_events (org_id, season_id, event_id, created_at)
    values (${orgId}, ${seasonId}, ${eventId}, ${now})
    on conflict (org_id, season_id, event_id) do nothing`
  if (count > 0 && season.season_status === 'archived') {
    throw new ApiError('state_conflict', { param, message: `The season ${season.title} is archived.` })
  }
  if (count > 0) await noteChange(orgId, tx, now, seasonId)
  await claimEvent(orgId, tx, now, { seasonId, title: season.title, eventId, param })
}

/** Scanners that hold a list of members fetch those of the season anew. */
const noteChange = (orgId: OrgId, tx: Tx, now: Date, seasonId: number) => tx`
  update seasons
  set changed_at = ${now}
  where org_id = ${orgId}
    and season_id = ${seasonId}`

type Joining = { seasonId: number; title: string; eventId: number; param: string }

async function claimEvent(orgId: OrgId, tx: Tx, now: Date, joining: Joining): Promise<void> {
  const { seasonId, eventId } = joining
  await lockPoolsOfEvents(orgId, tx, [eventId])
  const ofEvent = tx`z.season_id = ${seasonId} and v.event_id = ${eventId}`
  await insertClaims(orgId, tx, now, ofEvent)
  if ((await findUnclaimed(orgId, tx, now, ofEvent)).length > 0) {
    await freeExpiredAt(orgId, tx, now, eventId)
    await insertClaims(orgId, tx, now, ofEvent)
    refuseSold(joining, await findUnclaimed(orgId, tx, now, ofEvent))
  }
  await recountEvents(orgId, tx, now, [eventId])
}

async function freeExpiredAt(orgId: OrgId, tx: Tx, now: Date, eventId: number): Promise<void> {
  const pools = await tx<{ price_category_id: number }[]>`
    select price_category_id
    from price_categories
    where org_id = ${orgId}
      and event_id = ${eventId}
    order by price_category_id`
  for (const { price_category_id: poolId } of pools) await reclaimExpiredHolds(orgId, tx, poolId, now)
  await returnClaims(orgId, tx, tx`a.event_id = ${eventId} and a.expires_at <= ${now}`)
}

function refuseSold({ title, eventId, param }: Joining, taken: { seat_id: number }[]): void {
  if (taken.length === 0) return
  throw new StockError('seat_taken', {
    param,
    message: `Seats of the season ${title} are sold at the event already. \`seat_ids\` names the first of them.`,
    seat_ids: taken.slice(0, EXAMPLES_MAX).map(({ seat_id }) => seat_id),
    event_ids: [eventId],
  })
}

/** An event leaves a season, and its season seats are free there. What is over is not taken back. */
export async function leaveSeason(orgId: OrgId, tx: Tx, now: Date, seasonId: number, eventId: number): Promise<void> {
  await lockSeason(orgId, tx, seasonId, 'alone')
  const [event] = await tx<{ is_coming: boolean }[]>`
    select ${isComing(tx, 'e', now)} as is_coming
    from events e
    join season_events v on v.org_id = e.org_id and v.event_id = e.event_id
    where e.org_id = ${orgId}
      and v.season_id = ${seasonId}
      and e.event_id = ${eventId}`
  if (!event) throw new ApiError('resource_missing')
  if (!event.is_coming) {
    throw new ApiError('state_conflict', { message: 'The event is over or cancelled; it stays in its seasons.' })
  }
  await lockPoolsOfEvents(orgId, tx, [eventId])
  await returnClaims(orgId, tx, tx`a.season_id = ${seasonId} and a.event_id = ${eventId}`)
  await tx`
    delete from season_seat_gaps
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and event_id = ${eventId}`
  await tx`
    delete from season_events
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and event_id = ${eventId}`
  await noteChange(orgId, tx, now, seasonId)
  await recountEvents(orgId, tx, now, [eventId])
}

/** Seasons of the event's map, on whose days it begins: those that it joins unless the request says otherwise. */
const seasonsByRule = (orgId: OrgId, tx: Tx, eventId: number) => tx<{ season_id: number }[]>`
  select n.season_id
  from events e
  join organisations o on o.org_id = e.org_id
  join seasons n on n.org_id = e.org_id
  where e.org_id = ${orgId}
    and e.event_id = ${eventId}
    and n.season_status = 'active'
    and n.takes_new_events
    and n.seat_map_id is not distinct from coalesce(e.membership_seat_map_id, e.seat_map_id)
    and (e.starts_at at time zone o.timezone)::date between n.first_day and n.last_day
  order by n.season_id`

const seasonsOf = (orgId: OrgId, tx: Tx, eventId: number) => tx<{ season_id: number; is_of_map: boolean }[]>`
  select v.season_id, n.seat_map_id is not distinct from coalesce(e.membership_seat_map_id, e.seat_map_id) as is_of_map
  from season_events v
  join seasons n on n.org_id = v.org_id and n.season_id = v.season_id
  join events e on e.org_id = v.org_id and e.event_id = v.event_id
  where v.org_id = ${orgId}
    and v.event_id = ${eventId}
  order by v.season_id`

/** A new event is in the seasons that the request names, or in those of its map and day. */
export async function joinSeasons(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  eventId: number,
  seasonIds: number[] | undefined,
): Promise<void> {
  const ids = seasonIds ?? (await seasonsByRule(orgId, tx, eventId)).map(({ season_id }) => season_id)
  for (const seasonId of [...new Set(ids)].sort((a, b) => a - b)) await joinSeason(orgId, tx, now, seasonId, eventId)
}

export type EventMove = {
  /** As the request has them; undefined: it does not say. */
  seasonIds: number[] | undefined
  /** Its start or end is another now. */
  isMoved: boolean
  /** So is the map whose season seats are let in, or, where it names none, the one that is sold. */
  isOtherMap: boolean
}

/**
 * An event that has changed. On another map it leaves the seasons of the one before. On another day it stays in its seasons, whose members
 * have paid for it, and joins those of its day only where it is in none.
 */
export async function settleSeasons(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  eventId: number,
  { seasonIds, isMoved, isOtherMap }: EventMove,
): Promise<void> {
  if (seasonIds === undefined && !isMoved && !isOtherMap) return
  await lockSeasonsOf(orgId, tx, eventId)
  const present = await seasonsOf(orgId, tx, eventId)
  const stays = present.filter(({ is_of_map }) => is_of_map || !isOtherMap)
  const byRule = stays.length > 0 ? stays : await seasonsByRule(orgId, tx, eventId)
  const wanted = new Set(seasonIds ?? byRule.map(({ season_id }) => season_id))
  for (const { season_id } of present) {
    if (!wanted.has(season_id)) await leaveSeason(orgId, tx, now, season_id, eventId)
  }
  // Also those that it is in already: one that was over, and is now to come, has the claims of seats that were sold since.
  for (const seasonId of [...wanted].sort((a, b) => a - b)) await joinSeason(orgId, tx, now, seasonId, eventId)
}
