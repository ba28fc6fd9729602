import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { eventStatus } from '../statuses.ts'
import { wasOverBefore } from '../stock/sold-until.ts'

/** An event `e` that is still to come, or is on: what a season's seats and members are counted at. */
export const isComing = (sql: Db, e: string, now: Date): Fragment =>
  sql`(${sql(`${e}.event_status_id`)} in (${eventStatus.draft}, ${eventStatus.live}) and ${wasOverBefore(sql, e, now)} is not true)`

export type LockedSeason = { season_id: number; title: string; seat_map_id: number | null; season_status: string }

/**
 * Requests that give or take a season's seats share its row, and so do those that count a member without one; one that brings an event in
 * has it alone: no seat is sold that the new event does not know of. It comes before pools and seats, which all lock in one order:
 * season, pools by their ids, seats. Seasons that follow are shared along with it, since seats are kept there for its holders.
 */
export async function lockSeason(
  orgId: OrgId,
  tx: Tx,
  seasonId: number,
  how: 'shared' | 'alone',
  param = 'season_id',
): Promise<LockedSeason> {
  const seasons = await tx<LockedSeason[]>`
    select season_id, title, seat_map_id, season_status
    from seasons
    where org_id = ${orgId}
      and (season_id = ${seasonId} ${how === 'shared' ? tx`or follows_season_id = ${seasonId}` : tx``})
    order by season_id
    ${how === 'shared' ? tx`for share` : tx`for no key update`}`
  const season = seasons.find(({ season_id: id }) => id === seasonId)
  if (!season) throw new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })
  return season
}

/** The pools in which seats are sold at the events of a season that are to come, in the order of their ids, as buyers lock them. */
export const lockSeasonPools = (orgId: OrgId, tx: Tx, now: Date, seasonIds: number[], seatIds: number[]) => tx`
  select 1
  from price_categories
  where org_id = ${orgId}
    and price_category_id in (
      select n.price_category_id
      from season_events v
      join events e on e.org_id = v.org_id and e.event_id = v.event_id
      join price_category_sections n on n.org_id = v.org_id and n.event_id = v.event_id
      where v.org_id = ${orgId}
        and v.season_id in (
          select f.season_id
          from seasons f
          where f.org_id = ${orgId}
            and (f.season_id = any (${seasonIds}::bigint[]) or f.follows_season_id = any (${seasonIds}::bigint[]))
        )
        and ${isComing(tx, 'e', now)}
        and (n.seat_map_id, n.seat_section_id) in (
          select s.seat_map_id, s.seat_section_id
          from seats s
          where s.org_id = ${orgId}
            and s.seat_id = any (${seatIds}::bigint[])
        )
    )
  order by price_category_id
  for no key update`
