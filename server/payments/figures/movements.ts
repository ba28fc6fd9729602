import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** From one instant until just before another. */
export type MoneySpan = { from: Date; until: Date }

/**
 * Every movement of money within a time, as a row of takings by itself. The fees of an order count with the payment that paid all of it; a
 * payment for debts is a row for each of them. Money counts by the way in which it came or went itself; a payment that came back is one that
 * went out on its day. What sums in cash were rounded by is a row of its own.
 */
export const movements = (orgId: OrgId, sql: Db, { from, until }: MoneySpan): Fragment => sql`
  select p.succeeded_at as at, o.event_id, o.sales_channel, ${methodOfPayment(sql)} as payment_method, p.currency, 1 as payments,
    p.amount_minor as paid_minor, 0 as refunds, 0 as refunded_minor,
    case when ${boughtNothing(orgId, sql)} then 0 else o.service_fee_minor end as service_fee_minor,
    case when ${boughtNothing(orgId, sql)} then 0 else o.service_tax_minor end as service_tax_minor,
    case when ${boughtNothing(orgId, sql)} then 0 else o.transaction_fee_minor end as transaction_fee_minor,
    case when ${boughtNothing(orgId, sql)} then 0 else o.rebate_minor end as rebate_minor
  from payments p
  join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
  where p.org_id = ${orgId}
    and p.succeeded_at >= ${from}
    and p.succeeded_at < ${until}
  union all
  select p.succeeded_at, o.event_id, o.sales_channel, ${methodOfPayment(sql)}, p.currency, 1, d.amount_minor, 0, 0, 0, 0, 0, 0
  from payments p
  join payment_debts d on d.org_id = ${orgId} and d.payment_id = p.payment_id
  join debts t on t.org_id = ${orgId} and t.debt_id = d.debt_id
  join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
  where p.org_id = ${orgId}
    and p.succeeded_at >= ${from}
    and p.succeeded_at < ${until}
    and p.order_id is null
  union all
  select r.changed_at, o.event_id, o.sales_channel, coalesce(${methodOfPayout(orgId, sql)}, ${methodOfPayment(sql)}), p.currency, 0, 0, 1, r.amount_minor, 0, 0, 0, 0
  from refunds r
  join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
  join orders o on o.org_id = ${orgId} and o.order_id = coalesce(p.order_id, r.order_id)
  where r.org_id = ${orgId}
    and r.refund_status = 'succeeded'
    and r.changed_at >= ${from}
    and r.changed_at < ${until}
  union all
  select v.created_at, o.event_id, o.sales_channel, ${methodOfPayment(sql)}, p.currency, 0, 0, 1, v.amount_minor, 0, 0, 0, 0
  from payment_reversals v
  join payments p on p.org_id = ${orgId} and p.payment_id = v.payment_id
  join debts t on t.org_id = ${orgId} and t.debt_id = v.debt_id
  join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
  where v.org_id = ${orgId}
    and v.created_at >= ${from}
    and v.created_at < ${until}
  union all
  select b.created_at, o.event_id, coalesce(o.sales_channel, 'boxoffice'), 'cash_rounding', c.currency, (b.rounding_minor > 0)::integer,
    greatest(b.rounding_minor, 0), (b.rounding_minor < 0)::integer, greatest(-b.rounding_minor, 0), 0, 0, 0, 0
  from till_receipts b
  join counters c on c.org_id = ${orgId} and c.counter_id = b.counter_id
  left join orders o on o.org_id = ${orgId} and o.order_id = b.order_id
  where b.org_id = ${orgId}
    and b.rounding_minor <> 0
    and b.created_at >= ${from}
    and b.created_at < ${until}`

/**
 * The way of a payment `p` is its own, whatever becomes of its order `o`: by hand as staff said, or through a provider, as the order says where
 * it was sold, and else by card.
 */
export const methodOfPayment = (sql: Db) => sql`case
    when p.provider = 'manual' then coalesce(p.payment_method, case when p.order_id is null then 'instalments' else o.payment_method end)
    when p.order_id is null then 'card'
    else coalesce(o.payment_method, 'card')
  end`

/** A refund `r` that a debt carries out went out by the way in which that was paid; null where the provider pays it back. */
const methodOfPayout = (orgId: OrgId, sql: Db) => sql`(
    select case when w.kind = 'cash_refund' then 'cash' else 'transfer' end
    from debts w
    where w.org_id = ${orgId}
      and w.refund_id = r.refund_id
    limit 1
  )`

/** Whether a payment `p` has paid for no sale: it is owed to its payer until it has gone back. */
export const boughtNothing = (orgId: OrgId, sql: Db) => sql`(p.surplus or p.order_id is not null and exists (
    select
    from orders u
    where u.org_id = ${orgId}
      and u.order_id = p.order_id
      and u.confirmed_at is null
  ))`
