import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A debt is paid by its settlements, let go by its releases, and tried by the payments that are open. */
export const debtSums: Check = (orgId, sql) => sql<Difference[]>`
  select 'debt' as object, d.debt_id::text as id, v.field, v.stored, v.counted
  from debts d
  left join (
    select debt_id, sum(amount_minor)::bigint as settled_minor
    from settlements
    where org_id = ${orgId}
    group by debt_id
  ) s using (debt_id)
  left join (
    select debt_id, coalesce(sum(amount_minor) filter (where kind = 'waived'), 0)::bigint as waived_minor,
      coalesce(sum(amount_minor) filter (where kind = 'cancelled'), 0)::bigint as cancelled_minor
    from debt_releases
    where org_id = ${orgId}
    group by debt_id
  ) r using (debt_id)
  left join (
    select x.debt_id, sum(x.amount_minor)::bigint as attempted_minor
    from payment_debts x
    join payments p on p.org_id = ${orgId} and p.payment_id = x.payment_id
    where x.org_id = ${orgId}
      and p.payment_status not in ('succeeded', 'failed', 'cancelled')
    group by x.debt_id
  ) t using (debt_id)
  cross join lateral (
    values
      ('attempted_minor', d.attempted_minor, coalesce(t.attempted_minor, 0)),
      ('settled_minor', d.settled_minor, coalesce(s.settled_minor, 0)),
      ('waived_minor', d.waived_minor, coalesce(r.waived_minor, 0)),
      ('cancelled_minor', d.cancelled_minor, coalesce(r.cancelled_minor, 0))
  ) as v (field, stored, counted)
  where d.org_id = ${orgId}
    and v.stored <> v.counted
  order by d.debt_id, v.field
  limit ${DIFFERENCES_MAX}`

/** What of a payment settles debts and what came back are as the rows say; one without an order is made for debts, all of it. */
export const paymentSettlements: Check = (orgId, sql) => sql<Difference[]>`
  select 'payment' as object, p.payment_id::text as id, v.field, v.stored, v.counted
  from payments p
  left join (
    select payment_id, sum(amount_minor)::bigint as settled_minor
    from settlements
    where org_id = ${orgId}
      and payment_id is not null
    group by payment_id
  ) s using (payment_id)
  left join (
    select payment_id, sum(amount_minor)::bigint as reversed_minor
    from payment_reversals
    where org_id = ${orgId}
    group by payment_id
  ) r using (payment_id)
  left join (
    select payment_id, sum(amount_minor)::bigint as amount_minor
    from payment_debts
    where org_id = ${orgId}
    group by payment_id
  ) d using (payment_id)
  cross join lateral (
    values
      ('settled_minor', p.settled_minor, coalesce(s.settled_minor, 0), true),
      ('reversed_minor', p.reversed_minor, coalesce(r.reversed_minor, 0), true),
      ('amount_minor', p.amount_minor, coalesce(d.amount_minor, 0), p.order_id is null)
  ) as v (field, stored, counted, applies)
  where p.org_id = ${orgId}
    and v.applies
    and v.stored <> v.counted
  order by p.payment_id, v.field
  limit ${DIFFERENCES_MAX}`

/**
 * Of orders that debts pay for: what was paid is what settled their debts, and what of a payment for the whole order has not come back;
 * what is owed is what is open; what an invoice asks for is the total, as plans are their lines; and refunds are those of their payments.
 */
export const ordersOnAccount: Check = (orgId, sql) => sql<Difference[]>`
  select 'order' as object, o.order_id::text as id, v.field, v.stored, v.counted
  from orders o
  left join (
    select order_id, sum(settled_minor)::bigint as settled_minor,
      sum(amount_minor - settled_minor - waived_minor - cancelled_minor)::bigint as open_minor,
      sum(amount_minor) filter (where kind in ('instalment', 'invoice'))::bigint as asked_minor,
      bool_or(membership_plan_id is not null) as has_plans
    from debts
    where org_id = ${orgId}
      and owed_by = 'fan'
    group by order_id
  ) d using (order_id)
  left join (
    select order_id, sum(amount_minor - reversed_minor - settled_minor)::bigint as paid_minor, sum(refunded_minor)::bigint as refunded_minor
    from payments
    where org_id = ${orgId}
      and order_id is not null
      and payment_status = 'succeeded'
      and not surplus
    group by order_id
  ) p using (order_id)
  left join (
    select order_id, sum(amount_minor)::bigint as refunded_minor
    from refunds
    where org_id = ${orgId}
      and order_id is not null
      and refund_status <> 'failed'
    group by order_id
  ) r using (order_id)
  left join (
    select order_id, sum(amount_minor)::bigint as returned_minor
    from credit_entries
    where org_id = ${orgId}
      and order_id is not null
      and kind = 'returned'
    group by order_id
  ) c using (order_id)
  cross join lateral (
    values
      (
        'paid_minor', coalesce(o.paid_minor, 0),
        coalesce(d.settled_minor, 0) + coalesce(p.paid_minor, 0) + coalesce(o.credit_minor, 0), true
      ),
      ('owed_minor', coalesce(o.owed_minor, 0), coalesce(d.open_minor, 0), o.confirmed_at is not null or d.order_id is not null),
      ('total_minor', o.total_minor, d.asked_minor, d.asked_minor is not null and not d.has_plans),
      (
        'refunded_minor', o.refunded_minor,
        coalesce(p.refunded_minor, 0) + coalesce(r.refunded_minor, 0) + coalesce(c.returned_minor, 0), true
      )
  ) as v (field, stored, counted, applies)
  where o.org_id = ${orgId}
    and (o.paid_minor is not null or d.order_id is not null)
    and v.applies
    and v.stored <> v.counted
  order by o.order_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A refund that a debt carries out is open, done or given up as the debt is, and of the same amount. */
export const owedRefunds: Check = (orgId, sql) => sql<Difference[]>`
  select 'refund' as object, r.refund_id::text as id, v.field, v.stored, v.counted
  from refunds r
  left join debts d on d.org_id = ${orgId} and d.refund_id = r.refund_id
  cross join lateral (
    values
      ('amount_minor', r.amount_minor, d.amount_minor, d.debt_id is not null),
      ('owed', (r.refund_status = 'owed')::integer::bigint, (d.debt_id is not null and d.closed_at is null)::integer::bigint, true),
      ('succeeded', (r.refund_status = 'succeeded')::integer::bigint, (d.debt_status = 'paid')::integer::bigint, d.debt_id is not null)
  ) as v (field, stored, counted, applies)
  where r.org_id = ${orgId}
    and v.applies
    and v.stored <> v.counted
  order by r.refund_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A fan's credit is the sum of its entries, and of what is left of each amount that was given. */
export const creditBalances: Check = (orgId, sql) => sql<Difference[]>`
  select 'credit_account' as object, a.credit_account_id::text as id, v.field, a.balance_minor as stored, v.counted
  from credit_accounts a
  left join (
    select credit_account_id, sum(amount_minor)::bigint as sum_minor
    from credit_entries
    where org_id = ${orgId}
    group by credit_account_id
  ) e using (credit_account_id)
  left join (
    select credit_account_id, sum(left_minor)::bigint as left_minor
    from credit_lots
    where org_id = ${orgId}
    group by credit_account_id
  ) l using (credit_account_id)
  cross join lateral (
    values ('entries', coalesce(e.sum_minor, 0)), ('left_minor', coalesce(l.left_minor, 0))
  ) as v (field, counted)
  where a.org_id = ${orgId}
    and a.balance_minor <> v.counted
  order by a.credit_account_id, v.field
  limit ${DIFFERENCES_MAX}`
