import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/**
 * The tax of a line is that of its rate in what it costs, or on top of it, rounded once, half a minor unit up. What is asked for on top of a fee
 * is its tax.
 */
export const lineTaxes: Check = (orgId, sql) => sql<Difference[]>`
  select 'order_line' as object, l.order_line_id::text as id, v.field, v.stored, v.counted::bigint as counted
  from order_lines l
  left join tax_rates r on r.org_id = ${orgId} and r.tax_rate_id = l.tax_rate_id
  left join tax_rates f on f.org_id = ${orgId} and f.tax_rate_id = l.fee_tax_rate_id
  cross join lateral (
    values
      ('tax', l.tax_minor, ${roundedPart(
        sql,
        sql`l.quantity * l.price_minor - l.discount_minor`,
        sql`l.tax_thousandths`,
        sql`100000 + case when r.included_in_prices is false then 0 else l.tax_thousandths end`,
      )}),
      ('added_tax', coalesce(l.added_tax_minor, 0), case when r.included_in_prices is false then coalesce(l.tax_minor, 0) else 0 end),
      ('fee_tax', l.fee_tax_minor, case when l.service_tax_minor > 0 or f.included_in_prices is false then l.quantity * l.service_tax_minor else ${roundedPart(
        sql,
        sql`l.quantity * l.service_fee_minor`,
        sql`l.fee_tax_thousandths`,
        sql`100000 + l.fee_tax_thousandths`,
      )} end)
  ) as v (field, stored, counted)
  where l.org_id = ${orgId}
    and (l.tax_rate_id is not null or l.fee_tax_rate_id is not null)
    and v.stored <> v.counted
  order by l.order_line_id, v.field
  limit ${DIFFERENCES_MAX}`

/** As `roundedPart` of split-tax.ts does it. */
const roundedPart = (sql: Db, amount: Fragment, thousandths: Fragment, outOf: Fragment): Fragment =>
  sql`floor(((${amount})::numeric * ${thousandths} * 2 + (${outOf})) / (2 * (${outOf})))`

/** What an order says of each rate is the sum of its lines and of its own fee. */
export const orderTaxes: Check = (orgId, sql) => sql<Difference[]>`
  with stored as (
    select o.order_id, s.tax_rate_id, s.thousandths, s.amount_minor, s.tax_minor
    from orders o
    cross join lateral jsonb_to_recordset(o.taxes)
      as s (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    where o.org_id = ${orgId}
      and o.taxes is not null
  ),
  counted as (
    select order_id, tax_rate_id, thousandths, sum(amount_minor)::bigint as amount_minor, sum(tax_minor)::bigint as tax_minor
    from (
      select order_id, tax_rate_id, tax_thousandths as thousandths, quantity * price_minor - discount_minor + coalesce(added_tax_minor, 0) as amount_minor,
        tax_minor
      from order_lines
      where org_id = ${orgId}
        and tax_rate_id is not null
      union all
      select order_id, fee_tax_rate_id, fee_tax_thousandths, quantity * (service_fee_minor + service_tax_minor), fee_tax_minor
      from order_lines
      where org_id = ${orgId}
        and fee_tax_rate_id is not null
      union all
      select o.order_id, o.fee_tax_rate_id, o.fee_tax_thousandths,
        o.transaction_fee_minor + case when r.included_in_prices is false then o.fee_tax_minor else 0 end, o.fee_tax_minor
      from orders o
      left join tax_rates r on r.org_id = ${orgId} and r.tax_rate_id = o.fee_tax_rate_id
      where o.org_id = ${orgId}
        and o.fee_tax_rate_id is not null
    ) as parts
    group by order_id, tax_rate_id, thousandths
  )
  select 'order' as object, order_id::text as id, v.field, v.stored, v.counted
  from stored s
  full join counted c using (order_id, tax_rate_id, thousandths)
  cross join lateral (
    values
      ('taxed', coalesce(s.amount_minor, 0), coalesce(c.amount_minor, 0)),
      ('tax', coalesce(s.tax_minor, 0), coalesce(c.tax_minor, 0))
  ) as v (field, stored, counted)
  where v.stored <> v.counted
  order by order_id, v.field
  limit ${DIFFERENCES_MAX}`

/** What has gone back of an order of each rate is what refunds, debts that are not asked for any more and credit have returned. */
export const returnedTaxes: Check = (orgId, sql) => sql<Difference[]>`
  with stored as (
    select o.order_id, s.tax_rate_id, s.thousandths, s.amount_minor, s.tax_minor
    from orders o
    cross join lateral jsonb_to_recordset(o.returned_taxes -> 'shares')
      as s (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    where o.org_id = ${orgId}
      and o.returned_taxes is not null
  ),
  counted as (
    select b.order_id, s.tax_rate_id, s.thousandths, sum(s.amount_minor)::bigint as amount_minor, sum(s.tax_minor)::bigint as tax_minor
    from (
      select coalesce(p.order_id, r.order_id) as order_id, r.taxes
      from refunds r
      join payments p on p.org_id = ${orgId} and p.payment_id = r.payment_id
      where r.org_id = ${orgId}
        and r.taxes is not null
        and r.refund_status <> 'failed'
      union all
      select d.order_id, e.taxes
      from debt_releases e
      join debts d on d.org_id = ${orgId} and d.debt_id = e.debt_id
      where e.org_id = ${orgId}
        and e.taxes is not null
      union all
      select order_id, taxes
      from credit_entries
      where org_id = ${orgId}
        and taxes is not null
    ) as b
    cross join lateral jsonb_to_recordset(b.taxes)
      as s (tax_rate_id bigint, thousandths integer, amount_minor bigint, tax_minor bigint)
    group by b.order_id, s.tax_rate_id, s.thousandths
  )
  select 'order' as object, order_id::text as id, v.field, v.stored, v.counted
  from stored s
  full join counted c using (order_id, tax_rate_id, thousandths)
  cross join lateral (
    values
      ('returned', coalesce(s.amount_minor, 0), coalesce(c.amount_minor, 0)),
      ('returned_tax', coalesce(s.tax_minor, 0), coalesce(c.tax_minor, 0))
  ) as v (field, stored, counted)
  where v.stored <> v.counted
  order by order_id, v.field
  limit ${DIFFERENCES_MAX}`
