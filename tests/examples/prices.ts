import { EventRow } from '../../server/programme/events/event.ts'
import { AvailabilityRow, AvailabilityRuleRow } from '../../server/programme/prices/list-availability.ts'
import { VisibleEventRow } from '../../server/programme/prices/list-prices.ts'
import { PriceRow } from '../../server/programme/prices/price.ts'
import { PriceCategoryRow } from '../../server/programme/prices/price-category.ts'
import { addEvent } from '../builders/events.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { addOffer, addPriceCategory } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'
import { managed } from './managed.ts'

const inEvent = async (house: House, tenant: Tenant) => ({ event_id: await addEvent(house, tenant) })

/** A category with the gates of the event's venue and the sections of its map. */
async function newCategory(house: House, tenant: Tenant): Promise<Example> {
  const venueId = await addVenue(house, tenant)
  const { seatMapId, sectionId } = await addSeatMap(house, tenant)
  const event_id = await addEvent(house, tenant, { venue_id: venueId, seat_map_id: seatMapId })
  const gateId = await addGate(house, tenant, venueId)
  const body = { title: 'Stand', capacity: 100, gate_ids: [gateId], seat_section_ids: [sectionId] }
  return {
    params: { event_id },
    body,
    otherBody: { ...body, capacity: 99 },
    ids: { 'body.gate_ids.0': NOTHING, 'body.seat_section_ids.0': NOTHING },
  }
}

async function newPrice(house: House, tenant: Tenant, { event_id = 0 }: Record<string, number>): Promise<Example> {
  const body = {
    price_category_id: await addPriceCategory(house, tenant, event_id),
    membership_type_id: await addMembershipType(house, tenant),
    title: 'Adult',
    price: 25.5,
    limit_places: 10,
    available_from_unix: null,
  }
  const ids = { 'body.price_category_id': NOTHING, 'body.membership_type_id': NOTHING }
  return { body, otherBody: { ...body, price: 26 }, ids }
}

export const priceExamples: Record<string, OperationExample> = {
  listPrices: {
    rows: [PriceRow, VisibleEventRow],
    publishable: true,
    make: async (house, tenant) => {
      const event_id = await addEvent(house, tenant, { event_status_id: 1 })
      await addOffer(house, tenant, { eventId: event_id })
      return { params: { event_id }, filters: { lang: 'de' }, ids: { 'params.event_id': NOTHING } }
    },
  },
  listAvailability: {
    rows: [AvailabilityRow, AvailabilityRuleRow, VisibleEventRow],
    publishable: true,
    make: async (house, tenant) => {
      const event_id = await addEvent(house, tenant, { event_status_id: 1 })
      await addOffer(house, tenant, { eventId: event_id })
      return { params: { event_id }, ids: { 'params.event_id': NOTHING } }
    },
  },
  ...managed({
    one: 'PriceCategory',
    many: 'PriceCategories',
    id: 'price_category_id',
    row: PriceCategoryRow,
    rowsOfChange: [EventRow],
    listPath: ({ event_id }) => `/v1/manage/events/${event_id}/price_categories`,
    parent: inEvent,
    add: (house, tenant, { event_id = 0 }) => addPriceCategory(house, tenant, event_id),
    create: newCategory,
    change: { body: { capacity: 50, section_label: null }, otherBody: { capacity: 60 } },
  }),
  ...managed({
    one: 'Price',
    many: 'Prices',
    read: { one: 'ManagedPrice', many: 'ManagedPrices' },
    id: 'price_id',
    row: PriceRow,
    rowsOfChange: [EventRow],
    listPath: ({ event_id }) => `/v1/manage/events/${event_id}/prices`,
    parent: inEvent,
    add: async (house, tenant, { event_id = 0 }) => (await addOffer(house, tenant, { eventId: event_id })).priceId,
    create: newPrice,
    change: { body: { price: 30, limit_places: 5 }, otherBody: { price: 31 } },
  }),
}
