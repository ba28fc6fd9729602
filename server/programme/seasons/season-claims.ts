import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { isComing } from './lock-season.ts'

/** A claim for each season seat `z` in each event `v` of its season that is to come, and its place of the pool. */
export const insertClaims = (orgId: OrgId, tx: Db, now: Date, isWanted: Fragment) => tx`
  with claimed as (
    insert into seat_claims (org_id, event_id, seat_id, season_id, expires_at, is_kept, created_at, changed_at)
    select ${orgId}, v.event_id, z.seat_id, z.season_id, z.expires_at,
      z.kept_for_member_id is not null and z.basket_item_id is null, ${now}, ${now}
    from season_seats z
    join season_events v on v.org_id = z.org_id and v.season_id = z.season_id
    join events e on e.org_id = v.org_id and e.event_id = v.event_id
    where z.org_id = ${orgId}
      and ${isWanted}
      and ${isComing(tx, 'e', now)}
      and not exists (
        select 1
        from season_seat_gaps g
        where g.org_id = ${orgId}
          and g.season_id = z.season_id
          and g.seat_id = z.seat_id
          and g.event_id = v.event_id
      )
    on conflict (org_id, event_id, seat_id) do nothing
    returning event_id, seat_id
  )
  update price_categories c
  set season = c.season + f.places
  from (
    select n.price_category_id, count(*) as places
    from claimed d
    join seats s on s.org_id = ${orgId} and s.seat_id = d.seat_id
    join price_category_sections n
      on n.org_id = ${orgId}
      and n.event_id = d.event_id
      and n.seat_map_id = s.seat_map_id
      and n.seat_section_id = s.seat_section_id
    group by n.price_category_id
  ) f
  where c.org_id = ${orgId}
    and c.price_category_id = f.price_category_id`

/** Season seats `z`, unexpired, and events `v` of their season to come in which the seat is not theirs; gaps are meant to be. */
export const findUnclaimed = (orgId: OrgId, sql: Db, now: Date, isWanted: Fragment) => sql<
  { event_id: number; seat_id: number }[]
>`
  select v.event_id, z.seat_id
  from season_seats z
  join season_events v on v.org_id = z.org_id and v.season_id = z.season_id
  join events e on e.org_id = v.org_id and e.event_id = v.event_id
  -- One by one, by the key of the claims: a season has as many of them as seats and events together.
  left join lateral (
    select c.season_id
    from seat_claims c
    where c.org_id = ${orgId}
      and c.event_id = v.event_id
      and c.seat_id = z.seat_id
    limit 1
  ) a on a.season_id = z.season_id
  where z.org_id = ${orgId}
    and ${isWanted}
    and ${isComing(sql, 'e', now)}
    and (z.expires_at is null or z.expires_at > ${now})
    and a.season_id is null
    and not exists (
      select 1
      from season_seat_gaps g
      where g.org_id = ${orgId}
        and g.season_id = z.season_id
        and g.seat_id = z.seat_id
        and g.event_id = v.event_id
    )
  order by v.event_id, z.seat_id
  limit 1000`

/** Deletes claims `a` of seasons and gives their places back: the deletion is the token, so none goes back twice. */
export const returnClaims = (orgId: OrgId, tx: Tx, isWanted: Fragment) => tx`
  with freed as (
    delete from seat_claims a
    where a.org_id = ${orgId}
      and a.season_id is not null
      and ${isWanted}
    returning a.event_id, a.seat_id
  )
  update price_categories c
  set season = c.season - f.places
  from (
    select n.price_category_id, count(*) as places
    from freed d
    join seats s on s.org_id = ${orgId} and s.seat_id = d.seat_id
    join price_category_sections n
      on n.org_id = ${orgId}
      and n.event_id = d.event_id
      and n.seat_map_id = s.seat_map_id
      and n.seat_section_id = s.seat_section_id
    group by n.price_category_id
  ) f
  where c.org_id = ${orgId}
    and c.price_category_id = f.price_category_id`
