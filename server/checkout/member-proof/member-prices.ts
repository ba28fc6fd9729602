import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'

export type MemberPriceRow = { price_id: number; membership_type_ids: number[]; max_per_member: number | null }

/** Who prices are for, and how many of them one person may buy. */
export const findMemberPrices = (orgId: OrgId, sql: Db, priceIds: number[]) => sql<MemberPriceRow[]>`
  select p.price_id, p.max_per_member, array(
      select p.membership_type_id
      where p.membership_type_id is not null
      union
      select y.membership_type_id
      from price_membership_types y
      where y.org_id = ${orgId}
        and y.price_id = p.price_id
    ) as membership_type_ids
  from prices p
  where p.org_id = ${orgId}
    and p.price_id = any (${priceIds}::bigint[])`

/**
 * Customers who buy as members, so that no other request drafts an order of theirs until this transaction ends: what they have bought is
 * counted under this lock. In the order of their addresses, as all requests that need several lock customers.
 */
export const lockMembersBuying = (orgId: OrgId, tx: Tx, userIds: number[]) => tx`
  select 1
  from customers
  where org_id = ${orgId}
    and user_id = any (${userIds}::bigint[])
  order by lower(email_address collate "C"), user_id
  for no key update`

export type BoughtRow = { user_id: number; order_id: number; price_id: number; units: number }

/**
 * Units of prices that people have in orders which are being paid, or paid; what was cancelled or refunded of these is theirs again. An order
 * is theirs that they proved to make, or that made them members.
 */
export const findBoughtByMembers = (orgId: OrgId, sql: Db, userIds: number[], priceIds: number[]) => sql<BoughtRow[]>`
  select f.user_id, o.order_id, l.price_id, sum(
      case o.order_status
        when 'pending' then l.quantity
        else (t.tickets * l.quantity + l.places - 1) / l.places
      end
    )::integer as units
  from (
    select p.user_id, b.order_id
    from basket_proofs p
    join orders b on b.org_id = p.org_id and b.basket_id = p.basket_id
    where p.org_id = ${orgId}
      and p.user_id = any (${userIds}::bigint[])
    union
    select user_id, membership_order_id
    from members
    where org_id = ${orgId}
      and user_id = any (${userIds}::bigint[])
      and membership_order_id is not null
  ) f
  join orders o on o.org_id = ${orgId} and o.order_id = f.order_id
  join order_lines l on l.org_id = o.org_id and l.order_id = o.order_id
  cross join lateral (
    select count(*) as tickets
    from tickets t
    where t.org_id = ${orgId}
      and t.order_id = l.order_id
      and t.order_line_id = l.order_line_id
      and t.ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
  ) as t
  where l.org_id = ${orgId}
    and l.price_id = any (${priceIds}::bigint[])
    and o.order_status in ('pending', 'confirmed')
  group by f.user_id, o.order_id, l.price_id`
