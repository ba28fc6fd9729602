import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * What of order `o` bears a rate, by account. A service tax that its price says has an account of its own, so that the fee is without tax then.
 */
export const taxParts = (orgId: OrgId, sql: Db) => sql`(
  select json_agg(json_build_object(
    'account', part.account, 'thousandths', part.thousandths, 'amount_minor', part.amount_minor, 'tax_minor', part.tax_minor
  ))
  from (
    select account, thousandths, sum(amount_minor)::bigint as amount_minor, sum(tax_minor)::bigint as tax_minor
    from (
      select case when l.kind = 'membership' then 'membership_sales' else 'ticket_sales' end as account, l.tax_thousandths as thousandths,
        l.quantity * l.price_minor - l.discount_minor as amount_minor, l.tax_minor
      from order_lines l
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
        and l.tax_rate_id is not null
      union all
      select 'service_fees', l.fee_tax_thousandths, l.quantity * l.service_fee_minor,
        case when l.service_tax_minor > 0 then 0 else l.fee_tax_minor end
      from order_lines l
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
        and l.fee_tax_rate_id is not null
      union all
      select 'transaction_fees', o.fee_tax_thousandths, o.transaction_fee_minor, o.fee_tax_minor
      where o.fee_tax_rate_id is not null
    ) as parts
    group by account, thousandths
    order by account, thousandths
  ) as part
)`
