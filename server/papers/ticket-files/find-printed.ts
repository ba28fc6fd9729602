import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { severalCurrencies } from '../../programme/events/several-currencies.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { textIn } from '../../programme/translations.ts'
import { ticketEntrance } from '../../programme/venues/entrance.ts'
import { orderLanguage } from '../../tickets/orders/order-language.ts'

/** Which tickets of these orders are wanted. Only active ones are ever printed. */
export type Wanted = {
  orderIds: number[]
  ticketIds?: number[] | undefined
  afterTicketId?: number | undefined
  /** With the barcode of a ticket that was passed on its first holder could walk in after all. */
  withTransferred: boolean
}

export const PrintedTicketRow = Type.Object({
  order_id: Type.Integer(),
  ticket_id: Type.Integer(),
  barcode: TicketCodeField(),
  short_code: Nullable(TicketCodeField()),
  ticket_name: Nullable(Type.String()),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  added_tax_minor: Nullable(Type.Integer()),
  price_title: Type.String(),
  category_title: Type.String(),
  section_label: Nullable(Type.String()),
  sub_section_title: Nullable(Type.String()),
  seat_level: Nullable(Type.String()),
  seat_aisle: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  gate: Nullable(Type.String()),
  entrance: Nullable(Type.String()),
})
export type PrintedTicketRow = Static<typeof PrintedTicketRow>

export const findPrintedTickets = (orgId: OrgId, sql: Db, wanted: Wanted, rowsMax: number) => sql<PrintedTicketRow[]>`
  select t.order_id, t.ticket_id, coalesce(t.barcode, '') as barcode, t.short_code, t.ticket_name, t.price_minor,
    t.discount_minor, t.service_fee_minor, t.service_tax_minor, t.added_tax_minor, ${textIn(sql, 'p', 'title', orderLanguage(sql))} as price_title,
    ${textIn(sql, 'c', 'title', orderLanguage(sql))} as category_title,
    coalesce(x.title, ${textIn(sql, 'c', 'section_label', orderLanguage(sql))}) as section_label, x.sub_section_title, s.seat_level,
    s.seat_aisle, s.seat_row, s.seat_title, ${ticketEntrance(orgId, sql)}
  from tickets t
  join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
  join organisations g on g.org_id = ${orgId}
  join events e on e.org_id = ${orgId} and e.event_id = t.event_id
  join prices p on p.org_id = ${orgId} and p.price_id = t.price_id
  join price_categories c on c.org_id = ${orgId} and c.price_category_id = t.price_category_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where t.org_id = ${orgId}
    and t.order_id = any (${wanted.orderIds}::bigint[])
    and t.ticket_status_id = ${ticketStatus.active}
    and t.barcode is not null
    ${wanted.withTransferred ? sql`` : sql`and not t.transferred`}
    ${when(sql, wanted.ticketIds, (ids) => sql`and t.ticket_id = any (${ids}::bigint[])`)}
    ${when(sql, wanted.afterTicketId, (id) => sql`and t.ticket_id > ${id}`)}
  order by t.order_id, t.ticket_id
  limit ${rowsMax}`

export const PrintedOrderRow = Type.Object({
  order_id: Type.Integer(),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  organisation: Type.String(),
  accent_color: Nullable(Type.String()),
  logo_image: Nullable(Type.String()),
  language: Type.String(),
  country: Type.String(),
  ticket_terms: Nullable(Type.String()),
  title: Type.String(),
  rotating_barcodes: Type.Boolean(),
  currency: Type.String(),
  several_currencies: Type.Boolean(),
  timezone: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  doors_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  venue: Nullable(Type.String()),
  suburb: Nullable(Type.String()),
})
export type PrintedOrderRow = Static<typeof PrintedOrderRow>

/** No row where an order is of memberships alone. */
export const findPrintedOrders = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<PrintedOrderRow[]>`
  select o.order_id, o.first_name, o.last_name, g.name as organisation, g.accent_color, g.logo_image,
    coalesce(o.language, g.language) as language, g.country, g.ticket_terms,
    ${textIn(sql, 'e', 'title', orderLanguage(sql))} as title,
    e.rotating_barcodes, e.currency, ${severalCurrencies(orgId, sql)} as several_currencies, e.timezone, e.starts_at, e.doors_at, v.name as venue, v.suburb
  from orders o
  join events e on e.org_id = ${orgId} and e.event_id = o.event_id
  join organisations g on g.org_id = ${orgId}
  left join venues v on v.org_id = ${orgId} and v.venue_id = e.venue_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])`
