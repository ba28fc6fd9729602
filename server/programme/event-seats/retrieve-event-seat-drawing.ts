import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { PreviewHeader, viewOfPreview } from '../events/event-preview.ts'
import { SeatDrawing } from './drawing.ts'
import type { EventSeatDeps } from './event-seats.ts'
import { packedAnswer, sendPacked, unkeptAnswer } from './packed-answer.ts'
import { NO_SEATS } from './retrieve-event-seats.ts'
import type { SeatsNow } from './revisions.ts'

export const Version = Type.String({ pattern: '^[A-Za-z0-9_-]{16}$', description: '`version` of the seats' })

export const retrieveEventSeatDrawing: Operation<EventSeatDeps> = (app, deps) =>
  app.get(
    '/v1/events/:event_id/seats/:version',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveEventSeatDrawing',
        summary: 'Retrieve the drawing of an event’s seats',
        description:
          'Sections, rows and seats, and where they are. It never changes, and may be kept for ever: a changed map has another version.',
        tags: ['Events'],
        headers: PreviewHeader,
        params: Input({ event_id: Id(), version: Version }),
        response: { 200: SeatDrawing },
      },
    },
    async (request, reply) => {
      const { event_id, version } = request.params
      const view = viewOfPreview(request, deps, event_id)
      const seats = await deps.eventSeats.now(view, event_id)
      if (!seats) throw new ApiError('resource_missing', { message: NO_SEATS })
      if (seats.version !== version) throw new ApiError('resource_missing', { message: GONE })
      if (view.previewedEventId !== undefined) {
        sendPacked(reply, unkeptAnswer(request.headers, seats.drawing))
        return reply
      }
      sendPacked(reply, drawingAnswer(seats, request.headers))
      return reply
    },
  )

/** It never changes: a page that has it need not ask again. */
export const drawingAnswer = ({ version, drawing }: SeatsNow, asked: IncomingHttpHeaders) =>
  packedAnswer(asked, { etag: `W/"${version}"`, cacheControl: 'private, max-age=31536000, immutable' }, drawing)

const GONE = 'The drawing has changed: retrieve the event’s seats for its version.'
