import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { layoutColumns } from '../../programme/seat-maps/layout.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { copyInto, drawIds } from './bulk.ts'
import { addDays, addMs } from './demo-day.ts'
import { atWallClock } from './event-of.ts'
import type { DemoOffer } from './offers.ts'
import { PLACES } from './places.ts'
import { STADIUM_CATEGORIES, type StadiumSection, stadiumSections } from './stadium-plan.ts'
import { sellSeats } from './stadium-sales.ts'

/*
 * The ground of the demo organisation, with every seat drawn, and a match there that is on sale and half sold. It is not part of the bulk
 * data: one is enough to look at.
 */

const URL_STRING = 'harbour-derby'
const KICK_OFF_MINUTES = 19 * 60 + 30
const DAYS_AHEAD = 19
const PRICES = [
  { title: 'Adult', share: 1 },
  { title: 'Concession', share: 0.75 },
] as const

export async function addDemoStadium(orgId: OrgId, tx: Db, today: Date, customers: number): Promise<void> {
  const sections = stadiumSections()
  const map = await addMap(orgId, tx, sections, today)
  const offer = await addMatch(orgId, tx, map, sections, today)
  const sale = { offer, pricesEach: PRICES.length, sections, seatIds: map.seatIds }
  await sellSeats(orgId, tx, sale, { today, customers })
}

type StadiumMap = { seatMapId: number; sectionIds: number[]; seatIds: number[][] }

async function addMap(orgId: OrgId, tx: Db, sections: StadiumSection[], today: Date): Promise<StadiumMap> {
  const stamp = { created_at: today, changed_at: today }
  const ids = await drawIds(tx, {
    seat_maps: 1,
    seat_sections: sections.length,
    seats: sections.reduce((sum, { rows }) => sum + rows.flat().length, 0),
  })
  const seatMapId = ids.seat_maps()
  const sectionIds = sections.map(() => ids.seat_sections())
  await copyInto(tx, 'seat_maps', [{ org_id: orgId, seat_map_id: seatMapId, title: PLACES[0]?.name ?? '', ...stamp }])
  await copyInto(
    tx,
    'seat_sections',
    sections.map(({ title, subTitle, layout }, s) => ({
      org_id: orgId,
      seat_map_id: seatMapId,
      seat_section_id: sectionIds[s] ?? null,
      title,
      sub_section_title: subTitle,
      order_by: s,
      ...layoutColumns(layout),
      ...stamp,
    })),
  )
  const seats = sections.flatMap(({ rows, title }, s) =>
    rows.flat().map((seat) => ({
      org_id: orgId,
      seat_id: ids.seats(),
      seat_map_id: seatMapId,
      seat_section_id: sectionIds[s] ?? null,
      seat_row: seat.row,
      seat_title: seat.title,
      seat_gate: title.startsWith('South') ? 'South gate' : 'North gate',
      row_position: seat.rowPosition,
      seat_position: seat.seatPosition,
      flags: seat.flags,
      ...stamp,
    })),
  )
  await copyInto(tx, 'seats', seats)
  const bySection = Map.groupBy(seats, ({ seat_section_id }) => seat_section_id)
  return {
    seatMapId,
    sectionIds,
    seatIds: sectionIds.map((id) => (bySection.get(id) ?? []).map(({ seat_id }) => seat_id)),
  }
}

async function addMatch(
  orgId: OrgId,
  tx: Db,
  { seatMapId, sectionIds }: StadiumMap,
  sections: StadiumSection[],
  today: Date,
): Promise<DemoOffer> {
  const { timezone = 'UTC', currency = 'AUD' } = PLACES[0] ?? {}
  const [createdAt, publishedAt] = [addDays(today, -40), addDays(today, -30)]
  const startsAt = atWallClock(today, DAYS_AHEAD, KICK_OFF_MINUTES, timezone)
  const stamp = { created_at: createdAt, changed_at: publishedAt }
  const ids = await drawIds(tx, {
    events: 1,
    price_categories: STADIUM_CATEGORIES.length,
    prices: STADIUM_CATEGORIES.length * PRICES.length,
  })
  const [venue] = await tx<{ venue_id: number }[]>`
    select venue_id
    from venues
    where org_id = ${orgId}
      and name = ${PLACES[0]?.name ?? ''}
    order by venue_id
    limit 1`
  const eventId = ids.events()
  const row = { org_id: orgId, event_id: eventId }
  await copyInto(tx, 'events', [
    {
      ...row,
      title: 'Harbour Derby: v Eastern Reds',
      venue_id: venue?.venue_id ?? null,
      url_string: URL_STRING,
      description: 'The derby under lights, every seat numbered.\nGates open 90 minutes before kick-off.',
      images: '{https://images.example.com/match-1.jpg,https://images.example.com/ground.jpg}',
      banner_image: 'https://images.example.com/banner-1.jpg',
      reserved_seating: true,
      seat_map_id: seatMapId,
      currency,
      timezone,
      doors_at: addMs(startsAt, -90 * MINUTE_MS),
      starts_at: startsAt,
      ends_at: addMs(startsAt, 2 * HOUR_MS),
      event_status_id: eventStatus.live,
      published_at: publishedAt,
      ...stamp,
    },
  ])
  const categoryIds = STADIUM_CATEGORIES.map(() => ids.price_categories())
  const places = (category: number) =>
    sections.filter((section) => section.category === category).reduce((sum, { rows }) => sum + rows.flat().length, 0)
  await copyInto(
    tx,
    'price_categories',
    STADIUM_CATEGORIES.map(({ title }, n) => ({
      ...row,
      price_category_id: categoryIds[n] ?? null,
      title,
      order_by: n,
      capacity: places(n),
      ...stamp,
    })),
  )
  await copyInto(
    tx,
    'price_category_sections',
    sections.flatMap(({ category }, s) =>
      category === null
        ? []
        : [
            {
              ...row,
              seat_map_id: seatMapId,
              seat_section_id: sectionIds[s] ?? null,
              price_category_id: categoryIds[category] ?? null,
              created_at: createdAt,
            },
          ],
    ),
  )
  const prices = STADIUM_CATEGORIES.flatMap(({ dollars }, n) =>
    PRICES.map(({ title, share }, at) => ({
      price_id: ids.prices(),
      price_category_id: categoryIds[n] ?? 0,
      title,
      price_minor: Math.round(dollars * share * 100),
      rebate_minor: 50,
      service_fee_minor: 195,
      service_tax_minor: 20,
      order_by: at,
    })),
  )
  const window = { available_from: publishedAt, available_until: startsAt }
  await copyInto(
    tx,
    'prices',
    prices.map((price) => ({ ...row, ...price, ...window, ...stamp })),
  )
  const offered = prices.map((price) => ({ ...price, tickets_included: 1, membership_type_id: null, limited: false }))
  const sold = { starts_at: startsAt, published_at: publishedAt, cancelled_at: null, prices: offered }
  return { event_id: eventId, url_string: URL_STRING, currency, ...sold }
}
