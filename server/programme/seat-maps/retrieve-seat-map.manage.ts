import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findSeatMapWithSections, SeatMapWithSections } from './seat-map-with-sections.ts'

const Params = Input({ seat_map_id: Id() })

export const retrieveSeatMap: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/seat_maps/:seat_map_id',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'retrieveSeatMap',
        summary: 'Retrieve a seat map with its sections',
        description: 'With the number of rows and seats of each section; the seats themselves are a list of their own.',
        tags: ['Seat maps'],
        params: Params,
        response: { 200: SeatMapWithSections },
      },
    },
    async ({ orgId, params }) => {
      const map = await findSeatMapWithSections(orgId, sql, clock(orgId), params.seat_map_id)
      if (!map) throw new ApiError('resource_missing')
      return map
    },
  )
