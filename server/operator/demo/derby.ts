import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { layoutColumns } from '../../programme/seat-maps/layout.ts'
import { eventStatus, seatFlags } from '../../programme/statuses.ts'
import { addOrder } from './add-order.ts'
import { type DemoBuyer, findBuyers } from './customers.ts'
import { addDays, addMs, atWallClock } from './days.ts'
import { hoursAround } from './events.ts'
import { type GroundSection, groundSections } from './ground.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import type { DemoOffer } from './offer.ts'
import { pictureOf } from './pictures.ts'
import { randomOf } from './seeded-random.ts'
import { findDemoVenues } from './venues.ts'
import { type RowId, stamp, Writer } from './writer.ts'

/*
 * The ground of the demo club, with every seat drawn, and a match there that is on sale and half sold. It is not part of the bulk
 * data: one is enough to look at.
 */

const { derby } = HARBOUR_CITY
const PICTURE = pictureOf(0, 'scarves')

/** A section as it is written: with the ids of itself and of its seats. */
type DrawnSection = GroundSection & { id: RowId; seatIds: RowId[] }

export async function addDerby(orgId: OrgId, tx: Db, today: Date, customers: number): Promise<void> {
  const [home] = await findDemoVenues(orgId, tx)
  if (!home) throw new Error('the demo club has no venue')
  const writer = new Writer(orgId)
  const seatMapId = writer.id('seat_maps')
  writer.add('seat_maps', { seat_map_id: seatMapId, title: home.place.name, ...stamp(today) })
  const sections = groundSections().map((section, n) => addSection(writer, seatMapId, section, n, today))
  const offer = addMatch(writer, { seatMapId, sections, today, venueId: home.venueId, ...home.place })
  const groups = sections.flatMap((section, n) => soldGroups(section, n))
  const buyerOf = await findBuyers(
    orgId,
    tx,
    groups.map((_, n) => n + 1),
    customers,
  )
  for (const [n, group] of groups.entries()) sellGroup(writer, n, group, { offer, buyer: buyerOf(n + 1), today })
  await writer.write(tx)
  await countPlaces(orgId, tx)
}

function addSection(writer: Writer, seatMapId: RowId, section: GroundSection, n: number, today: Date): DrawnSection {
  const id = writer.id('seat_sections')
  writer.add('seat_sections', {
    seat_map_id: seatMapId,
    seat_section_id: id,
    title: section.title,
    sub_section_title: section.subTitle,
    order_by: n,
    best_seats: 'middle',
    ...layoutColumns(section.layout),
    ...stamp(today),
  })
  const seatIds = section.rows.flat().map((seat) => {
    const seatId = writer.id('seats')
    writer.add('seats', {
      seat_id: seatId,
      seat_map_id: seatMapId,
      seat_section_id: id,
      seat_row: seat.row,
      seat_title: seat.title,
      seat_gate: section.title.startsWith('South') ? 'South gate' : 'North gate',
      row_position: seat.rowPosition,
      seat_position: seat.seatPosition,
      flags: seat.flags,
      ...stamp(today),
    })
    return seatId
  })
  return { ...section, id, seatIds }
}

type MatchSetting = {
  seatMapId: RowId
  sections: DrawnSection[]
  venueId: number
  today: Date
  timezone: string
  currency: string
}

function addMatch(
  writer: Writer,
  { seatMapId, sections, venueId, today, timezone, currency }: MatchSetting,
): DemoOffer {
  const createdAt = addDays(today, -40)
  const publishedAt = addDays(today, -30)
  const startsAt = atWallClock(today, derby.day, derby.kickOff, timezone)
  const eventId = writer.id('events')
  writer.add('events', {
    event_id: eventId,
    title: derby.title,
    venue_id: venueId,
    url_string: derby.path,
    description: derby.description,
    images: `{"${PICTURE}"}`,
    banner_image: PICTURE,
    reserved_seating: true,
    seat_map_id: seatMapId,
    currency,
    timezone,
    ...hoursAround(startsAt),
    event_status_id: eventStatus.live,
    published_at: publishedAt,
    ...stamp(createdAt, publishedAt),
  })
  const prices = derby.categories.flatMap(({ title, dollars }, n) => {
    const categoryId = writer.id('price_categories')
    const sold = sections.filter(({ category }) => category === n)
    writer.add('price_categories', {
      event_id: eventId,
      price_category_id: categoryId,
      title,
      order_by: n,
      capacity: sold.reduce((places, { seatIds }) => places + seatIds.length, 0),
      ...stamp(createdAt, publishedAt),
    })
    for (const section of sold) {
      writer.add('price_category_sections', {
        event_id: eventId,
        seat_map_id: seatMapId,
        seat_section_id: section.id,
        price_category_id: categoryId,
        created_at: createdAt,
      })
    }
    return derby.prices.map((price, at) => {
      const row = {
        price_id: writer.id('prices'),
        price_category_id: categoryId,
        title: price.title,
        price_minor: Math.round(dollars * price.share * 100),
        rebate_minor: 50,
        service_fee_minor: 195,
        service_tax_minor: 20,
      }
      writer.add('prices', {
        event_id: eventId,
        ...row,
        order_by: at,
        available_from: publishedAt,
        available_until: startsAt,
        ...stamp(createdAt, publishedAt),
      })
      return { ...row, tickets_included: 1, membership_type_id: null, limited: false }
    })
  })
  const times = { starts_at: startsAt, published_at: publishedAt, cancelled_at: null }
  return { event_id: eventId, currency, ...times, prices }
}

/** Seats that are bought together, of one category. */
type SoldGroup = { category: number; seatIds: RowId[] }

const WHEELCHAIRS = seatFlags.accessible | seatFlags.companion

/** Row by row, groups of two to four with room between; fuller in front and on the halfway line. No place for a wheelchair. */
function soldGroups({ rows, category, seatIds }: DrawnSection, section: number): SoldGroup[] {
  if (category === null) return []
  const groups: SoldGroup[] = []
  let first = 0
  for (const [r, row] of rows.entries()) {
    const random = randomOf('stadium row', section * 100 + r)
    const share = (category === 0 ? 0.62 : 0.42) - (0.22 * r) / rows.length
    let n = 2 * random.below(2)
    while (n < row.length) {
      const size = Math.min(2 + random.below(3), row.length - n)
      const isPlain = row.slice(n, n + size).every(({ flags }) => (flags & WHEELCHAIRS) === 0)
      if (size > 1 && isPlain && random.chance(share)) {
        groups.push({ category, seatIds: seatIds.slice(first + n, first + n + size) })
      }
      n += size + (random.chance(0.3) ? 2 : 0)
    }
    first += row.length
  }
  return groups
}

type Sale = { offer: DemoOffer; buyer: DemoBuyer; today: Date }

/** One order for the group, paid by card, its seats claimed. Every fifth has a concession. */
function sellGroup(writer: Writer, n: number, { category, seatIds }: SoldGroup, { offer, buyer, today }: Sale): void {
  const price = offer.prices[category * derby.prices.length + (n % 5 === 4 ? 1 : 0)]
  if (!price) throw new Error('the derby has no prices')
  const random = randomOf('stadium order', n)
  const until = today.getTime() - HOUR_MS - offer.published_at.getTime()
  const createdAt = addMs(offer.published_at, random.below(Math.max(1, until)))
  const { ticketIds } = addOrder(writer, {
    series: 'stadium',
    n: n + 1,
    buyer,
    offer,
    outcome: 'confirmed',
    channel: 'online',
    discountId: null,
    createdAt,
    lines: [{ price, quantity: seatIds.length, seatIds }],
    barcodes: random,
  })
  for (const [at, seatId] of seatIds.entries()) {
    const ticketId = ticketIds[at]
    if (!ticketId) throw new Error('a seat of the derby was sold without a ticket')
    writer.add('seat_claims', { event_id: offer.event_id, seat_id: seatId, ticket_id: ticketId, ...stamp(today) })
  }
}

async function countPlaces(orgId: OrgId, tx: Db): Promise<void> {
  await tx`
    update price_categories c
    set sold = t.places
    from (
      select t.price_category_id, count(*) as places
      from tickets t
      join events e on e.org_id = ${orgId} and e.event_id = t.event_id
      where t.org_id = ${orgId}
        and e.url_string = ${derby.path}
      group by t.price_category_id
    ) t
    where c.org_id = ${orgId}
      and c.price_category_id = t.price_category_id`
}
