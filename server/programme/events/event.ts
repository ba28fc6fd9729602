import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import type { View } from '../../access/authenticate/audience.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { currencySymbol } from '../../platform/values/money.ts'
import { englishDate, utcIso } from '../../platform/values/time.ts'
import { type AskedInEvent, choicesIn, EventQuestion, questionsAsked } from '../questions/question.ts'
import { eventStatus } from '../statuses.ts'
import { placesLeft } from '../stock/places-left.ts'
import { soldUntil } from '../stock/sold-until.ts'
import { inLanguage, TranslationsColumn, translationsOutput } from '../translations.ts'
import { type EventStatus, eventStatuses } from './event-status.ts'

/** Whether a checkout takes a name for each ticket. */
export const holderNames = ['none', 'optional', 'required'] as const
export type HolderNames = (typeof holderNames)[number]

const publishWarnings = ['event_without_prices', 'event_over', 'members_not_admitted'] as const

const inZone = (example: string) => Type.String({ description: `in the event’s time zone: ${example}` })

export const Event = Type.Object(
  {
    event_id: Type.String(),
    title: Type.String(),
    org_id: Type.String(),
    organisation_name: Type.String(),
    venue_id: Nullable(Type.String()),
    venue_name: Nullable(Type.String()),
    online_event: Type.Boolean(),
    url_string: Type.String({ description: 'the event’s name within an address' }),
    buy_tickets_url: Nullable(Type.String({ description: 'where the organisation sells the tickets' })),
    currency: Type.String({ description: 'ISO 4217' }),
    currency_symbol: Type.String(),
    public_event: Type.Boolean({ description: 'publishable keys see it once it is live' }),
    reserved_seating: Type.Boolean(),
    max_per_customer: Nullable(
      Type.Integer({ description: 'tickets that one customer may have in all orders together; null: no cap' }),
    ),
    holder_names: OneOf([...holderNames], {
      description: 'whether a checkout takes a name for each ticket; without one a ticket bears the buyer’s',
    }),
    rotating_barcodes: Type.Boolean({ description: 'tickets enter by the code of the moment only' }),
    questions: Type.Array(EventQuestion, { description: 'what a checkout asks, in this order' }),
    sold_out: Type.Boolean({ description: 'no price that is on offer, now or later, has places left' }),
    formatted_full_event_start_date: inZone('Saturday 14 March 2026, 7:30 PM'),
    formatted_event_start_date_day: inZone('Saturday'),
    formatted_event_start_date_time: inZone('7:30 PM'),
    formatted_event_start_date_month: inZone('March'),
    formatted_event_start_date_date: inZone('14'),
    formatted_event_start_date_year: inZone('2026'),
    utc_event_start_date: Type.String({ description: 'ISO 8601 with Z' }),
    timezone: Type.String({ description: 'IANA name' }),
    event_status_id: OneOf(eventStatuses, { description: '0 draft, 1 live, 2 archived, 3 cancelled' }),
    banner_image: Nullable(Type.String()),
    description: Nullable(Type.String({ description: 'plain text, with line breaks' })),
    translations: translationsOutput('title', 'description'),
    images: Type.Array(Type.String(), { description: 'addresses, the most important first' }),
    membership_seat_map_id: Nullable(Type.Integer({ description: 'map of the season seats that are let in' })),
    seat_map_id: Nullable(Type.Integer({ description: 'map of the seats that are sold' })),
    season_ids: Type.Array(Type.Integer(), { description: 'seasons that it belongs to' }),
    doors_open_unix: Nullable(Type.Integer({ description: 'Unix seconds' })),
    event_start_unix: Type.Integer({ description: 'Unix seconds' }),
    event_end_unix: Nullable(Type.Integer({ description: 'Unix seconds' })),
    warnings: Type.Optional(
      Type.Array(
        Type.Object({ code: OneOf([...publishWarnings]), message: Type.String() }, { title: 'EventWarning' }),
        {
          description: 'in the answer to publish alone: what would keep it from being sold',
        },
      ),
    ),
  },
  { title: 'TicketedEvent' },
)

export const EventRow = Type.Object({
  event_id: Type.Integer(),
  title: Type.String(),
  org_id: Type.Integer(),
  organisation_name: Type.String(),
  venue_id: Nullable(Type.Integer()),
  venue_name: Nullable(Type.String()),
  online_event: Type.Boolean(),
  url_string: Type.String(),
  buy_tickets_url: Nullable(Type.String()),
  currency: Type.String(),
  public_event: Type.Boolean(),
  reserved_seating: Type.Boolean(),
  max_per_customer: Nullable(Type.Integer()),
  holder_names: OneOf([...holderNames]),
  rotating_barcodes: Type.Boolean(),
  questions: Type.Unsafe<AskedInEvent[] | null>({ type: ['array', 'null'] }),
  sold_out: Type.Boolean(),
  timezone: Type.String(),
  event_status_id: Type.Integer(),
  banner_image: Nullable(Type.String()),
  description: Nullable(Type.String()),
  translations: TranslationsColumn,
  images: Type.Array(Type.String()),
  membership_seat_map_id: Nullable(Type.Integer()),
  seat_map_id: Nullable(Type.Integer()),
  season_ids: Type.Array(Type.Integer()),
  doors_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  starts_at: Type.Unsafe<Date>({ type: 'object' }),
  ends_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
export type EventRow = Static<typeof EventRow>

/** Events as `t`, with all that the API shows of them; conditions and order are the caller's. */
export const selectEvents = (sql: Db, now: Date, orgId: OrgId) => sql`
  select t.event_id, t.title, t.org_id, o.name as organisation_name, t.venue_id, v.name as venue_name, t.online_event,
    t.url_string, t.buy_tickets_url, t.currency, t.public_event, t.reserved_seating, t.max_per_customer, t.holder_names,
    t.rotating_barcodes,
    ${questionsAsked(orgId, sql)} as questions, ${soldOut(orgId, sql, now)} as sold_out,
    t.timezone, t.event_status_id, t.banner_image, t.description, t.translations, t.images, t.membership_seat_map_id, t.seat_map_id,
    array(
      select v.season_id
      from season_events v
      where v.org_id = ${orgId}
        and v.event_id = t.event_id
      order by v.season_id
    ) as season_ids, t.doors_at, t.starts_at, t.ends_at
  from events t
  join organisations o on o.org_id = t.org_id
  left join venues v on v.org_id = t.org_id and v.venue_id = t.venue_id`

/** All callers may see live and public events, and one with a preview token its draft too. `t` is the event. */
export function visibleTo(sql: Db, { audience, previewedEventId }: View): Fragment {
  if (audience !== 'public') return sql``
  const isPublic = sql`t.event_status_id = ${eventStatus.live} and t.public_event`
  if (previewedEventId === undefined) return sql`and ${isPublic}`
  return sql`and (${isPublic} or t.event_status_id = ${eventStatus.draft} and t.event_id = ${previewedEventId})`
}

/**
 * Those, and what was on sale until it was cancelled: a fan who follows an old link reads what became of it. One that was cancelled as a
 * draft no fan has ever seen, and stays so.
 */
export function visibleOrCancelledTo(sql: Db, view: View): Fragment {
  if (view.audience !== 'public') return sql``
  const wasOnSale = sql`t.event_status_id = ${eventStatus.cancelled} and t.public_event and t.published_at is not null`
  return sql`and (true ${visibleTo(sql, view)} or ${wasOnSale})`
}

/** Without a price on offer nothing is wanting, so the event is not sold out. */
const soldOut = (orgId: OrgId, sql: Db, now: Date) => sql`coalesce((
  select bool_and(${placesLeft(orgId, sql, now, { p: 'p', c: 'c' })} < p.tickets_included)
  from prices p
  join price_categories c on c.org_id = p.org_id and c.price_category_id = p.price_category_id
  where p.org_id = ${orgId}
    and p.event_id = t.event_id
    and p.price_status = 'active'
    and c.price_category_status = 'active'
    and (p.show_online or p.show_boxoffice)
    and ${soldUntil(sql, { p: 'p', e: 't' })} > ${now}
), false)`

/** Returns the event in the organisation's own language. */
export const toEvent = (row: EventRow) => toEventIn(undefined, row)

/** In the language of its reader, as far as the organisation has written it. */
export function toEventIn(language: Language | undefined, row: EventRow) {
  const start = englishDate(row.starts_at, row.timezone)
  return {
    event_id: String(row.event_id),
    title: inLanguage(row.translations, language, 'title', row.title),
    org_id: String(row.org_id),
    organisation_name: row.organisation_name,
    venue_id: row.venue_id === null ? null : String(row.venue_id),
    venue_name: row.venue_name,
    online_event: row.online_event,
    url_string: row.url_string,
    buy_tickets_url: row.buy_tickets_url,
    currency: row.currency,
    currency_symbol: currencySymbol(row.currency),
    public_event: row.public_event,
    reserved_seating: row.reserved_seating,
    max_per_customer: row.max_per_customer,
    holder_names: row.holder_names,
    rotating_barcodes: row.rotating_barcodes,
    questions: (row.questions ?? []).map((question) => toEventQuestion(question, language)),
    sold_out: row.sold_out,
    formatted_full_event_start_date: start.full,
    formatted_event_start_date_day: start.day,
    formatted_event_start_date_time: start.time,
    formatted_event_start_date_month: start.month,
    formatted_event_start_date_date: start.date,
    formatted_event_start_date_year: start.year,
    utc_event_start_date: utcIso(row.starts_at),
    timezone: row.timezone,
    event_status_id: String(row.event_status_id) as EventStatus,
    banner_image: row.banner_image,
    description: inLanguage(row.translations, language, 'description', row.description),
    translations: row.translations ?? {},
    images: row.images,
    membership_seat_map_id: row.membership_seat_map_id,
    seat_map_id: row.seat_map_id,
    season_ids: row.season_ids,
    doors_open_unix: row.doors_at && unixSeconds(row.doors_at),
    event_start_unix: unixSeconds(row.starts_at),
    event_end_unix: row.ends_at && unixSeconds(row.ends_at),
  } satisfies Static<typeof Event>
}

const toEventQuestion = (row: AskedInEvent, language: Language | undefined): EventQuestion => ({
  question_id: row.question_id,
  key: row.key,
  kind: row.kind,
  asked_of: row.asked_of,
  title: inLanguage(row.translations, language, 'title', row.title),
  description: inLanguage(row.translations, language, 'description', row.description),
  choices: choicesIn(row, language),
  required: row.required,
})
