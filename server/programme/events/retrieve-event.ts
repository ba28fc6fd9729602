import type { View } from '../../access/authenticate/audience.ts'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Event, type EventRow, selectEvents, toEvent, visibleTo } from './event.ts'

const Params = Input({ event_id: Id() })

export const retrieveEvent: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/events/:event_id',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveEvent',
        summary: 'Retrieve an event',
        description: 'A publishable key sees live, public events only.',
        tags: ['Events'],
        params: Params,
        response: { 200: Event },
      },
    },
    async ({ view, params }) => {
      const [row] = await findEvent(view, sql, clock(), params.event_id)
      if (!row) throw new ApiError('resource_missing')
      return toEvent(row)
    },
  )

export const findEvent = (view: View, sql: Db, now: Date, eventId: number) => sql<EventRow[]>`
  ${selectEvents(sql, now, view.orgId)}
  where t.org_id = ${view.orgId}
    and t.event_id = ${eventId}
    ${visibleTo(sql, view)}`
