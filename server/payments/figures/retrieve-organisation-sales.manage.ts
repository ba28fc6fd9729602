import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { createSalesCounter } from './count-sales.ts'
import { readSales, SalesBucket, SalesInterval, SalesWindow, salesWindow } from './sales-over-time.ts'

const Query = Input({
  interval: SalesInterval,
  group_by: Type.Optional(OneOf(['channel', 'event'])),
  ...SalesWindow,
})

const Reply = Type.Object(
  {
    timezone: Type.String({ description: 'of the organisation' }),
    data: Type.Array(SalesBucket, { description: 'one row for each currency' }),
  },
  { title: 'OrganisationSales' },
)

const EVENTS_MAX = 2000
const COUNT_MS = 15_000

export const retrieveOrganisationSales: Operation = (app, { sql, clock }) => {
  const counter = createSalesCounter(sql)
  app.get(
    '/v1/manage/sales',
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'retrieveOrganisationSales',
        summary: 'Sales of all events over time',
        description:
          'As the sales of an event, in the organisation’s zone, of all events that were not over a month before the window. The ' +
          'first answer after long may be a 503: what was sold meanwhile is being counted, so ask again.',
        tags: ['Sales figures'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { from, until } = salesWindow(query, clock(orgId))
      const { timezone, eventIds } = await findEventsInWindow(orgId, sql, from)
      if (!(await counter.count(orgId, eventIds, COUNT_MS))) {
        const message = 'Sales since the last look are being counted. Ask again.'
        throw new ApiError('service_unavailable', { message, headers: { 'retry-after': '1' } })
      }
      const wanted = {
        eventIds,
        timezone,
        interval: query.interval,
        groupBy: query.group_by,
        from,
        until,
        ofEvent: false,
      }
      return { timezone, data: await sql.readLong((tx) => readSales(orgId, tx, wanted)) }
    },
  )
}

/** What was over a month before the window has sold nothing in it. */
async function findEventsInWindow(orgId: OrgId, sql: Db, from: Date) {
  const [organisation] = await sql<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  const events = await sql<{ event_id: number }[]>`
    select event_id
    from events
    where org_id = ${orgId}
      and starts_at > ${from}::timestamptz - interval '30 days'
    limit ${EVENTS_MAX + 1}`
  if (events.length > EVENTS_MAX) {
    const message = `More than ${EVENTS_MAX} events: ask for a later time, or for each event.`
    throw invalidParameters([{ param: 'unix_start', code: 'parameter_invalid', message }])
  }
  return { timezone: organisation?.timezone ?? 'UTC', eventIds: events.map(({ event_id }) => event_id) }
}
