import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf, Search } from '../../platform/http/lists.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { Event, type EventRow, selectEvents, toEvent } from './event.ts'
import { events } from './event-resource.ts'
import { eventStatuses } from './event-status.ts'
import { eventIdsFound } from './search-events.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  search: Type.Optional(Search),
  event_status_id: Type.Optional(
    OneOf([...eventStatuses], { description: '0 draft, 1 live, 2 archived, 3 cancelled; without it, all four' }),
  ),
})

export const listManagedEvents: Operation = (app, { sql, clock }) =>
  app.get(
    events.listPath,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listManagedEvents',
        summary: 'List and search events',
        description:
          'In the order in which they were created. `search` matches the words of the title, or the whole event_id or url_string.',
        tags: [events.tag],
        querystring: Query,
        response: { 200: ListOf('events', Event, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'managed events', ...filters }
      const rows = await findEvents(orgId, sql, clock(orgId), query, idInCursor(cursor, bound)).freshPlan()
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.event_id])
      return { object: 'events', url: events.listPath, has_more, next_cursor, data: page.map(toEvent) }
    },
  )

/** The page is found before anything is joined to it. */
const findEvents = (orgId: OrgId, sql: Db, now: Date, q: Static<typeof Query>, after?: number) => sql<EventRow[]>`
  ${selectEvents(sql, now, orgId)}
  where t.org_id = ${orgId}
    and t.event_id = any (array(
      select t.event_id
      from events t
      where t.org_id = ${orgId}
        ${when(sql, q.event_status_id, (status) => sql`and t.event_status_id = ${status}`)}
        ${when(sql, q.search, (search) => sql`and t.event_id in (${eventIdsFound(orgId, sql, search)})`)}
        ${when(sql, after, (id) => sql`and t.event_id > ${id}`)}
      order by t.event_id
      limit ${q.limit + 1}
    ))
  order by t.event_id`
