import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { createSalesCounter } from './count-sales.ts'
import { readSales, SalesBucket, SalesInterval, SalesWindow, salesWindow } from './sales-over-time.ts'

const Query = Input({
  interval: SalesInterval,
  group_by: Type.Optional(OneOf(['channel', 'price_category', 'price'])),
  ...SalesWindow,
  compare_with: Type.Optional(Id({ description: 'another event, looked at over the same days before it' })),
})

const EventSales = Type.Object(
  {
    event_id: Type.String(),
    title: Type.String(),
    timezone: Type.String({ description: 'IANA name' }),
    data: Type.Array(SalesBucket),
  },
  { title: 'EventSales' },
)
const Reply = Type.Object(
  { ...EventSales.properties, compared: Type.Optional(EventSales) },
  { title: 'ComparedEventSales' },
)

/** Long enough for the largest event, whose first count takes a second or two. */
const COUNT_MS = 20_000

export const retrieveEventSales: Operation = (app, { sql, clock }) => {
  const counter = createSalesCounter(sql)
  const salesOf = async (orgId: OrgId, event: EventTimes, query: Static<typeof Query>, from: Date, until: Date) => {
    const { event_id: eventId, title, timezone } = event
    await counter.count(orgId, [eventId], COUNT_MS)
    const wanted = { eventIds: [eventId], timezone, interval: query.interval, groupBy: query.group_by, from, until }
    const data = await sql.readLong((tx) => readSales(orgId, tx, { ...wanted, ofEvent: true }))
    return { event_id: String(eventId), title, timezone, data }
  }
  app.get(
    '/v1/manage/events/:event_id/sales',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveEventSales',
        summary: 'Sales of an event over time',
        description: [
          'Active tickets by the day or hour of their order, in the event’s zone; what was cancelled or refunded since is out, as in',
          'the sales summary. With `compare_with` also those of another event, as many days before it.',
        ].join(' '),
        tags: ['Sales figures'],
        params: Input({ event_id: Id() }),
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, params, query }) => {
      const event = await findEventTimes(orgId, sql, params.event_id)
      const other = query.compare_with === undefined ? undefined : await findEventTimes(orgId, sql, query.compare_with)
      const { from, until } = salesWindow(query, clock(orgId))
      if (!other) return salesOf(orgId, event, query, from, until)
      const shiftMs = other.starts_at.getTime() - event.starts_at.getTime()
      const shifted = (at: Date) => new Date(Math.max(0, at.getTime() + shiftMs))
      const [sales, compared] = await Promise.all([
        salesOf(orgId, event, query, from, until),
        salesOf(orgId, other, query, shifted(from), shifted(until)),
      ])
      return { ...sales, compared }
    },
  )
}

type EventTimes = { event_id: number; title: string; timezone: string; starts_at: Date }

async function findEventTimes(orgId: OrgId, sql: Db, eventId: number): Promise<EventTimes> {
  const [event] = await sql<EventTimes[]>`
    select event_id, title, timezone, starts_at
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}`
  if (!event) throw new ApiError('resource_missing')
  return event
}
