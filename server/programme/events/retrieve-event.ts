import type { View } from '../../access/authenticate/audience.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Lang, readerLanguage } from '../../platform/http/reader-language.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Event, type EventRow, selectEvents, toEventIn, visibleOrCancelledTo } from './event.ts'
import { PreviewHeader, viewOfPreview } from './event-preview.ts'

const Params = Input({ event_id: Id() })

export const retrieveEvent: Operation = (app, deps) =>
  app.get(
    '/v1/events/:event_id',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveEvent',
        summary: 'Retrieve an event',
        description:
          'A publishable key sees public events that are live or were until they were cancelled, and a draft with its preview_token.',
        tags: ['Events'],
        headers: PreviewHeader,
        params: Params,
        querystring: Input({ lang: Lang }),
        response: { 200: Event },
      },
    },
    async (request) => {
      const { event_id: eventId } = request.params
      const view = viewOfPreview(request, deps, eventId)
      const [row] = await findEvent(view, deps.sql, deps.clock(view.orgId), eventId)
      if (!row) throw new ApiError('resource_missing')
      return toEventIn(readerLanguage(request), row)
    },
  )

export const findEvent = (view: View, sql: Db, now: Date, eventId: number) => sql<EventRow[]>`
  ${selectEvents(sql, now, view.orgId)}
  where t.org_id = ${view.orgId}
    and t.event_id = ${eventId}
    ${visibleOrCancelledTo(sql, view)}`
