import { ticketStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** An order is the sum of its lines, and of the tax on top of its own fee. */
export const orderSums: Check = (orgId, sql) => sql<Difference[]>`
  select 'order' as object, o.order_id::text as id, v.field, v.stored, v.counted
  from orders o
  left join (
    select order_id, sum(quantity * price_minor)::bigint as price_minor, sum(discount_minor)::bigint as discount_minor,
      sum(quantity * service_fee_minor)::bigint as service_fee_minor,
      sum(quantity * service_tax_minor)::bigint as service_tax_minor, sum(quantity * rebate_minor)::bigint as rebate_minor,
      sum(added_tax_minor)::bigint as added_tax_minor
    from order_lines
    where org_id = ${orgId}
    group by order_id
  ) l using (order_id)
  left join tax_rates f on f.org_id = ${orgId} and f.tax_rate_id = o.fee_tax_rate_id
  cross join lateral (
    values
      ('added_tax_minor', coalesce(o.added_tax_minor, 0), coalesce(l.added_tax_minor, 0)
        + case when f.included_in_prices is false then coalesce(o.fee_tax_minor, 0) else 0 end),
      ('price_minor', o.price_minor, coalesce(l.price_minor, 0)),
      ('discount_minor', o.discount_minor, coalesce(l.discount_minor, 0)),
      ('service_fee_minor', o.service_fee_minor, coalesce(l.service_fee_minor, 0)),
      ('service_tax_minor', o.service_tax_minor, coalesce(l.service_tax_minor, 0)),
      ('rebate_minor', o.rebate_minor, coalesce(l.rebate_minor, 0))
  ) as v (field, stored, counted)
  where o.org_id = ${orgId}
    and v.stored <> v.counted
  order by o.order_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A line of tickets of an order that was ever confirmed has a ticket for each place, replaced ones aside, and is their sum. */
export const lineTickets: Check = (orgId, sql) => sql<Difference[]>`
  select 'order_line' as object, l.order_line_id::text as id, v.field, v.stored, v.counted
  from order_lines l
  join orders o on o.org_id = l.org_id and o.order_id = l.order_id
  left join (
    select order_line_id, count(*) as places, sum(price_minor)::bigint as price_minor,
      sum(discount_minor)::bigint as discount_minor, sum(service_fee_minor)::bigint as service_fee_minor,
      sum(service_tax_minor)::bigint as service_tax_minor, coalesce(sum(tax_minor), 0)::bigint as tax_minor,
      coalesce(sum(added_tax_minor), 0)::bigint as added_tax_minor,
      coalesce(sum(fee_tax_minor), 0)::bigint as fee_tax_minor
    from tickets
    where org_id = ${orgId}
      and ticket_status_id <> ${ticketStatus.replaced}
    group by order_line_id
  ) t using (order_line_id)
  cross join lateral (
    values
      ('places', l.places::bigint, coalesce(t.places, 0)),
      ('price_minor', l.quantity * l.price_minor, coalesce(t.price_minor, 0)),
      ('discount_minor', l.discount_minor, coalesce(t.discount_minor, 0)),
      ('service_fee_minor', l.quantity * l.service_fee_minor, coalesce(t.service_fee_minor, 0)),
      ('service_tax_minor', l.quantity * l.service_tax_minor, coalesce(t.service_tax_minor, 0)),
      ('tax_minor', coalesce(l.tax_minor, 0), coalesce(t.tax_minor, 0)),
      ('added_tax_minor', coalesce(l.added_tax_minor, 0), coalesce(t.added_tax_minor, 0)),
      ('fee_tax_minor', coalesce(l.fee_tax_minor, 0), coalesce(t.fee_tax_minor, 0))
  ) as v (field, stored, counted)
  where l.org_id = ${orgId}
    and l.kind = 'ticket'
    and o.org_id = ${orgId}
    and o.confirmed_at is not null
    and v.stored <> v.counted
  order by l.order_line_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A ticket is replaced exactly when another one replaces it. */
export const replacements: Check = (orgId, sql) => sql<Difference[]>`
  select 'ticket' as object, t.ticket_id::text as id, 'replaced' as field,
    (t.ticket_status_id = ${ticketStatus.replaced})::integer::bigint as stored, (r.ticket_id is not null)::integer::bigint as counted
  from tickets t
  left join tickets r on r.org_id = ${orgId} and r.replaces_ticket_id = t.ticket_id
  where t.org_id = ${orgId}
    and (t.ticket_status_id = ${ticketStatus.replaced}) <> (r.ticket_id is not null)
  order by t.ticket_id
  limit ${DIFFERENCES_MAX}`

/** A discount is used by every order that took it but those that expired before they were paid. */
export const discountUses: Check = (orgId, sql) => sql<Difference[]>`
  select 'discount' as object, d.discount_id::text as id, 'used' as field, d.used as stored,
    coalesce(o.uses, 0) as counted
  from discounts d
  left join (
    select discount_id, count(*) as uses
    from orders
    where org_id = ${orgId}
      and discount_id is not null
      and order_status <> 'expired'
    group by discount_id
  ) o using (discount_id)
  where d.org_id = ${orgId}
    and d.used <> coalesce(o.uses, 0)
  order by d.discount_id
  limit ${DIFFERENCES_MAX}`
