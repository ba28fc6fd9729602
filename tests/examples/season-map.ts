import type { View } from '../../server/access/authenticate/audience.ts'
import { FullSectionRow, SeasonSeatsNowRow } from '../../server/fans/season-map/find-season-seats.ts'
import { createSeatViews } from '../../server/fans/season-map/plugin.ts'
import { MapSeatRow, MapSectionRow } from '../../server/programme/event-seats/find-seats.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

async function seasonOnSale(house: House, tenant: Tenant) {
  const map = await addSeatMap(house, tenant)
  await addSeatedOffer(house, tenant, map)
  return (await seasonOfMap(house, tenant, map.seatMapId)).seasonId
}

export const seasonMapExamples: Record<string, OperationExample> = {
  retrieveSeasonSeats: {
    rows: [SeasonSeatsNowRow, FullSectionRow, MapSectionRow, MapSeatRow],
    publishable: true,
    make: async (house, tenant) => ({
      params: { season_id: await seasonOnSale(house, tenant) },
      filters: { since: 'q7Xw0TzV2mBd9-Lk' },
      ids: { 'params.season_id': NOTHING },
    }),
  },
  retrieveSeasonSeatDrawing: {
    rows: [SeasonSeatsNowRow, FullSectionRow, MapSectionRow, MapSeatRow],
    publishable: true,
    make: async (house, tenant) => {
      const seasonId = await seasonOnSale(house, tenant)
      // Not by the house itself, which would have them in memory then, and send no query.
      const view = { orgId: tenant.orgId, audience: 'organisation', address: '' } as View
      const { seasonMap } = createSeatViews({ ...house, systemClock: house.clock })
      const { version = '' } = (await seasonMap.now(view, seasonId)) ?? {}
      const params = { season_id: seasonId, version }
      return { params, ids: { 'params.season_id': NOTHING }, notIds: ['params.version'] }
    },
  },
}
