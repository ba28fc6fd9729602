import { ticketStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A pool has sold the places of its reserved and active tickets, and holds those of every hold, expired or not. */
export const pools: Check = (orgId, sql) => sql<Difference[]>`
  select 'price_category' as object, c.price_category_id::text as id, v.field, v.stored, v.counted
  from price_categories c
  left join (
    select price_category_id, count(*) as places
    from tickets
    where org_id = ${orgId}
      and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    group by price_category_id
  ) t using (price_category_id)
  left join (
    select price_category_id, sum(places)::bigint as places
    from holds
    where org_id = ${orgId}
    group by price_category_id
  ) h using (price_category_id)
  cross join lateral (
    values ('sold', c.sold, coalesce(t.places, 0)), ('held', c.held, coalesce(h.places, 0))
  ) as v (field, stored, counted)
  where c.org_id = ${orgId}
    and v.stored <> v.counted
  order by c.price_category_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A price counts the same within its limit, and nothing while it has none. */
export const priceLimits: Check = (orgId, sql) => sql<Difference[]>`
  select 'price' as object, p.price_id::text as id, v.field, v.stored, v.counted
  from prices p
  left join (
    select price_id, count(*) as places
    from tickets
    where org_id = ${orgId}
      and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    group by price_id
  ) t using (price_id)
  left join (
    select price_id, sum(places)::bigint as places
    from holds
    where org_id = ${orgId}
    group by price_id
  ) h using (price_id)
  cross join lateral (
    values
      ('sold', p.sold, case when p.limit_places is null then 0 else coalesce(t.places, 0) end),
      ('held', p.held, case when p.limit_places is null then 0 else coalesce(h.places, 0) end)
  ) as v (field, stored, counted)
  where p.org_id = ${orgId}
    and v.stored <> v.counted
  order by p.price_id, v.field
  limit ${DIFFERENCES_MAX}`
