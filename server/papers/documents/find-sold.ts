import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { TaxSharesColumn } from '../../programme/tax-rates/borne-rate.ts'
import type { TaxKind } from '../../programme/tax-rates/tax-rate.ts'
import { textIn } from '../../programme/translations.ts'
import { orderLanguage } from '../../tickets/orders/order-language.ts'
import type { Recipient } from '../../tickets/recipients/recipient.ts'

/** What a document says of an order as a whole, of its buyer and of who it is for. */
export const SoldOrderRow = Type.Object({
  order_id: Type.Integer(),
  currency: Type.String(),
  total_minor: Type.Integer(),
  owed_minor: Nullable(Type.Integer()),
  transaction_fee_minor: Type.Integer(),
  payment_method: Nullable(Type.String()),
  confirmed_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  due_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  language: Type.String(),
  country_id: Nullable(Type.Integer()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  postcode: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  event_title: Nullable(Type.String()),
  supplied_on: Nullable(Type.String()),
  timezone: Type.String(),
  taxes: TaxSharesColumn,
  recipient: Type.Unsafe<Recipient | null>({ type: ['object', 'null'] }),
})
export type SoldOrderRow = Static<typeof SoldOrderRow>

/** Those that are confirmed; `pending`: also those that still wait for their money. */
export const findSoldOrders = (orgId: OrgId, sql: Db, orderIds: number[], pending = false) => sql<SoldOrderRow[]>`
  select o.order_id, o.currency, o.total_minor, o.owed_minor, o.transaction_fee_minor, o.payment_method, o.confirmed_at, (
      select min(d.due_at)
      from debts d
      where d.org_id = ${orgId}
        and d.order_id = o.order_id
        and d.owed_by = 'fan'
        and d.closed_at is null
    ) as due_at, coalesce(o.language, g.language) as language, o.country_id, o.first_name, o.last_name, o.postcode, o.email_address,
    ${textIn(sql, 'e', 'title', orderLanguage(sql))} as event_title,
    (e.starts_at at time zone e.timezone)::date::text as supplied_on, coalesce(e.timezone, g.timezone) as timezone,
    o.taxes, case when r.order_id is not null then json_build_object(
      'name', r.name, 'company', r.company, 'address_lines', r.address_lines, 'postcode', r.postcode, 'city', r.city, 'country', r.country,
      'vat_id', r.vat_id, 'reference', r.reference
    ) end as recipient
  from orders o
  join organisations g on g.org_id = ${orgId}
  left join events e on e.org_id = ${orgId} and e.event_id = o.event_id
  left join document_recipients r on r.org_id = ${orgId} and r.order_id = o.order_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])
    ${pending ? sql`` : sql`and o.confirmed_at is not null`}
  order by o.confirmed_at, o.order_id`

/** A line of an order with the tax that it was sold with; null where nothing was known of tax. */
export const SoldLineRow = Type.Object({
  order_id: Type.Integer(),
  title: Type.String(),
  price_title: Nullable(Type.String()),
  quantity: Type.Integer(),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  tax_rate_id: Nullable(Type.Integer()),
  tax_thousandths: Nullable(Type.Integer()),
  tax_minor: Nullable(Type.Integer()),
  added_tax_minor: Nullable(Type.Integer()),
  fee_tax_rate_id: Nullable(Type.Integer()),
  fee_tax_thousandths: Nullable(Type.Integer()),
  fee_tax_minor: Nullable(Type.Integer()),
})
export type SoldLineRow = Static<typeof SoldLineRow>

export const findSoldLines = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<SoldLineRow[]>`
  select l.order_id, coalesce(${textIn(sql, 'c', 'title', orderLanguage(sql))}, y.title, '') as title,
    ${textIn(sql, 'p', 'title', orderLanguage(sql))} as price_title, l.quantity, l.price_minor, l.discount_minor, l.service_fee_minor,
    l.service_tax_minor, l.tax_rate_id, l.tax_thousandths, l.tax_minor, l.added_tax_minor, l.fee_tax_rate_id, l.fee_tax_thousandths, l.fee_tax_minor
  from order_lines l
  join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
  join organisations g on g.org_id = ${orgId}
  left join prices p on p.org_id = ${orgId} and p.price_id = l.price_id
  left join price_categories c on c.org_id = ${orgId} and c.price_category_id = l.price_category_id
  left join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
  where l.org_id = ${orgId}
    and l.order_id = any (${orderIds}::bigint[])
  order by l.order_id, l.order_line_id`

/** Kind and reason of the rates that documents name: neither is ever changed but the reason's words, which a document keeps as they were. */
export const findRateReasons = (orgId: OrgId, sql: Db) => sql<RateReason[]>`
  select tax_rate_id, kind, reason
  from tax_rates
  where org_id = ${orgId}`
export type RateReason = { tax_rate_id: number; kind: TaxKind; reason: string | null }
