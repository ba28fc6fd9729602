import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { PreviewHeader, viewOfPreview } from '../events/event-preview.ts'
import type { EventSeatDeps } from './event-seats.ts'
import { packedAnswer, sendPacked, unkeptAnswer } from './packed-answer.ts'
import type { SeatsNow } from './revisions.ts'

export const Revision = Type.String({ pattern: '^[A-Za-z0-9_-]{16}$' })
const Indexes = Type.Array(Type.Integer())

/** What each seat is, or what has changed. */
export const seatsNow = {
  version: Type.String({ description: 'of the drawing that the indexes are of' }),
  revision: Type.String({ description: 'changes whenever a seat does; also the ETag' }),
  seats: Type.Integer({ description: 'how many' }),
  since: Nullable(Type.String({ description: 'the revision that `changes` begin with' })),
  states: Nullable(
    Type.String({
      description:
        'every seat in two bits, as base64: seat i has bits 2·(i mod 4) and the next of byte i div 4. 0 not for sale, 1 free, 2 in a basket, 3 taken',
    }),
  ),
  changes: Type.Unsafe<Record<string, number[]> | null>({
    ...Type.Object({ not_for_sale: Indexes, free: Indexes, held: Indexes, taken: Indexes }),
    type: ['object', 'null'],
    description: 'indexes of the seats that changed, by what they are now',
  }),
}

const EventSeats = Type.Object({ event_id: Type.String(), ...seatsNow }, { title: 'EventSeats' })

export const retrieveEventSeats: Operation<EventSeatDeps> = (app, deps) =>
  app.get(
    '/v1/events/:event_id/seats',
    {
      config: {
        scope: 'prices:read',
        publishable: 'public',
        early({ raw: { url = '', headers } }, view) {
          const asked = headers['x-event-preview'] === undefined ? PLAIN_URL.exec(url) : null
          const seats = asked ? deps.eventSeats.atHand(view, Number(asked[1])) : undefined
          return seats ? answerWith(seats, headers, asked?.[2]) : undefined
        },
      },
      schema: {
        operationId: 'retrieveEventSeats',
        summary: 'Retrieve which seats of an event are free',
        description: [
          'At most a second old, however many ask. Ask again with `since` every other second: the answer has only what changed, or, where that',
          'revision is forgotten, everything. Where the seats are is in the drawing of this `version`. Prices are by the price category of the section.',
        ].join(' '),
        tags: ['Events'],
        headers: PreviewHeader,
        params: Input({ event_id: Id() }),
        querystring: Input({ since: Type.Optional(Revision) }),
        response: { 200: EventSeats },
      },
    },
    (request, reply) => {
      const { event_id: eventId } = request.params
      const { since } = request.query
      const view = viewOfPreview(request, deps, eventId)
      const answer = (seats: SeatsNow | undefined) => {
        if (!seats) throw new ApiError('resource_missing', { message: NO_SEATS })
        if (view.previewedEventId === undefined) sendPacked(reply, answerWith(seats, request.headers, since))
        else
          sendPacked(
            reply,
            unkeptAnswer(request.headers, () => seats.body(since)),
          )
      }
      // Without a promise while it is in memory: a crowd asks.
      const seats = deps.eventSeats.now(view, eventId)
      return seats instanceof Promise ? seats.then(answer) : answer(seats)
    },
  )

/** Seat maps request exactly this form, which skips the router. */
const PLAIN_URL = /^\/v1\/events\/([1-9][0-9]{0,14})\/seats(?:\?since=([A-Za-z0-9_-]{16}))?$/

export const answerWith = (seats: SeatsNow, asked: IncomingHttpHeaders, since: string | undefined) =>
  packedAnswer(asked, { etag: `W/"${seats.revision}"`, cacheControl: 'private, no-cache' }, () => seats.body(since))

export const NO_SEATS = 'There is no such event, or it has no numbered seats.'
