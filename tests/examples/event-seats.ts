import type { View } from '../../server/access/authenticate/audience.ts'
import { createEventSeats } from '../../server/programme/event-seats/event-seats.ts'
import {
  MapSeatRow,
  MapSectionRow,
  SeatsNowRow,
  SoldSectionRow,
} from '../../server/programme/event-seats/find-seats.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const seated = async (house: House, tenant: Tenant) =>
  (await addSeatedOffer(house, tenant, await addSeatMap(house, tenant))).eventId

export const eventSeatExamples: Record<string, OperationExample> = {
  retrieveEventSeats: {
    rows: [SeatsNowRow, SoldSectionRow, MapSectionRow, MapSeatRow],
    publishable: true,
    make: async (house, tenant) => ({
      params: { event_id: await seated(house, tenant) },
      filters: { since: 'q7Xw0TzV2mBd9-Lk' },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  retrieveEventSeatDrawing: {
    rows: [SeatsNowRow, SoldSectionRow, MapSectionRow, MapSeatRow],
    publishable: true,
    make: async (house, tenant) => {
      const eventId = await seated(house, tenant)
      // Not by the house itself, which would have them in memory then, and send no query.
      const view = { orgId: tenant.orgId, audience: 'organisation', address: '' } as View
      const { version = '' } = (await createEventSeats({ ...house, systemClock: house.clock }).now(view, eventId)) ?? {}
      const params = { event_id: eventId, version }
      return { params, ids: { 'params.event_id': NOTHING }, notIds: ['params.version'] }
    },
  },
}
