import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../statuses.ts'
import { isComing } from './lock-season.ts'

/** Pools of events, in the order of their ids. */
export const lockPoolsOfEvents = (orgId: OrgId, tx: Tx, eventIds: number[]) => tx`
  select 1
  from price_categories
  where org_id = ${orgId}
    and event_id = any (${eventIds}::bigint[])
  order by price_category_id
  for no key update`

/**
 * What seasons take of the pools of events that are to come, counted from the rows: the claims on seats of a pool's sections, and the
 * members without a seat where a season counts them. For what changes the pools or the seasons themselves, under the locks of the pools.
 */
export async function recountEvents(orgId: OrgId, tx: Tx, now: Date, eventIds: number[]): Promise<void> {
  await tx`
    update season_events v
    set price_category_id = (
      select min(c.price_category_id)
      from price_categories c
      where c.org_id = ${orgId}
        and c.event_id = v.event_id
        and c.title = n.category_title
        and c.price_category_status <> 'archived'
    )
    from seasons n
    where v.org_id = ${orgId}
      and v.event_id = any (${eventIds}::bigint[])
      and v.price_category_id is null
      and n.org_id = ${orgId}
      and n.season_id = v.season_id
      and n.category_title is not null`
  await recount(orgId, tx, now, tx`k.event_id = any (${eventIds}::bigint[])`)
}

/**
 * The same of one pool, whose sections or title have changed: other pools of the event have not, and the caller has this one's lock only,
 * and those of the event's seasons.
 */
export async function recountCategory(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { eventId, categoryId, title }: { eventId: number; categoryId: number; title?: string },
): Promise<void> {
  await tx`
    update season_events v
    set price_category_id = case when coalesce(${title ?? null}, c.title) = n.category_title then c.price_category_id end
    from seasons n, price_categories c
    where v.org_id = ${orgId}
      and v.event_id = ${eventId}
      and (v.price_category_id is null or v.price_category_id = ${categoryId})
      and n.org_id = ${orgId}
      and n.season_id = v.season_id
      and c.org_id = ${orgId}
      and c.price_category_id = ${categoryId}`
  await recount(orgId, tx, now, tx`k.price_category_id = ${categoryId}`)
}

/** Seasons of an event, so that none of their seats is sold meanwhile. Before its pools, as all requests lock them. */
export const lockSeasonsOf = (orgId: OrgId, tx: Db, eventId: number) => tx`
  select 1
  from seasons
  where org_id = ${orgId}
    and season_id in (
      select season_id
      from season_events
      where org_id = ${orgId}
        and event_id = ${eventId}
    )
  order by season_id
  for no key update`

const recount = (orgId: OrgId, tx: Tx, now: Date, isWanted: Fragment) => tx`
    update price_categories c
    set season = f.season
    from (
      select k.price_category_id, (
        select count(*)
        from price_category_sections n
        join seats s on s.org_id = n.org_id and s.seat_map_id = n.seat_map_id and s.seat_section_id = n.seat_section_id
        join seat_claims a on a.org_id = s.org_id and a.event_id = n.event_id and a.seat_id = s.seat_id
        where n.org_id = ${orgId}
          and n.event_id = k.event_id
          and n.price_category_id = k.price_category_id
          and a.season_id is not null
      ) + (
        select count(*)
        from season_events v
        join membership_types y on y.org_id = v.org_id and y.season_id = v.season_id
        join members m on m.org_id = y.org_id and m.membership_type_id = y.membership_type_id
        where v.org_id = ${orgId}
          and v.event_id = k.event_id
          and v.price_category_id = k.price_category_id
          and m.membership_seat_id is null
          and m.membership_member_status_id <> ${memberStatus.cancelled}
      ) + (
        select count(*)
        from season_events v
        join member_terms t on t.org_id = v.org_id and t.season_id = v.season_id
        where v.org_id = ${orgId}
          and v.event_id = k.event_id
          and v.price_category_id = k.price_category_id
          and t.seat_id is null
          and t.membership_member_status_id <> ${memberStatus.cancelled}
      ) + (
        select count(*)
        from season_events v
        join basket_memberships b on b.org_id = v.org_id and b.season_id = v.season_id
        where v.org_id = ${orgId}
          and v.event_id = k.event_id
          and v.price_category_id = k.price_category_id
          and b.seat_id is null
          and b.holds_place
      ) as season
      from price_categories k
      join events e on e.org_id = k.org_id and e.event_id = k.event_id
      where k.org_id = ${orgId}
        and ${isWanted}
        and ${isComing(tx, 'e', now)}
    ) f
    where c.org_id = ${orgId}
      and c.price_category_id = f.price_category_id
      and c.season <> f.season`
