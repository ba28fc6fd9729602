import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isComing } from '../../programme/seasons/lock-season.ts'

export const SeasonPlacesRow = Type.Object({
  seats: Type.Integer(),
  sold: Type.Integer(),
  held: Type.Integer(),
  kept: Type.Integer(),
  blocked: Type.Integer(),
  elsewhere: Type.Integer(),
})
export type SeasonPlacesRow = Static<typeof SeasonPlacesRow>

/**
 * The seats of a season's map: sold for it, in a basket, closed, and those that are sold or held at a match to come without it. What is
 * left is free for all of it. No row: the season has no seats.
 */
export const findSeasonPlaces = (orgId: OrgId, sql: Db, seasonId: number, now: Date) =>
  sql<SeasonPlacesRow[]>`
  with places as (
    select s.seat_id, s.seat_status = 'blocked' as is_blocked, z.seat_id is not null as is_of_season,
      z.membership_member_id is not null as is_sold, z.kept_for_member_id is not null and z.basket_item_id is null as is_kept
    from seasons n
    join seats s on s.org_id = ${orgId} and s.seat_map_id = n.seat_map_id
    left join season_seats z
      on z.org_id = ${orgId} and z.season_id = n.season_id and z.seat_id = s.seat_id and (z.expires_at is null or z.expires_at > ${now})
    where n.org_id = ${orgId}
      and n.season_id = ${seasonId}
  ), claimed as (
    select distinct x.seat_id
    from season_events v
    join events e on e.org_id = ${orgId} and e.event_id = v.event_id
    join seat_claims x on x.org_id = ${orgId} and x.event_id = v.event_id
    where v.org_id = ${orgId}
      and v.season_id = ${seasonId}
      and ${isComing(sql, 'e', now)}
      and x.season_id is distinct from ${seasonId}
      and (x.expires_at is null or x.expires_at > ${now})
  )
  select count(*) as seats, count(*) filter (where p.is_sold) as sold, count(*) filter (where p.is_of_season and not p.is_sold and not p.is_kept) as held,
    count(*) filter (where p.is_kept) as kept,
    count(*) filter (where p.is_blocked and not p.is_of_season) as blocked,
    count(*) filter (where c.seat_id is not null and not p.is_blocked and not p.is_of_season) as elsewhere
  from places p
  left join claimed c on c.seat_id = p.seat_id
  having count(*) > 0`.freshPlan()
