import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { shopColumns } from '../../people/shops/shop-address.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { severalCurrencies } from '../../programme/events/several-currencies.ts'
import { TaxSharesColumn } from '../../programme/tax-rates/borne-rate.ts'
import { textIn } from '../../programme/translations.ts'
import { orderLanguage } from '../../tickets/orders/order-language.ts'

const Time = Type.Unsafe<Date>({ type: 'object' })
const MaybeTime = Type.Unsafe<Date | null>({ type: ['object', 'null'] })

/** What a mail about an order says of it, of its event and of whose it is. */
export const MailedOrderRow = Type.Object({
  order_id: Type.Integer(),
  order_status: Type.String(),
  closed_at: MaybeTime,
  secret_version: Type.Integer(),
  email_address: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  language: Type.String(),
  organisation_language: Type.String(),
  currency: Type.String(),
  several_currencies: Type.Boolean(),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  added_tax_minor: Nullable(Type.Integer()),
  transaction_fee_minor: Type.Integer(),
  total_minor: Type.Integer(),
  taxes: TaxSharesColumn,
  refunded_minor: Type.Integer(),
  paid_minor: Nullable(Type.Integer()),
  owed_minor: Nullable(Type.Integer()),
  owed_until: MaybeTime,
  payment_method: Nullable(Type.String()),
  /** Null of an order of memberships, whose title is theirs. */
  event_id: Nullable(Type.Integer()),
  title: Type.String(),
  starts_at: MaybeTime,
  ends_at: MaybeTime,
  doors_at: MaybeTime,
  timezone: Type.String(),
  online_event: Type.Boolean(),
  event_changed_at: Time,
  cancelled_at: MaybeTime,
  venue: Nullable(Type.String()),
  organisation: Type.String(),
  country: Type.String(),
  accent_color: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
  ticket_page_url: Nullable(Type.String()),
  logo_image: Nullable(Type.String()),
  shop_slug: Type.String(),
  shop_host: Nullable(Type.String()),
})
export type MailedOrderRow = Static<typeof MailedOrderRow>

export const findMailedOrders = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<MailedOrderRow[]>`
  select o.order_id, o.order_status, o.closed_at, o.secret_version, o.email_address, o.first_name, coalesce(o.language, g.language) as language,
    g.language as organisation_language, o.currency,
    ${severalCurrencies(orgId, sql)} as several_currencies, o.price_minor, o.discount_minor, o.service_fee_minor, o.service_tax_minor, o.added_tax_minor, o.transaction_fee_minor, o.total_minor, o.taxes,
    o.refunded_minor, o.paid_minor, o.owed_minor, case when o.owed_minor > 0 then (
      select min(d.due_at)
      from debts d
      where d.org_id = ${orgId}
        and d.order_id = o.order_id
        and d.owed_by = 'fan'
        and d.closed_at is null
        and d.membership_plan_id is null
    ) end as owed_until, o.payment_method, o.event_id, coalesce(${textIn(sql, 'e', 'title', orderLanguage(sql))}, (
      select string_agg(distinct y.title, ', ')
      from order_lines l
      join membership_types y on y.org_id = ${orgId} and y.membership_type_id = l.membership_type_id
      where l.org_id = ${orgId}
        and l.order_id = o.order_id
    ), '') as title, e.starts_at, e.ends_at, e.doors_at, coalesce(e.timezone, g.timezone) as timezone,
    coalesce(e.online_event, false) as online_event, coalesce(e.changed_at, o.changed_at) as event_changed_at, e.cancelled_at, v.name as venue, g.name as organisation, g.country, g.accent_color, g.contact_email,
    g.ticket_page_url, g.logo_image, ${shopColumns(orgId, sql)}
  from orders o
  left join events e on e.org_id = ${orgId} and e.event_id = o.event_id
  join organisations g on g.org_id = ${orgId}
  left join venues v on v.org_id = ${orgId} and v.venue_id = e.venue_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])`
