import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** From one instant until just before another. */
export type MoneySpan = { from: Date; until: Date }

/**
 * Every payment and refund within a time, as a row of takings by itself. An instalment is of an order too; the fees of an order count with
 * the payment that paid all of it.
 */
export const movements = (orgId: OrgId, sql: Db, { from, until }: MoneySpan): Fragment => sql`
  select p.succeeded_at as at, o.event_id, o.sales_channel, o.payment_method, p.currency, 1 as payments,
    p.amount_minor as paid_minor, 0 as refunds, 0 as refunded_minor,
    case when p.surplus then 0 else o.service_fee_minor end as service_fee_minor,
    case when p.surplus then 0 else o.service_tax_minor end as service_tax_minor,
    case when p.surplus then 0 else o.transaction_fee_minor end as transaction_fee_minor,
    case when p.surplus then 0 else o.rebate_minor end as rebate_minor
  from payments p
  join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
  where p.org_id = ${orgId}
    and p.succeeded_at >= ${from}
    and p.succeeded_at < ${until}
  union all
  select p.succeeded_at, o.event_id, o.sales_channel, o.payment_method, p.currency, 1, p.amount_minor, 0, 0, 0, 0, 0, 0
  from payments p
  join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
  join orders o on o.org_id = ${orgId} and o.order_id = i.membership_order_id
  where p.org_id = ${orgId}
    and p.succeeded_at >= ${from}
    and p.succeeded_at < ${until}
    and p.instalment_id is not null
  union all
  select r.changed_at, o.event_id, o.sales_channel, o.payment_method, p.currency, 0, 0, 1, r.amount_minor, 0, 0, 0, 0
  from refunds r
  join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
  left join instalments i on i.org_id = ${orgId} and i.instalment_id = p.instalment_id
  join orders o on o.org_id = ${orgId} and o.order_id = coalesce(p.order_id, i.membership_order_id)
  where r.org_id = ${orgId}
    and r.refund_status = 'succeeded'
    and r.changed_at >= ${from}
    and r.changed_at < ${until}`
