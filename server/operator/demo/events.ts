import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { type DemoCatalogue, ensureDemoCatalogue } from './catalogue.ts'
import type { Match } from './club.ts'
import { addDays, addMs, atWallClock, DEMO_NOW, type DemoOptions, earliest } from './days.ts'
import { addGrandstand, SEATED_MATCH, SEATED_POOL, seatGrandstand } from './grandstand.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { demoName, numberOf } from './numbered.ts'
import { pictureOf, sceneOf } from './pictures.ts'
import { amountIn, type DemoVenue, ensureDemoVenues, VENUES_MAX } from './venues.ts'
import { type RowId, stamp, Writer, writeBlocks } from './writer.ts'

const { season, pools, prices, studio } = HARBOUR_CITY

/** Adds so many events, with pools and prices, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoEvents(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows, venues: howMany = VENUES_MAX }: DemoOptions & { venues?: number } = {},
): Promise<number> {
  const venues = await ensureDemoVenues(orgId, tx, howMany, today)
  const catalogue = await ensureDemoCatalogue(orgId, tx, today)
  const first = (await lastDemoEvent(orgId, tx)) + 1
  const writer = new Writer(orgId)
  const rows = await writeBlocks(tx, writer, { first, count, onRows }, async (numbers) => {
    for (const n of numbers) addEvent(writer, n, venues, catalogue, today)
  })
  if (first <= SEATED_MATCH && SEATED_MATCH < first + count) await seatGrandstand(orgId, tx, today)
  return rows
}

/** The number of the last one; the first has 1. */
export async function lastDemoEvent(orgId: OrgId, tx: Db): Promise<number> {
  const [row] = await tx<{ url_string: string }[]>`
    select url_string
    from events
    where org_id = ${orgId}
      and url_string between 'demo-' and 'demo-a'
      and url_string ~ '^demo-[0-9]{9}$'
    order by url_string desc
    limit 1`
  return row ? numberOf(row.url_string) : 0
}

/** A year of rounds, less a day for each season before, so that the days fill up. */
const YEAR_DAYS = 364
const SHIFT_DAYS_MAX = 13

/**
 * Event number n. The first twelve are the season as it is described; after that it is played again and again, at other venues, in turns
 * a year ago and now, each time a day later.
 */
function matchOf(n: number): Match {
  const match = season[(n - 1) % season.length]
  if (!match) throw new Error('the season of the demo club has no matches')
  const again = Math.floor((n - 1) / season.length)
  const day = match.day + (Math.floor(again / 2) % SHIFT_DAYS_MAX) - (again % 2) * YEAR_DAYS
  const title = match.title.startsWith('v ') ? `Round ${n}: ${match.title}` : match.title
  return { ...match, title, day, venue: match.venue === null ? null : match.venue + 2 * again }
}

function statusOf({ status = 'live', day }: Match): number {
  // Nothing is a draft once it has been played, nor put away before.
  if (status === 'draft' && day < 0) return eventStatus.live
  return status === 'archived' && day >= 0 ? eventStatus.live : eventStatus[status]
}

export type EventTimes = { startsAt: Date; createdAt: Date; publishedAt: Date | null }

function addEvent(writer: Writer, n: number, venues: DemoVenue[], catalogue: DemoCatalogue, today: Date): void {
  const match = matchOf(n)
  const venueIndex = match.venue === null ? null : match.venue % venues.length
  const venue = venueIndex === null ? undefined : venues[venueIndex]
  const { timezone, currency } = venue?.place ?? studio
  const startsAt = atWallClock(today, match.day, match.kickOff, timezone)
  const createdAt = earliest(addDays(startsAt, -100), addDays(today, -30 - (n % 30)))
  const statusId = statusOf(match)
  const publishedAt = statusId === eventStatus.draft ? null : addDays(createdAt, 1)
  const cancelledAt = statusId === eventStatus.cancelled ? earliest(addDays(startsAt, -7), addDays(today, -3)) : null
  const archivedAt = statusId === eventStatus.archived ? earliest(addDays(startsAt, 3), today) : null
  const eventId = writer.id('events')
  const picture = pictureOf(n, sceneOf(n, match.title))
  const stand = n === SEATED_MATCH && venue ? addGrandstand(writer, today) : undefined
  writer.add('events', {
    event_id: eventId,
    title: match.title,
    venue_id: venue?.venueId ?? null,
    online_event: venue === undefined,
    url_string: demoName(n),
    buy_tickets_url: `https://tickets.example.com/${demoName(n)}`,
    banner_image: picture,
    description: `${match.title}.\nDoors open 90 minutes before the start.`,
    images: `{"${picture}"}`,
    reserved_seating: stand !== undefined,
    seat_map_id: stand?.seatMapId ?? null,
    currency,
    timezone,
    ...hoursAround(startsAt),
    public_event: n % 13 !== 0,
    // The stand of the season seats is at the first venue.
    membership_seat_map_id: venueIndex === 0 ? catalogue.seatMapId : null,
    event_status_id: statusId,
    published_at: publishedAt,
    cancelled_at: cancelledAt,
    archived_at: archivedAt,
    ...stamp(createdAt, archivedAt ?? cancelledAt ?? publishedAt ?? createdAt),
  })
  const categoryIds = addPools(writer, eventId, match, venue, createdAt)
  addPrices(writer, { eventId, categoryIds, currency, isOnline: venue === undefined }, catalogue, {
    startsAt,
    createdAt,
    publishedAt,
  })
  if (stand) {
    writer.add('price_category_sections', {
      event_id: eventId,
      seat_map_id: stand.seatMapId,
      seat_section_id: stand.sectionId,
      price_category_id: categoryIds[SEATED_POOL] ?? null,
      created_at: createdAt,
    })
  }
}

export const hoursAround = (startsAt: Date) => ({
  doors_at: addMs(startsAt, -90 * MINUTE_MS),
  starts_at: startsAt,
  ends_at: addMs(startsAt, 2 * HOUR_MS),
})

function addPools(
  writer: Writer,
  eventId: RowId,
  match: Match,
  venue: DemoVenue | undefined,
  createdAt: Date,
): RowId[] {
  return pools.map(({ title, section, capacity, gates = 0 }, n) => {
    const categoryId = writer.id('price_categories')
    writer.add('price_categories', {
      price_category_id: categoryId,
      event_id: eventId,
      title,
      section_label: section,
      order_by: n,
      capacity: n === SEATED_POOL ? (match.grandstand ?? capacity) : capacity,
      ...stamp(createdAt),
    })
    // A pool that has gates of its own is entered by the first so many only.
    for (const { gateId } of venue?.gates.slice(0, gates) ?? []) {
      writer.add('price_category_gates', { price_category_id: categoryId, gate_id: gateId, created_at: createdAt })
    }
    return categoryId
  })
}

type Sold = { eventId: RowId; categoryIds: RowId[]; currency: string; isOnline: boolean }

function addPrices(
  writer: Writer,
  { eventId, categoryIds, currency, isOnline }: Sold,
  catalogue: DemoCatalogue,
  times: EventTimes,
) {
  const memberTypeId = catalogue.types.find(({ title }) => title === 'Adult')?.membership_type_id ?? null
  for (const [n, { title, pool, dollars, included = 1, scanning, limit, membersOnly }] of prices.entries()) {
    writer.add('prices', {
      price_id: writer.id('prices'),
      event_id: eventId,
      price_category_id: categoryIds[pool] ?? null,
      title,
      price_minor: amountIn(currency, dollars),
      rebate_minor: amountIn(currency, 0.5),
      service_fee_minor: amountIn(currency, 1.95),
      service_tax_minor: amountIn(currency, 0.2),
      group_ticket: included > 1,
      tickets_included: included,
      available_from: times.publishedAt,
      available_until: times.startsAt,
      membership_type_id: membersOnly ? memberTypeId : null,
      // A stream has no gate.
      scanning_flag: isOnline ? 0 : scanning,
      limit_places: limit ?? null,
      order_by: n,
      ...stamp(times.createdAt),
    })
  }
}
