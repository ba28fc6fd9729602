import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/**
 * Gives the places of a pool's expired holds, and of season seats that expired in baskets, back to its counters. The caller has locked
 * the pool's row. A hold that a checkout is prolonging at this moment is passed over, and goes on counting.
 */
export async function reclaimExpiredHolds(orgId: OrgId, tx: Tx, priceCategoryId: number, now: Date): Promise<void> {
  await Promise.all([
    reclaimHolds(orgId, tx, priceCategoryId, now).execute(),
    reclaimSeasonClaims(orgId, tx, priceCategoryId, now).execute(),
  ])
}

const reclaimHolds = (orgId: OrgId, tx: Tx, priceCategoryId: number, now: Date) => tx`
  with expired as (
    select basket_id, basket_item_id
    from holds
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}
      and expires_at <= ${now}
    for update skip locked
  ), reclaimed as (
    delete from holds h
    using expired e
    where h.org_id = ${orgId}
      and h.basket_id = e.basket_id
      and h.basket_item_id = e.basket_item_id
    returning h.price_id, h.places
  ), by_price as (
    select price_id, sum(places)::bigint as places
    from reclaimed
    group by price_id
  ), limited as (
    update prices p
    set held = p.held - b.places
    from by_price b
    where p.org_id = ${orgId}
      and p.price_id = b.price_id
      and p.limit_places is not null
  )
  update price_categories
  set held = held - (select sum(places) from by_price)
  where org_id = ${orgId}
    and price_category_id = ${priceCategoryId}
    and exists (select 1 from by_price)`

/** Of events of the pool alone: the season seat itself, and its claims in other events, are for those to tidy away who want them. */
const reclaimSeasonClaims = (orgId: OrgId, tx: Tx, priceCategoryId: number, now: Date) => tx`
  with expired as materialized (
    select a.event_id, a.seat_id
    from seat_claims a
    cross join lateral (
      select 1
      from seats s
      join price_category_sections n
        on n.org_id = s.org_id and n.seat_map_id = s.seat_map_id and n.seat_section_id = s.seat_section_id
      where s.org_id = ${orgId}
        and s.seat_id = a.seat_id
        and n.event_id = a.event_id
        and n.price_category_id = ${priceCategoryId}
      limit 1
    ) of_pool
    where a.org_id = ${orgId}
      and a.event_id = (
        select event_id
        from price_categories
        where org_id = ${orgId}
          and price_category_id = ${priceCategoryId}
      )
      and a.season_id is not null
      and a.expires_at <= ${now}
  ), freed as (
    delete from seat_claims a
    using expired x
    where a.org_id = ${orgId}
      and a.event_id = x.event_id
      and a.seat_id = x.seat_id
      and a.expires_at <= ${now}
    returning a.seat_id
  )
  update price_categories
  set season = season - (select count(*) from freed)
  where org_id = ${orgId}
    and price_category_id = ${priceCategoryId}
    and exists (select 1 from freed)`
