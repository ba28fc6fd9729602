import { memberStatus, ticketStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference, isComingNow } from './difference.ts'

/**
 * A pool has sold the places of its reserved and active tickets, holds those of every hold, expired or not, and seasons have those of
 * their claims on its seats; of an event to come, also those of season members who count in it without a seat.
 */
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
  left join (
    select n.price_category_id, count(*) as places
    from seat_claims a
    join seats s on s.org_id = a.org_id and s.seat_id = a.seat_id
    join price_category_sections n
      on n.org_id = a.org_id
      and n.event_id = a.event_id
      and n.seat_map_id = s.seat_map_id
      and n.seat_section_id = s.seat_section_id
    where a.org_id = ${orgId}
      and a.season_id is not null
    group by n.price_category_id
  ) a using (price_category_id)
  left join (
    select v.price_category_id, count(*) as places
    from season_events v
    join membership_types y on y.org_id = v.org_id and y.season_id = v.season_id
    join members m on m.org_id = y.org_id and m.membership_type_id = y.membership_type_id
    where v.org_id = ${orgId}
      and v.price_category_id is not null
      and m.membership_seat_id is null
      and m.membership_member_status_id <> ${memberStatus.cancelled}
    group by v.price_category_id
  ) m using (price_category_id)
  left join (
    select v.price_category_id, count(*) as places
    from season_events v
    join member_terms t on t.org_id = v.org_id and t.season_id = v.season_id
    where v.org_id = ${orgId}
      and v.price_category_id is not null
      and t.seat_id is null
      and t.membership_member_status_id <> ${memberStatus.cancelled}
    group by v.price_category_id
  ) n using (price_category_id)
  left join (
    select v.price_category_id, count(*) as places
    from season_events v
    join basket_memberships b on b.org_id = v.org_id and b.season_id = v.season_id
    where v.org_id = ${orgId}
      and v.price_category_id is not null
      and b.seat_id is null
      and b.holds_place
    group by v.price_category_id
  ) b using (price_category_id)
  join events e on e.org_id = ${orgId} and e.event_id = c.event_id
  cross join lateral (
    values
      ('sold', c.sold, coalesce(t.places, 0)),
      ('held', c.held, coalesce(h.places, 0)),
      (
        'season',
        c.season,
        case when ${isComingNow(orgId, sql)} then coalesce(a.places, 0) + coalesce(m.places, 0) + coalesce(n.places, 0) + coalesce(b.places, 0) else c.season end
      )
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
