import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import type { Operation } from '../../operation.ts'
import { Limit, ListOf, likeNeedle, PageNumber, pageOf, Search } from '../../platform/http/lists.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { eventStatus } from '../statuses.ts'
import { Event, type EventRow, selectEvents, toEvent, visibleTo } from './event.ts'
import { eventStatuses } from './event-status.ts'

const Query = Input({
  page_number: PageNumber,
  limit: Limit(100, 100),
  search: Type.Optional(Search),
  event_status_id: OneOf(['all', ...eventStatuses], {
    default: 'all',
    description: '0 draft, 1 live, 2 archived, 3 cancelled; all is 0, 1 and 3',
  }),
})

const Reply = ListOf('events', Event, { org_id: Type.String() })

export const listEvents: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/events',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'listEvents',
        summary: 'List all events',
        description: [
          'Latest start first. `search` matches part of the title, or the whole event_id.',
          'A publishable key sees live, public events only.',
        ].join(' '),
        tags: ['Events'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ view, query }) => {
      const rows = await findEvents(view, sql, clock(), query)
      const { has_more, page } = pageOf([...rows], query.limit)
      return { object: 'events', url: '/v1/events', has_more, org_id: String(view.orgId), data: page.map(toEvent) }
    },
  )

/** The page is found before anything is joined or computed, so that a late page costs little more than the first. */
export const findEvents = (view: View, sql: Db, now: Date, q: Static<typeof Query>) => sql<EventRow[]>`
  ${selectEvents(sql, now)}
  where t.org_id = ${view.orgId}
    and t.event_id = any (array(
      select t.event_id
      from events t
      where t.org_id = ${view.orgId}
        and ${hasStatus(sql, q.event_status_id)}
        ${visibleTo(sql, view)}
        ${when(sql, q.search, (search) => sql`and ${matches(sql, search)}`)}
      order by t.starts_at desc, t.event_id desc
      limit ${q.limit + 1}
      offset ${(q.page_number - 1) * q.limit}
    ))
  order by t.starts_at desc, t.event_id desc`

const hasStatus = (sql: Db, status: Static<typeof Query>['event_status_id']) =>
  status === 'all' ? sql`t.event_status_id <> ${eventStatus.archived}` : sql`t.event_status_id = ${status}`

const matches = (sql: Db, search: string) =>
  sql`(lower(t.title) like lower(${likeNeedle(search)}) or t.event_id = ${idIn(search)})`

/** No event has the id 0. */
const idIn = (search: string) => (/^[0-9]{1,15}$/.test(search) ? Number(search) : 0)
