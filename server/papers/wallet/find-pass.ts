import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { shopColumns } from '../../people/shops/shop-address.ts'
import { exposed, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { groupedCode } from '../../platform/values/typed-code.ts'
import { textIn } from '../../programme/translations.ts'
import { ticketEntrance } from '../../programme/venues/entrance.ts'
import { orderLanguage } from '../../tickets/orders/order-language.ts'

const Instant = Type.Unsafe<Date>({ type: 'object' })
const InstantOrNull = Type.Unsafe<Date | null>({ type: ['object', 'null'] })
const Words = Nullable(Type.String())

/** What a pass says of a ticket, its event and its organisation. */
export const PassRow = Type.Object({
  ticket_id: Type.Integer(),
  order_id: Type.Integer(),
  ticket_status_id: Type.Integer(),
  transferred: Type.Boolean(),
  barcode: Nullable(TicketCodeField()),
  short_code: Nullable(TicketCodeField()),
  ticket_name: Words,
  price_title: Type.String(),
  category_title: Type.String(),
  section_label: Words,
  sub_section_title: Words,
  seat_level: Words,
  seat_aisle: Words,
  seat_row: Words,
  seat_title: Words,
  gate: Words,
  entrance: Words,
  language: Type.String(),
  country: Type.String(),
  event_id: Type.Integer(),
  event_status_id: Type.Integer(),
  title: Type.String(),
  rotating_barcodes: Type.Boolean(),
  timezone: Type.String(),
  doors_at: InstantOrNull,
  starts_at: Instant,
  ends_at: InstantOrNull,
  venue: Words,
  venue_address: Words,
  organisation: Type.String(),
  accent_color: Words,
  logo_image: Words,
  shop_slug: Type.String(),
  shop_host: Words,
  ticket_terms: Words,
  changed_at: Instant,
})
export type PassRow = Static<typeof PassRow>

/** Below the barcode: the code to type where no camera reads it. Where barcodes rotate a typed one is a copy, so there it is the number. */
export const textBelowCode = ({ short_code, rotating_barcodes, ticket_id }: PassRow, ticketWord: string): string =>
  short_code === null || rotating_barcodes ? `${ticketWord} ${ticket_id}` : groupedCode(exposed(short_code))

export const findPass = (orgId: OrgId, sql: Db, ticketId: number) => sql<PassRow[]>`
  select t.ticket_id, t.order_id, t.ticket_status_id, t.transferred, t.barcode, t.short_code, t.ticket_name, ${textIn(sql, 'p', 'title', orderLanguage(sql))} as price_title,
    ${textIn(sql, 'c', 'title', orderLanguage(sql))} as category_title,
    coalesce(x.title, ${textIn(sql, 'c', 'section_label', orderLanguage(sql))}) as section_label, x.sub_section_title,
    s.seat_level, s.seat_aisle, s.seat_row, s.seat_title, ${ticketEntrance(orgId, sql)}, coalesce(o.language, g.language) as language, g.country,
    e.event_id, e.event_status_id, ${textIn(sql, 'e', 'title', orderLanguage(sql))} as title, e.rotating_barcodes, e.timezone, e.doors_at, e.starts_at, e.ends_at,
    v.name as venue, nullif(concat_ws(', ', v.address, v.suburb, v.state, v.postcode), '') as venue_address,
    g.name as organisation, g.accent_color, g.logo_image, ${shopColumns(orgId, sql)}, g.ticket_terms, greatest(t.changed_at, e.changed_at) as changed_at
  from tickets t
  join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
  join events e on e.org_id = ${orgId} and e.event_id = t.event_id
  join organisations g on g.org_id = ${orgId}
  join prices p on p.org_id = ${orgId} and p.price_id = t.price_id
  join price_categories c on c.org_id = ${orgId} and c.price_category_id = t.price_category_id
  left join venues v on v.org_id = ${orgId} and v.venue_id = e.venue_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = t.seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  where t.org_id = ${orgId}
    and t.ticket_id = ${ticketId}`
