import { addEvent } from './events.ts'
import { addRow, type Columns, type Owner, type Store } from './rows.ts'
import { joinByRule } from './seasons.ts'
import type { SeatMap } from './seat-maps.ts'

/** An event, a pool of places in it and a price for them. */
export type Offer = Pool & { priceId: number }
export type Pool = { eventId: number; priceCategoryId: number }

export const addPriceCategory = (store: Store, owner: Owner, eventId: number, columns: Columns = {}): Promise<number> =>
  addRow(store, owner, 'price_categories', 'price_category_id', {
    event_id: eventId,
    title: 'Stand',
    capacity: 10,
    ...columns,
  })

export const addPrice = (store: Store, owner: Owner, pool: Pool, columns: Columns = {}): Promise<number> =>
  addRow(store, owner, 'prices', 'price_id', {
    event_id: pool.eventId,
    price_category_id: pool.priceCategoryId,
    title: 'Adult',
    price_minor: 2500,
    service_fee_minor: 200,
    service_tax_minor: 20,
    rebate_minor: 50,
    ...columns,
  })

/** `eventId` is of an event that is there; without it, a live one is added with the columns of `event`. */
export type Offering = { eventId?: number; event?: Columns; capacity?: number; price?: Columns }

/** A live event with one pool and one price in it. */
export async function addOffer(store: Store, owner: Owner, offering: Offering = {}): Promise<Offer> {
  const { event = {}, capacity = 10, price = {} } = offering
  const eventId = offering.eventId ?? (await addEvent(store, owner, { event_status_id: 1, ...event }))
  const priceCategoryId = await addPriceCategory(store, owner, eventId, { capacity })
  return { eventId, priceCategoryId, priceId: await addPrice(store, owner, { eventId, priceCategoryId }, price) }
}

/** A live event that sells all seats of the map, as one pool. */
export async function addSeatedOffer(store: Store, owner: Owner, map: SeatMap, event: Columns = {}): Promise<Offer> {
  const { seatMapId, sectionId, seatIds } = map
  const seated = { reserved_seating: true, seat_map_id: seatMapId, ...event }
  const offer = await addOffer(store, owner, { capacity: seatIds.length, event: seated })
  await sellSection(store, owner, offer, { seatMapId, sectionId })
  await joinByRule(store, owner, offer.eventId)
  return offer
}

/** From now on the seats of the section are of this pool. */
export const sellSection = (
  store: Store,
  owner: Owner,
  { eventId, priceCategoryId }: Pool,
  { seatMapId, sectionId }: { seatMapId: number; sectionId: number },
): Promise<number> =>
  addRow(store, owner, 'price_category_sections', 'seat_section_id', {
    event_id: eventId,
    seat_map_id: seatMapId,
    seat_section_id: sectionId,
    price_category_id: priceCategoryId,
  })

/** As columns of a line or a ticket. */
export const offerColumns = ({ eventId, priceCategoryId, priceId }: Offer) => ({
  event_id: eventId,
  price_category_id: priceCategoryId,
  price_id: priceId,
})

/** What the pool says, and what its rows add up to. They must agree at any moment at which nothing is under way. */
export async function poolOf({ sql }: Store, { orgId }: Owner, priceCategoryId: number) {
  const [pool] = await sql<{ capacity: number; sold: number; held: number; tickets: number; holds: number }[]>`
    select c.capacity, c.sold, c.held, (
      select count(*)
      from tickets t
      where t.org_id = c.org_id
        and t.price_category_id = c.price_category_id
        and t.ticket_status_id in (0, 1)
    ) as tickets, (
      select coalesce(sum(h.places), 0)::bigint
      from holds h
      where h.org_id = c.org_id
        and h.price_category_id = c.price_category_id
    ) as holds
    from price_categories c
    where c.org_id = ${orgId}
      and c.price_category_id = ${priceCategoryId}`
  if (!pool) throw new Error('no such pool')
  return pool
}

/** Counts places as a sale or a hold does: in the pool, and in the price where that has a limit of its own. */
export async function countPlaces(
  { sql }: Store,
  { orgId }: Owner,
  { priceCategoryId, priceId }: Offer,
  { sold = 0, held = 0 }: { sold?: number; held?: number },
): Promise<void> {
  await sql`
    update price_categories
    set sold = sold + ${sold}, held = held + ${held}
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}`
  await sql`
    update prices
    set sold = sold + ${sold}, held = held + ${held}
    where org_id = ${orgId}
      and price_id = ${priceId}
      and limit_places is not null`
}

/** The offer that a price belongs to, and what a place costs. */
export async function offerOf({ sql }: Store, { orgId }: Owner, priceId: number) {
  const [price] = await sql<{ event_id: number; price_category_id: number; price_minor: number; currency: string }[]>`
    select p.event_id, p.price_category_id, p.price_minor, e.currency
    from prices p
    join events e on e.org_id = p.org_id and e.event_id = p.event_id
    where p.org_id = ${orgId}
      and p.price_id = ${priceId}`
  if (!price) throw new Error(`no price ${priceId}`)
  const offer: Offer = { eventId: price.event_id, priceCategoryId: price.price_category_id, priceId }
  return { offer, priceMinor: price.price_minor, currency: price.currency }
}
