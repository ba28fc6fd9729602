import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/**
 * Gives the places of a pool's expired holds back to its counters. The caller has locked the pool's row. A hold that
 * a checkout is prolonging at this moment is passed over, and goes on counting.
 */
export async function reclaimExpiredHolds(orgId: OrgId, tx: Tx, priceCategoryId: number, now: Date): Promise<void> {
  await tx`
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
}
