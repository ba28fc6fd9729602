import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer, Nullable, OneOf, Paragraphs, Text, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { fromUnixSeconds, unixSeconds } from '../../platform/values/clock.ts'
import { changeOf, createOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict, conflictOn, missing } from '../../resources/constraints.ts'
import { Currency, TimeZone, WebAddress } from '../../resources/fields.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { type ColumnValues, findRow } from '../../resources/resource.ts'
import { applyPriceList, findPriceList } from '../price-lists/apply-price-list.ts'
import type { PriceListRow } from '../price-lists/price-list.ts'
import { joinSeasons, settleSeasons } from '../seasons/join-season.ts'
import { lockSeasonsOf } from '../seasons/recount-event.ts'
import { eventStatus } from '../statuses.ts'
import { translationsInput } from '../translations.ts'
import { type EventRow, holderNames } from './event.ts'
import { events } from './event-resource.ts'
import { noteMove } from './note-move.ts'
import { refuseOnceTaken } from './refuse-once-taken.ts'
import { freeUrlString, URL_STRING_MAX, urlStringPattern } from './url-string.ts'

/*
 * Operations (written by npm run openapi):
 * changeEvent, createEvent, retrieveManagedEvent
 */

/** An event is in a league, a cup and a few packs. */
const SEASONS_MAX = 20

const Body = Input({
  title: Text(200),
  event_start_unix: UnixSeconds({ description: 'Unix seconds' }),
  event_end_unix: Type.Optional(Nullable(UnixSeconds({ description: 'after the start' }))),
  doors_open_unix: Type.Optional(Nullable(UnixSeconds({ description: 'not after the start' }))),
  venue_id: Type.Optional(Nullable(Id())),
  online_event: Type.Optional(Type.Boolean({ default: false, description: 'there is no place to go to, so no venue' })),
  timezone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  url_string: Type.Optional(
    Text(URL_STRING_MAX, {
      pattern: urlStringPattern,
      description: 'small letters, digits and single hyphens; unique. Without it, one is made from the title',
    }),
  ),
  buy_tickets_url: Type.Optional(Nullable(WebAddress)),
  banner_image: Type.Optional(Nullable(WebAddress)),
  description: Type.Optional(Nullable(Paragraphs(10_000, { description: 'plain text, with line breaks' }))),
  translations: translationsInput({
    title: Type.Optional(Text(200)),
    description: Type.Optional(Paragraphs(10_000)),
  }),
  images: Type.Optional(
    Type.Array(WebAddress, { maxItems: 20, description: 'addresses, the most important first; an empty list clears' }),
  ),
  public_event: Type.Optional(Type.Boolean({ default: true })),
  reserved_seating: Type.Optional(Type.Boolean({ default: false })),
  max_per_customer: Type.Optional(
    Nullable(
      Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'tickets that one customer may have in all orders together, but for the box office; null: no cap',
      }),
    ),
  ),
  holder_names: Type.Optional(
    OneOf([...holderNames], { default: 'none', description: 'whether a checkout takes a name for each ticket' }),
  ),
  rotating_barcodes: Type.Optional(
    Type.Boolean({ default: false, description: 'tickets enter by the code of the moment only, which a page shows' }),
  ),
  seat_map_id: Type.Optional(Nullable(Id({ description: 'map of the seats that are sold' }))),
  membership_seat_map_id: Type.Optional(Nullable(Id({ description: 'map of the season seats that are let in' }))),
  season_ids: Type.Optional(
    Type.Array(Id(), {
      maxItems: SEASONS_MAX,
      description:
        'seasons that it belongs to, whose seats are taken in it. A new event that does not say is in those of its membership_seat_map_id and day that take new events',
    }),
  ),
})
type Body = Static<typeof Body>

const NewEvent = Input({
  ...Body.properties,
  price_list_id: Type.Optional(
    Nullable(
      Id({
        description:
          'gives it the categories and prices of this list; without a seat_map_id it takes the list’s too, with reserved_seating',
      }),
    ),
  ),
})

const Changes = Input({
  ...Body.properties,
  refund_requests_until_unix: Type.Optional(
    Nullable(
      UnixSeconds({
        description:
          'with another start or venue of an event on sale: until when those who bought before may ask for a refund, also where refund_request_hours is null',
      }),
    ),
  ),
})

export const manageEvents: Operation[] = [
  retrieveOf(events),
  createOf(
    events,
    NewEvent,
    async ({ price_list_id: listId, ...body }, at) => {
      const list = listId === undefined || listId === null ? undefined : await findPriceList(at, listId)
      const venue = await findVenue(at, body.venue_id)
      const defaults = await findDefaults(at)
      return {
        timezone: venue?.timezone ?? defaults.timezone,
        currency: defaults.currency,
        url_string: body.url_string ?? (await freeUrlString(at.orgId, at.tx, body.title)),
        ...toColumns(body),
        ...(list && mapOf(list, body)),
      }
    },
    async ({ season_ids, price_list_id: listId }, at, eventId) => {
      const { orgId, tx, clock } = at
      if (listId !== undefined && listId !== null) await priceNewEvent(at, eventId, listId)
      await joinSeasons(orgId, tx, clock(orgId), eventId, season_ids)
    },
  ),
  changeOf(
    events,
    Changes,
    async ({ refund_requests_until_unix: until, ...body }, event, at) => {
      if (event.event_status_id === eventStatus.archived) throw conflict('The event is archived.')()
      const eventId = event.event_id
      if (differs(body.venue_id, event.venue_id)) await moveVenue(at, eventId, body.venue_id)
      if (differs(body.currency, event.currency)) await refuseOncePriced(at, eventId)
      if (changesSeating(body, event)) {
        await lockSeasonsOf(at.orgId, at.tx, eventId)
        await refuseOnceTaken(at, eventId, 'Seating stays as it is once places are sold or held.')
      }
      const start = body.event_start_unix
      const startsAt = start === undefined ? undefined : fromUnixSeconds(start)
      const refundsUntil = until === undefined || until === null ? until : fromUnixSeconds(until)
      await noteMove(at, event, { startsAt, venueId: body.venue_id, refundsUntil })
      // Seasons are rows of another table; the event counts as changed all the same.
      return { ...toColumns(body), ...(body.season_ids && { changed_at: at.clock(at.orgId) }) }
    },
    (body, event, { orgId, tx, clock }) =>
      settleSeasons(orgId, tx, clock(orgId), event.event_id, {
        seasonIds: body.season_ids,
        isMoved: isMoved(body, event),
        isOtherMap: isOtherMap(body, event),
      }),
  ),
]

/** A list that sells seats brings their map along, where the request names none. */
const mapOf = ({ seat_map_id }: PriceListRow, body: Body): ColumnValues<EventRow> =>
  seat_map_id === null || body.seat_map_id ? {} : { seat_map_id, reserved_seating: true }

async function priceNewEvent(at: ChangeContext, eventId: number, priceListId: number): Promise<void> {
  const event = await findRow(events, at.orgId, at.tx, eventId, at.clock(at.orgId))
  if (!event) throw new Error('a new event left no row')
  await applyPriceList(at, event, await findPriceList(at, priceListId))
}

const isMoved = ({ event_start_unix: start, event_end_unix: end }: Partial<Body>, event: EventRow) =>
  differs(start, unixSeconds(event.starts_at)) || differs(end, event.ends_at && unixSeconds(event.ends_at))

function isOtherMap(body: Partial<Body>, event: EventRow): boolean {
  const { membership_seat_map_id: ofMembers = event.membership_seat_map_id, seat_map_id: ofSales = event.seat_map_id } =
    body
  return (ofMembers ?? ofSales) !== (event.membership_seat_map_id ?? event.seat_map_id)
}

function toColumns({
  event_start_unix,
  event_end_unix,
  doors_open_unix,
  season_ids: _seasonIds,
  ...columns
}: Partial<Body>): ColumnValues<EventRow> {
  return {
    ...columns,
    ...(event_start_unix === undefined ? {} : { starts_at: fromUnixSeconds(event_start_unix) }),
    ...(event_end_unix === undefined ? {} : { ends_at: fromUnixSeconds(event_end_unix) }),
    ...(doors_open_unix === undefined ? {} : { doors_at: fromUnixSeconds(doors_open_unix) }),
  }
}

/** What is not sent stays as it is. */
const differs = <T>(sent: T | undefined, stored: T) => sent !== undefined && sent !== stored

/** Whose season seats are let in is settled with the event's seasons, and needs no rule here. */
const changesSeating = (body: Partial<Body>, event: EventRow) =>
  differs(body.reserved_seating, event.reserved_seating) || differs(body.seat_map_id, event.seat_map_id)

async function findDefaults({ orgId, tx }: ChangeContext): Promise<{ timezone: string; currency: string }> {
  const [organisation] = await tx<{ timezone: string; currency: string }[]>`
    select timezone, currency
    from organisations
    where org_id = ${orgId}`
  if (!organisation) throw new ApiError('resource_missing')
  return organisation
}

async function findVenue({ orgId, tx }: ChangeContext, venueId: number | null | undefined) {
  if (venueId === undefined || venueId === null) return undefined
  const [venue] = await tx<{ timezone: string | null; venue_status: string }[]>`
    select timezone, venue_status
    from venues
    where org_id = ${orgId}
      and venue_id = ${venueId}
    for share`
  if (!venue) throw missing('venue_id')()
  if (venue.venue_status === 'archived') throw conflictOn('venue_id', 'The venue is archived.')()
  return venue
}

/** Gates belong to a venue, so categories that are let in by some gates only would be let in nowhere. */
async function moveVenue(at: ChangeContext, eventId: number, venueId: number | null | undefined): Promise<void> {
  await findVenue(at, venueId)
  const [gate] = await at.tx`
    select 1
    from price_categories c
    join price_category_gates g on g.org_id = c.org_id and g.price_category_id = c.price_category_id
    where c.org_id = ${at.orgId}
      and c.event_id = ${eventId}
    limit 1`
  if (gate)
    throw conflictOn('venue_id', 'Price categories are let in by gates of the present venue; clear gate_ids first.')()
}

async function refuseOncePriced({ orgId, tx }: ChangeContext, eventId: number): Promise<void> {
  const [price] = await tx`
    select 1
    from prices
    where org_id = ${orgId}
      and event_id = ${eventId}
    limit 1`
  if (price) throw conflictOn('currency', 'The currency stays as it is once the event has a price.')()
}
