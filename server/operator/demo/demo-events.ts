import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { blocksOf, copyTables, demoName, drawIds, numberOf, refreshStatistics } from './bulk.ts'
import { type DemoCatalogue, ensureDemoCatalogue } from './demo-catalogue.ts'
import { DEMO_NOW, type DemoOptions } from './demo-day.ts'
import { type DemoStand, isSeated, makeDemoStand, seatDemoTickets } from './demo-stand.ts'
import { type DemoVenue, ensureDemoVenues } from './demo-venues.ts'
import { type DemoEvent, doorsAt, endsAt, eventOf } from './event-of.ts'
import { PLACES } from './places.ts'
import { categoryRows, gateRows, POOLS, PRICES, priceRows } from './pools.ts'

const TABLES = ['events', 'price_categories', 'prices', 'price_category_gates', 'gates'] as const

const IMAGES = 'https://images.example.com'

export type PlacedEvent = DemoEvent & { n: number; eventId: number; categoryIds: number[]; gateIds: number[] }

/** Adds so many events, with pools and prices, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoEvents(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows, venues: howMany = PLACES.length }: DemoOptions & { venues?: number } = {},
): Promise<number> {
  const venues = await ensureDemoVenues(orgId, tx, howMany, today)
  const catalogue = await ensureDemoCatalogue(orgId, tx, today)
  const first = (await lastDemoEvent(orgId, tx)) + 1
  let rows = 0
  let blocks = 0
  for (const numbers of blocksOf(first, count)) {
    rows += await addBlock(orgId, tx, numbers, { venues, catalogue, today })
    blocks += 1
    if (count > numbers.length) await refreshStatistics(tx, TABLES, blocks)
    onRows?.(numbers.length)
  }
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

type Setting = { venues: DemoVenue[]; catalogue: DemoCatalogue; today: Date }

async function addBlock(orgId: OrgId, tx: Db, numbers: number[], { venues, catalogue, today }: Setting) {
  const ids = await drawIds(tx, {
    events: numbers.length,
    price_categories: numbers.length * POOLS.length,
    prices: numbers.length * PRICES.length,
  })
  const places = venues.map(({ place }) => place)
  const events = numbers.map((n): PlacedEvent => {
    const event = eventOf(n, places, today)
    const gates = event.venue === null ? [] : (venues[event.venue]?.gates ?? [])
    const categoryIds = POOLS.map(() => ids.price_categories())
    return { ...event, n, eventId: ids.events(), categoryIds, gateIds: gates.map(({ gateId }) => gateId) }
  })
  const seated = events.find(isSeated)
  const stand = seated ? await makeDemoStand(orgId, tx, today) : undefined
  const memberTypeId = catalogue.types.find(({ title }) => title === 'Adult')?.membership_type_id ?? null
  const rowsOf = {
    events: events.map((event) => eventRow(orgId, event, venues, catalogue, isSeated(event) ? stand : undefined)),
    price_categories: events.flatMap((event) => categoryRows(orgId, event)),
    prices: events.flatMap((event) => priceRows(orgId, event, memberTypeId, ids.prices)),
    price_category_gates: events.flatMap((event) => gateRows(orgId, event)),
    price_category_sections: seated && stand ? [sectionRow(orgId, seated, stand)] : [],
  }
  const rows = await copyTables(tx, rowsOf)
  if (seated) await seatDemoTickets(orgId, tx, today)
  return rows
}

const sectionRow = (orgId: OrgId, { eventId, categoryIds, createdAt }: PlacedEvent, stand: DemoStand) => ({
  org_id: orgId,
  event_id: eventId,
  seat_map_id: stand.seatMapId,
  seat_section_id: stand.sectionId,
  price_category_id: categoryIds[1] ?? null,
  created_at: createdAt,
})

const eventRow = (
  orgId: OrgId,
  event: PlacedEvent,
  venues: DemoVenue[],
  { seatMapId }: DemoCatalogue,
  stand: DemoStand | undefined,
) => ({
  org_id: orgId,
  event_id: event.eventId,
  title: event.title,
  venue_id: event.venue === null ? null : (venues[event.venue]?.venueId ?? null),
  online_event: event.venue === null,
  url_string: demoName(event.n),
  buy_tickets_url: `https://tickets.example.com/${demoName(event.n)}`,
  banner_image: `${IMAGES}/banner-${event.n % 9}.jpg`,
  description: `${event.title}.\nDoors open 90 minutes before the start.`,
  images: `{${IMAGES}/match-${event.n % 9}.jpg,${IMAGES}/ground.jpg}`,
  reserved_seating: stand !== undefined,
  seat_map_id: stand?.seatMapId ?? null,
  currency: event.currency,
  timezone: event.timezone,
  doors_at: doorsAt(event),
  starts_at: event.startsAt,
  ends_at: endsAt(event),
  public_event: event.n % 13 !== 0,
  // The stand of the season seats is at the first venue.
  membership_seat_map_id: event.venue === 0 ? seatMapId : null,
  event_status_id: event.statusId,
  published_at: event.publishedAt,
  cancelled_at: event.cancelledAt,
  archived_at: event.archivedAt,
  created_at: event.createdAt,
  changed_at: event.archivedAt ?? event.cancelledAt ?? event.publishedAt ?? event.createdAt,
})
