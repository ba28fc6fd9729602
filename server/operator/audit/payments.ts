import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A payment has been refunded by its refunds, those on their way included and those that failed not. */
export const paymentRefunds: Check = (orgId, sql) => sql<Difference[]>`
  select 'payment' as object, p.payment_id::text as id, 'refunded_minor' as field, p.refunded_minor as stored,
    coalesce(r.amount_minor, 0) as counted
  from payments p
  left join (
    select payment_id, sum(amount_minor)::bigint as amount_minor
    from refunds
    where org_id = ${orgId}
      and refund_status <> 'failed'
    group by payment_id
  ) r using (payment_id)
  where p.org_id = ${orgId}
    and p.refunded_minor <> coalesce(r.amount_minor, 0)
  order by p.payment_id
  limit ${DIFFERENCES_MAX}`

/**
 * Of orders that are paid at once: what was paid for one that was ever confirmed is its total; what was paid for any other has gone back. An order's
 * refunds are those of its payments, of a surplus nothing is kept but what its payer does without, and an order that is called refunded has nothing left.
 */
export const orderPayments: Check = (orgId, sql) => sql<Difference[]>`
  select 'order' as object, o.order_id::text as id, v.field, v.stored, v.counted
  from orders o
  left join (
    select order_id,
      coalesce(sum(amount_minor) filter (where not surplus), 0)::bigint as paid_minor,
      coalesce(sum(refunded_minor) filter (where not surplus), 0)::bigint as refunded_minor,
      coalesce(sum(amount_minor - refunded_minor) filter (where surplus and not exists (
        select
        from refunds f
        where f.org_id = ${orgId}
          and f.payment_id = payments.payment_id
          and f.failure_code = 'forgone'
      )), 0)::bigint as surplus_minor
    from payments
    where org_id = ${orgId}
      and order_id is not null
      and payment_status = 'succeeded'
    group by order_id
  ) p using (order_id)
  left join (
    select order_id, coalesce(sum(amount_minor) filter (where kind = 'returned'), 0)::bigint as returned_minor,
      -coalesce(sum(amount_minor) filter (where kind in ('spent', 'released')), 0)::bigint as spent_minor
    from credit_entries
    where org_id = ${orgId}
      and order_id is not null
    group by order_id
  ) c using (order_id)
  cross join lateral (
    values
      ('credit_minor', coalesce(o.credit_minor, 0), coalesce(c.spent_minor, 0), true),
      ('total_minor', o.total_minor, coalesce(p.paid_minor, 0) + coalesce(o.credit_minor, 0), o.confirmed_at is not null),
      ('surplus_minor', 0, coalesce(p.surplus_minor, 0), true),
      ('kept_minor', 0, coalesce(p.paid_minor - p.refunded_minor, 0), o.confirmed_at is null),
      ('refunded_minor', o.refunded_minor, coalesce(p.refunded_minor, 0) + coalesce(c.returned_minor, 0), true),
      ('refunded_minor', o.refunded_minor, o.total_minor, o.order_status = 'refunded')
  ) as v (field, stored, counted, applies)
  where o.org_id = ${orgId}
    and o.paid_minor is null
    and v.applies
    and v.stored <> v.counted
  order by o.order_id, v.field
  limit ${DIFFERENCES_MAX}`
