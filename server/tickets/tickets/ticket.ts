import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import { ContactField, TicketCodeField } from '../../platform/http/guarded-fields.ts'
import { Nullable, StatusId } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { AnswersColumn, GivenAnswer, toAnswers } from '../../programme/questions/answer.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { textIn } from '../../programme/translations.ts'
import { ticketEntrance } from '../../programme/venues/entrance.ts'

const amount = (description: string) => Type.Number({ description })
const text = (description: string) => Nullable(Type.String({ description }))

export const Ticket = Type.Object(
  {
    ticket_id: Type.Integer(),
    ticket_status_id: StatusId(ticketStatus, {
      description: '0 reserved, 1 active, 2 cancelled, 3 refunded, 4 replaced (transferred or re-issued)',
    }),
    barcode: Nullable(TicketCodeField({ description: 'null until the ticket is issued' })),
    short_code: Nullable(
      TicketCodeField({
        description: 'to type where the barcode cannot be read: twelve characters and one that tells a slip',
      }),
    ),
    ticket_name: text('the holder'),
    email_address: Nullable(ContactField({ description: 'of the holder' })),
    price: amount('this ticket’s part of what was bought, major unit of the currency, before discount and fees'),
    discount: amount('taken off the price'),
    service_fee: amount('on top of the price'),
    service_tax: amount('on top of the price'),
    fees: amount('service fee plus service tax'),
    tax: amount('on top of the price less its discount; 0 where the price includes it'),
    currency: Type.String({ description: 'ISO 4217' }),
    price_id: Type.Integer(),
    price_title: Type.String(),
    price_category_id: Type.Integer(),
    category_title: Type.String(),
    seat_id: Nullable(Type.Integer()),
    section_label: text('of the seat’s section; without a seat, that of the price category'),
    sub_section_title: text('of the seat'),
    seat_level: text('of the seat'),
    seat_aisle: text('of the seat'),
    seat_row: text('of the seat'),
    seat_title: text('of the seat'),
    gate: text('to come in by: that of the seat, or those of the price category; null: any'),
    entrance: text('how to find the gate, in the words of the organisation'),
    event_id: Type.String(),
    order_id: Type.Integer(),
    replaces_ticket_id: Nullable(
      Type.Integer({ description: 'the ticket that this one was transferred or re-issued from' }),
    ),
    answers: Type.Array(GivenAnswer, { description: 'what was answered for this ticket at checkout' }),
    valid_from_unix: Nullable(Type.Integer({ description: 'Unix seconds; null: whenever the event lets in' })),
    valid_until_unix: Nullable(Type.Integer({ description: 'Unix seconds; null: whenever the event lets in' })),
    created: Type.Integer({ description: 'Unix seconds' }),
    updated_at: Type.Integer({ description: 'Unix seconds; the time of creation while never changed' }),
  },
  { title: 'Ticket' },
)

export const TicketRow = Type.Object({
  ticket_id: Type.Integer(),
  ticket_status_id: Type.Integer(),
  barcode: Nullable(TicketCodeField()),
  short_code: Nullable(TicketCodeField()),
  ticket_name: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  price_minor: Type.Integer(),
  discount_minor: Type.Integer(),
  service_fee_minor: Type.Integer(),
  service_tax_minor: Type.Integer(),
  added_tax_minor: Nullable(Type.Integer()),
  currency: Type.String(),
  price_id: Type.Integer(),
  price_title: Type.String(),
  price_category_id: Type.Integer(),
  category_title: Type.String(),
  seat_id: Nullable(Type.Integer()),
  section_label: Nullable(Type.String()),
  sub_section_title: Nullable(Type.String()),
  seat_level: Nullable(Type.String()),
  seat_aisle: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  gate: Nullable(Type.String()),
  entrance: Nullable(Type.String()),
  event_id: Type.Integer(),
  order_id: Type.Integer(),
  replaces_ticket_id: Nullable(Type.Integer()),
  transferred: Type.Boolean(),
  answers: AnswersColumn,
  valid_from: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  valid_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type TicketRow = Static<typeof TicketRow>

/** As staff see it in lists: with the event that it is for. */
export const ListedTicket = Type.Object(
  {
    ...Ticket.properties,
    event_title: Type.String(),
    event_start_unix: Type.Integer({ description: 'Unix seconds' }),
    event_timezone: Type.String({ description: 'IANA name' }),
  },
  { title: 'ListedTicket' },
)

export const TicketEventRow = Type.Object({
  event_id: Type.Integer(),
  title: Type.String(),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  timezone: Type.String(),
})

/** Tickets of a list, each with its event: those of a page are few, and read once. */
export async function withEvents(orgId: OrgId, sql: Db, rows: TicketRow[]) {
  const ids = [...new Set(rows.map(({ event_id }) => event_id))]
  const events = await sql<Static<typeof TicketEventRow>[]>`
    select event_id, title, starts_at, timezone
    from events
    where org_id = ${orgId}
      and event_id = any (${ids}::bigint[])`
  const byId = new Map(events.map((event) => [event.event_id, event]))
  return rows.map((row) => {
    const event = byId.get(row.event_id)
    if (!event) throw new Error(`there is no event ${row.event_id}`)
    const { title, starts_at, timezone } = event
    return {
      ...toTicket(row),
      event_title: title,
      event_start_unix: unixSeconds(starts_at),
      event_timezone: timezone,
    } satisfies Static<typeof ListedTicket>
  })
}

/** Tickets as `t`, with all that the API shows of them, in a language where it is for a fan; conditions and order are the caller's. */
export const selectTickets = (orgId: OrgId, sql: Db, language: Fragment | Language | null = null) => sql`
  select t.ticket_id, t.ticket_status_id, t.barcode, t.short_code, t.ticket_name, t.email_address, t.price_minor,
    t.discount_minor, t.service_fee_minor, t.service_tax_minor, t.added_tax_minor, e.currency, t.price_id,
    ${textIn(sql, 'p', 'title', language)} as price_title, t.price_category_id,
    ${textIn(sql, 'c', 'title', language)} as category_title, t.seat_id,
    coalesce(ss.title, ${textIn(sql, 'c', 'section_label', language)}) as section_label, ss.sub_section_title,
    s.seat_level, s.seat_aisle, s.seat_row, s.seat_title, ${ticketEntrance(orgId, sql)}, t.event_id, t.order_id, t.replaces_ticket_id, t.transferred, t.answers,
    t.valid_from, t.valid_until, t.created_at, t.changed_at
  from tickets t
  join events e on e.org_id = t.org_id and e.event_id = t.event_id
  join prices p on p.org_id = t.org_id and p.price_id = t.price_id
  join price_categories c on c.org_id = t.org_id and c.price_category_id = t.price_category_id
  left join seats s on s.org_id = t.org_id and s.seat_id = t.seat_id
  left join seat_sections ss
    on ss.org_id = s.org_id and ss.seat_map_id = s.seat_map_id and ss.seat_section_id = s.seat_section_id`

export function toTicket(row: TicketRow) {
  const { currency } = row
  return {
    ticket_id: row.ticket_id,
    ticket_status_id: row.ticket_status_id,
    barcode: row.barcode,
    short_code: row.short_code,
    ticket_name: row.ticket_name,
    email_address: row.email_address,
    price: toMajor(row.price_minor, currency),
    discount: toMajor(row.discount_minor, currency),
    service_fee: toMajor(row.service_fee_minor, currency),
    service_tax: toMajor(row.service_tax_minor, currency),
    fees: toMajor(row.service_fee_minor + row.service_tax_minor, currency),
    tax: toMajor(row.added_tax_minor ?? 0, currency),
    currency,
    price_id: row.price_id,
    price_title: row.price_title,
    price_category_id: row.price_category_id,
    category_title: row.category_title,
    seat_id: row.seat_id,
    section_label: row.section_label,
    sub_section_title: row.sub_section_title,
    seat_level: row.seat_level,
    seat_aisle: row.seat_aisle,
    seat_row: row.seat_row,
    seat_title: row.seat_title,
    gate: row.gate,
    entrance: row.entrance,
    event_id: String(row.event_id),
    order_id: row.order_id,
    replaces_ticket_id: row.replaces_ticket_id,
    answers: toAnswers(row.answers),
    valid_from_unix: row.valid_from && unixSeconds(row.valid_from),
    valid_until_unix: row.valid_until && unixSeconds(row.valid_until),
    created: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
  } satisfies Static<typeof Ticket>
}
