import { Type } from 'typebox'
import type { Operation } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable } from '../../platform/http/schema.ts'
import type { SeatsNow } from './revisions.ts'
import { sendBody } from './send-body.ts'

const Revision = Type.String({ pattern: '^[A-Za-z0-9_-]{16}$' })
const Indexes = Type.Array(Type.Integer())

const EventSeats = Type.Object(
  {
    event_id: Type.String(),
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
  },
  { title: 'EventSeats' },
)

export const retrieveEventSeats: Operation = (app, { eventSeats }) =>
  app.get(
    '/v1/events/:event_id/seats',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveEventSeats',
        summary: 'Retrieve which seats of an event are free',
        description: [
          'At most a second old, however many ask. Ask again with `since` every other second: the answer has only what changed, or, where that',
          'revision is forgotten, everything. Where the seats are is in the drawing of this `version`. Prices are by the price category of the section.',
        ].join(' '),
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        querystring: Input({ since: Type.Optional(Revision) }),
        response: { 200: EventSeats },
      },
    },
    (request, reply) => {
      const answer = (seats: SeatsNow | undefined) => {
        if (!seats) throw new ApiError('resource_missing', { message: NO_SEATS })
        const kept = { etag: `W/"${seats.revision}"`, cacheControl: 'private, no-cache' }
        sendBody(request, reply, kept, () => seats.body(request.query.since))
      }
      // Without a promise while it is in memory: a crowd asks.
      const seats = eventSeats.now(request.view, request.params.event_id)
      return seats instanceof Promise ? seats.then(answer) : answer(seats)
    },
  )

export const NO_SEATS = 'There is no such event, or it has no numbered seats.'
