import { SeatRow } from '../../server/programme/seat-maps/seat.ts'
import { SeatMapRow } from '../../server/programme/seat-maps/seat-map.ts'
import { SeatSectionRow } from '../../server/programme/seat-maps/seat-map-with-sections.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addVenue } from '../builders/venues.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'
import { managed } from './managed.ts'

const sections = [{ title: 'North', gate: 'A', rows: [{ title: 'A', seats: [{ title: '2' }, { title: '3' }] }] }]

const layout = { x: 0, y: 40, rotation: 0, curve: 60, row_pitch: 1.3, seat_pitch: 1 }

async function newMap(house: House, tenant: Tenant): Promise<Example> {
  const body = { title: 'Ground', venue_id: await addVenue(house, tenant), sections }
  return { body, otherBody: { ...body, title: 'Stadium' }, ids: { 'body.venue_id': NOTHING } }
}

const seat =
  (status: 'active' | 'blocked') =>
  async (house: House, tenant: Tenant): Promise<Example> => {
    const { seatId } = await addSeatMap(house, tenant)
    await house.sql`
      update seats
      set seat_status = ${status}
      where org_id = ${tenant.orgId}
        and seat_id = ${seatId}`
    return { params: { seat_id: seatId }, ids: { 'params.seat_id': NOTHING } }
  }

const {
  createSeatMap: _created,
  retrieveSeatMap: _retrieved,
  ...common
} = managed({
  one: 'SeatMap',
  many: 'SeatMaps',
  id: 'seat_map_id',
  row: SeatMapRow,
  listPath: () => '/v1/manage/seat_maps',
  add: async (house, tenant) => (await addSeatMap(house, tenant)).seatMapId,
  create: newMap,
  change: { body: { title: 'Stadium', venue_id: null }, otherBody: { title: 'Park' } },
})

export const seatMapExamples: Record<string, OperationExample> = {
  ...common,
  importSeatMap: { rows: [SeatMapRow, SeatSectionRow], make: newMap },
  reimportSeatMap: {
    rows: [SeatMapRow, SeatSectionRow],
    make: async (house, tenant) => {
      const { ids, ...example } = await newMap(house, tenant)
      const { seatMapId } = await addSeatMap(house, tenant)
      return { ...example, params: { seat_map_id: seatMapId }, ids: { ...ids, 'params.seat_map_id': NOTHING } }
    },
  },
  retrieveSeatMap: {
    rows: [SeatMapRow, SeatSectionRow],
    make: async (house, tenant) => ({
      params: { seat_map_id: (await addSeatMap(house, tenant)).seatMapId },
      ids: { 'params.seat_map_id': NOTHING },
    }),
  },
  listSeats: {
    rows: [SeatRow],
    make: async (house, tenant) => {
      const { seatMapId, sectionId } = await addSeatMap(house, tenant)
      const filters = { seat_section_id: sectionId, seat_row: 'A', status: 'active' }
      const cursorFor = async (query: Record<string, string>) => {
        const address = `/v1/manage/seat_maps/${seatMapId}/seats?${new URLSearchParams({ limit: '1', ...query })}`
        return (await house.call('GET', address, { key: tenant.key })).body.next_cursor as string
      }
      return {
        params: { seat_map_id: seatMapId },
        filters: { ...filters, limit: 1, cursor: await cursorFor({}) },
        together: { ...filters, limit: 1, cursor: await cursorFor({ ...filters, seat_section_id: String(sectionId) }) },
        ids: { 'params.seat_map_id': NOTHING, 'filters.seat_section_id': NOTHING },
      }
    },
  },
  addSeatSection: {
    rows: [SeatSectionRow],
    make: async (house, tenant) => {
      const { seatMapId } = await addSeatMap(house, tenant)
      const body = { title: 'South', layout, rows: [{ title: 'A', seats: [{ title: '1', flags: ['aisle'] }] }] }
      return {
        params: { seat_map_id: seatMapId },
        body,
        otherBody: { ...body, title: 'West' },
        ids: { 'params.seat_map_id': NOTHING },
      }
    },
  },
  changeSeatSection: {
    rows: [SeatSectionRow],
    make: async (house, tenant) => {
      const { seatMapId, sectionId } = await addSeatMap(house, tenant)
      return {
        params: { seat_map_id: seatMapId, seat_section_id: sectionId },
        body: { layout },
        otherBody: { layout: null, title: 'West' },
        ids: { 'params.seat_map_id': NOTHING, 'params.seat_section_id': NOTHING },
      }
    },
  },
  changeSeat: {
    rows: [SeatRow],
    make: async (house, tenant) => ({
      ...(await seat('active')(house, tenant)),
      body: { flags: ['accessible'], seat_gate: 'B' },
      otherBody: { flags: ['companion', 'aisle'] },
    }),
  },
  retrieveSeat: { rows: [SeatRow], make: seat('active') },
  blockSeat: { rows: [SeatRow], make: seat('active') },
  unblockSeat: { rows: [SeatRow], make: seat('blocked') },
}
