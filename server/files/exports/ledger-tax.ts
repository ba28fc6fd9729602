import type { OrgId } from '../../access/principal.ts'
import { boughtNothing } from '../../payments/figures/movements.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** The transaction fee of order `o` with its tax: what comes on top in the order beyond its lines is on top of it. */
export const transactionFeeWithTax = (orgId: OrgId, sql: Db) => sql`(
  o.transaction_fee_minor + case when o.added_tax_minor is null then 0 else o.added_tax_minor - coalesce((
    select sum(l.added_tax_minor)
    from order_lines l
    where l.org_id = ${orgId}
      and l.order_id = o.order_id
  ), 0) end
)::bigint`

/** What of order `o` bears a rate, by account, with its tax; of fees also how much of that is service tax. */
export const taxParts = (orgId: OrgId, sql: Db) => sql`(
  select json_agg(json_build_object(
    'account', part.account, 'thousandths', part.thousandths, 'amount_minor', part.amount_minor, 'tax_minor', part.tax_minor,
    'service_tax_minor', part.service_tax_minor
  ))
  from (
    select account, thousandths, sum(amount_minor)::bigint as amount_minor, sum(tax_minor)::bigint as tax_minor,
      sum(service_tax_minor)::bigint as service_tax_minor
    from (
      select case when l.kind = 'membership' then 'membership_sales' else 'ticket_sales' end as account, l.tax_thousandths as thousandths,
        l.quantity * l.price_minor - l.discount_minor + coalesce(l.added_tax_minor, 0) as amount_minor, l.tax_minor, 0 as service_tax_minor
      from order_lines l
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
        and l.tax_rate_id is not null
      union all
      select 'service_fees', l.fee_tax_thousandths, l.quantity * (l.service_fee_minor + l.service_tax_minor), l.fee_tax_minor,
        l.quantity * l.service_tax_minor
      from order_lines l
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
        and l.fee_tax_rate_id is not null
      union all
      select 'transaction_fees', o.fee_tax_thousandths, ${transactionFeeWithTax(orgId, sql)}, o.fee_tax_minor, 0
      where o.fee_tax_rate_id is not null
    ) as parts
    group by account, thousandths
    order by account, thousandths
  ) as part
)`

/** Whether a debt carries out the refund of money that has paid for no sale. */
export const isOfSurplus = (orgId: OrgId, sql: Db, debt: string) => sql`exists (
  select
  from refunds r
  join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id and ${boughtNothing(orgId, sql)}
  where r.org_id = ${orgId}
    and r.refund_id = ${sql(`${debt}.refund_id`)}
)`

/** The tax in what debt `t` of the club's gives back. */
export const taxOfRefund = (orgId: OrgId, sql: Db) => sql`(
  select r.taxes
  from refunds r
  where r.org_id = ${orgId}
    and r.refund_id = t.refund_id
)`

/** Of a refund that the club owed by debt `d` and that is forgone, the tax that does not go back after all: below zero. */
export const taxForgone = (orgId: OrgId, sql: Db) => sql`case when d.owed_by = 'club' then (
  select json_agg(json_build_object(
    'tax_rate_id', x.tax_rate_id, 'thousandths', x.thousandths, 'amount_minor', -x.amount_minor, 'tax_minor', -x.tax_minor
  ))
  from refunds r
  cross join lateral jsonb_to_recordset(r.taxes) as x (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
  where r.org_id = ${orgId}
    and r.refund_id = d.refund_id
)::jsonb end`
