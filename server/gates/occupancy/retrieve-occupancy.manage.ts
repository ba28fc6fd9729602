import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { Occupancy, readOccupancy } from './occupancy.ts'

export const retrieveOccupancy: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/manage/events/:event_id/occupancy',
    {
      config: { scope: 'gates:manage' },
      schema: {
        operationId: 'retrieveOccupancy',
        summary: 'Retrieve how many people are inside an event',
        description:
          'A range that contains the number of people, by stand, block and gate: for an evacuation. People who left without a scan count as inside.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        response: { 200: Occupancy },
      },
    },
    async ({ orgId, params: { event_id: id } }) => {
      await requireEvent(orgId, sql, id)
      return sql.readLong((tx) => readOccupancy(orgId, tx, clock(orgId), id))
    },
  )
