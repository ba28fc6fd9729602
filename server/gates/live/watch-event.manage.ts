import { Id, Input } from '../../platform/http/schema.ts'
import { createWatch, Frames, figuresStream } from '../../platform/http/watch.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { readFigures, readMark } from './live-figures.ts'

export const watchEvent: Operation = (app, { sql, clock }) => {
  const watch = createWatch(app)
  app.get(
    '/v1/manage/events/:event_id/live',
    {
      config: { scope: 'gates:manage', shows: 'nothing', unhurried: true },
      schema: {
        operationId: 'watchEvent',
        summary: 'Watch an event’s gates live',
        description:
          'Entries, exits, people inside and refusals, per gate and per minute, at once and then whenever they change. Comes to an end after an hour, when its key is revoked, its organisation suspended, or when the server stops: connect again.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({ frames: Frames }),
        response: { 200: figuresStream('LiveFigures') },
      },
    },
    async ({ orgId, params: { event_id: id }, query: { frames }, method }, reply) => {
      await requireEvent(orgId, sql, id)
      if (method === 'HEAD') return reply.type('text/event-stream').send('')
      const reader = () => ({
        mark: () => readMark(orgId, sql, id),
        figures: async () => JSON.stringify(await sql.readLong((tx) => readFigures(orgId, tx, clock(orgId), id))),
        onFailure: (err: unknown) => app.log.error({ err, event_id: id }, 'live figures could not be read'),
      })
      return reply.type('text/event-stream').send(watch({ orgId, id, frames, reader }))
    },
  )
}
