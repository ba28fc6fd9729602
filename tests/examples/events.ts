import { unixSeconds } from '../../server/platform/values/clock.ts'
import { EventRow } from '../../server/programme/events/event.ts'
import { PriceListRow } from '../../server/programme/price-lists/price-list.ts'
import { addEvent, STARTS_AT } from '../builders/events.ts'
import { addPriceList } from '../builders/price-lists.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addVenue } from '../builders/venues.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'
import { managed } from './managed.ts'

async function newEvent(house: House, tenant: Tenant): Promise<Example> {
  const { seatMapId } = await addSeatMap(house, tenant)
  const body = {
    title: 'Derby',
    event_start_unix: unixSeconds(STARTS_AT),
    doors_open_unix: null,
    venue_id: await addVenue(house, tenant),
    seat_map_id: seatMapId,
    membership_seat_map_id: seatMapId,
    season_ids: [await addSeason(house, tenant, { seat_map_id: seatMapId })],
    reserved_seating: true,
    price_list_id: await addPriceList(house, tenant),
  }
  const ids = {
    'body.venue_id': NOTHING,
    'body.seat_map_id': NOTHING,
    'body.membership_seat_map_id': NOTHING,
    'body.season_ids.0': NOTHING,
    'body.price_list_id': NOTHING,
  }
  return { body, otherBody: { ...body, title: 'Final' }, ids }
}

const cursorOf = async (house: House, { key }: Tenant, query: string): Promise<string> =>
  (await house.call('GET', `/v1/events${query}`, { key })).body.next_cursor

/** A request about an event of this status. */
const about = (status: number): OperationExample => ({
  rows: [EventRow],
  make: async (house, tenant) => ({
    params: { event_id: await addEvent(house, tenant, { event_status_id: status }) },
    ids: { 'params.event_id': NOTHING },
  }),
})

export const eventExamples: Record<string, OperationExample> = {
  listEvents: {
    rows: [EventRow],
    publishable: true,
    make: async (house, tenant) => {
      const venueId = await addVenue(house, tenant)
      for (let events = 0; events < 2; events += 1)
        await addEvent(house, tenant, { event_status_id: 1, venue_id: venueId })
      const filters = {
        ...{ page_number: 2, limit: 1, search: 'derby', event_status_id: '1', upcoming: true, sort_direction: 'asc' },
        venue_id: venueId,
        lang: 'de',
        cursor: await cursorOf(house, tenant, '?limit=1'),
      }
      const together = {
        ...{ limit: 1, search: 'derby', event_status_id: '1', upcoming: true, sort_direction: 'asc' },
        venue_id: venueId,
      }
      const query = Object.entries(together).map(([name, value]) => `${name}=${value}`)
      const cursor = await cursorOf(house, tenant, `?${query.join('&')}`)
      const ids = { 'filters.venue_id': NOTHING }
      return { filters, together: { ...together, cursor }, ids, notIds: ['filters.event_status_id'] }
    },
  },
  retrieveEvent: {
    rows: [EventRow],
    publishable: true,
    make: async (house, tenant) => {
      const event_id = await addEvent(house, tenant, { event_status_id: 1 })
      return { params: { event_id }, filters: { lang: 'de' }, ids: { 'params.event_id': NOTHING } }
    },
  },
  ...managed({
    one: 'Event',
    many: 'Events',
    read: { one: 'ManagedEvent', many: 'ManagedEvents' },
    id: 'event_id',
    row: EventRow,
    listPath: () => '/v1/manage/events',
    add: (house, tenant) => addEvent(house, tenant),
    create: newEvent,
    change: { body: { title: 'Final', currency: 'NZD', public_event: false }, otherBody: { title: 'Semi-final' } },
  }),
  createEvent: { rows: [EventRow, PriceListRow], make: newEvent },
  listManagedEvents: {
    rows: [EventRow],
    make: async (house, tenant) => {
      for (let events = 0; events < 2; events += 1) await addEvent(house, tenant)
      const first = await house.call('GET', '/v1/manage/events?limit=1', { key: tenant.key })
      const filters = { limit: 1, search: 'derby', event_status_id: '0' }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        notIds: ['filters.event_status_id'],
      }
    },
  },
  publishEvent: about(0),
  unpublishEvent: about(1),
  createEventPreview: {
    make: async (house, tenant) => ({
      params: { event_id: await addEvent(house, tenant) },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  copyEvent: {
    rows: [EventRow, PriceListRow],
    make: async (house, tenant) => ({
      params: { event_id: await addEvent(house, tenant) },
      ids: { 'params.event_id': NOTHING, 'body.price_list_id': NOTHING },
      body: {
        events: [{ title: 'Round 2', event_start_unix: 2_000_000_000 }],
        price_list_id: await addPriceList(house, tenant),
      },
      otherBody: { events: [{ title: 'Round 3', event_start_unix: 2_000_600_000 }] },
    }),
  },
  usePriceList: {
    rows: [EventRow, PriceListRow],
    make: async (house, tenant) => ({
      params: { event_id: await addEvent(house, tenant) },
      ids: { 'params.event_id': NOTHING, 'body.price_list_id': NOTHING },
      body: { price_list_id: await addPriceList(house, tenant) },
      otherBody: { price_list_id: await addPriceList(house, tenant) },
    }),
  },
  cancelEvent: {
    rows: [EventRow],
    make: async (house, tenant) => ({
      params: { event_id: await addEvent(house, tenant, { event_status_id: 1 }) },
      ids: { 'params.event_id': NOTHING },
      body: { refund: 'none', reason: 'The pitch is under water.' },
      otherBody: {},
    }),
  },
}
