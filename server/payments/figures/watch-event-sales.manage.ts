import { Id, Input } from '../../platform/http/schema.ts'
import { createWatch, Frames, figuresStream } from '../../platform/http/watch.ts'
import type { Operation } from '../../platform/operation.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { createSalesCounter } from './count-sales.ts'
import { readLiveSales, readSalesMark } from './live-sales.ts'

const COUNT_MS = 20_000

export const watchEventSales: Operation = (app, { sql, clock }) => {
  const watch = createWatch(app)
  const counter = createSalesCounter(sql)
  app.get(
    '/v1/manage/events/:event_id/sales/live',
    {
      config: { scope: 'figures:manage', shows: 'nothing', unhurried: true },
      schema: {
        operationId: 'watchEventSales',
        summary: 'Watch an event’s sales live',
        description:
          'Orders, tickets and amounts in all and today, sold and held places by category, and the orders of the last hour by ' +
          'minute, at once and then whenever they change. Ends as the live view of the gates does: connect again.',
        tags: ['Sales figures'],
        params: Input({ event_id: Id() }),
        querystring: Input({ frames: Frames }),
        response: { 200: figuresStream('LiveSales') },
      },
    },
    async ({ orgId, params: { event_id: id }, query: { frames }, method }, reply) => {
      await requireEvent(orgId, sql, id)
      if (method === 'HEAD') return reply.type('text/event-stream').send('')
      const reader = () => ({
        mark: () => readSalesMark(orgId, sql, id),
        figures: async () => {
          await counter.count(orgId, [id], COUNT_MS)
          return JSON.stringify(await sql.readLong((tx) => readLiveSales(orgId, tx, clock(orgId), id)))
        },
        onFailure: (err: unknown) => app.log.error({ err, event_id: id }, 'live sales could not be read'),
      })
      return reply.type('text/event-stream').send(watch({ orgId, id, frames, reader }))
    },
  )
}
