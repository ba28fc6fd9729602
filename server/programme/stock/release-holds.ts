import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

export type HoldOf = { basketId: string; basketItemId?: number }

/**
 * Gives the places of baskets, or of one of their items, back: pools by id, then prices, then the holds, whose seats go with
 * them. Deleting a hold is the token: places of one that another request has reclaimed are not given back twice.
 */
export async function releaseHolds(orgId: OrgId, tx: Tx, of: HoldOf[]): Promise<void> {
  const basketIds = of.map(({ basketId }) => basketId)
  const itemIds = of.map(({ basketItemId }) => basketItemId ?? null)
  await tx`
    select 1
    from price_categories
    where org_id = ${orgId}
      and price_category_id in (
        select h.price_category_id
        from unnest(${basketIds}::uuid[], ${itemIds}::bigint[]) as f (basket_id, basket_item_id)
        join holds h on h.org_id = ${orgId} and h.basket_id = f.basket_id
        where f.basket_item_id is null
          or f.basket_item_id = h.basket_item_id
      )
    order by price_category_id
    for no key update`
  const freed = await tx<{ price_category_id: number; price_id: number; places: number }[]>`
    delete from holds h
    using unnest(${basketIds}::uuid[], ${itemIds}::bigint[]) as f (basket_id, basket_item_id)
    where h.org_id = ${orgId}
      and h.basket_id = f.basket_id
      and (f.basket_item_id is null or f.basket_item_id = h.basket_item_id)
    returning h.price_category_id, h.price_id, h.places`
  if (freed.length === 0) return
  const places = freed.map((hold) => hold.places)
  await tx`
    update price_categories c
    set held = c.held - s.places
    from (
      select id, sum(places)::bigint as places
      from unnest(${freed.map((hold) => hold.price_category_id)}::bigint[], ${places}::integer[]) as f (id, places)
      group by id
    ) s
    where c.org_id = ${orgId}
      and c.price_category_id = s.id`
  await tx`
    update prices p
    set held = p.held - s.places
    from (
      select id, sum(places)::bigint as places
      from unnest(${freed.map((hold) => hold.price_id)}::bigint[], ${places}::integer[]) as f (id, places)
      group by id
    ) s
    where p.org_id = ${orgId}
      and p.price_id = s.id
      and p.limit_places is not null`
}
