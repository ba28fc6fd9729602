import { type Static, Type } from 'typebox'
import type { View } from '../../access/authenticate/audience.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor, refuseTwoWaysOfPaging } from '../../platform/http/keyset.ts'
import { Limit, ListOf, likeNeedle, PageNumber, pageOf, Search } from '../../platform/http/lists.ts'
import { Lang, readerLanguage } from '../../platform/http/reader-language.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { eventStatus } from '../statuses.ts'
import { overAt } from '../stock/sold-until.ts'
import { Event, type EventRow, selectEvents, toEventIn, visibleTo } from './event.ts'
import { eventStatuses } from './event-status.ts'

/** What the list can be narrowed by, and its order. */
export const EventFilters = Input({
  search: Type.Optional(Search),
  event_status_id: OneOf(['all', ...eventStatuses], {
    default: 'all',
    description: '0 draft, 1 live, 2 archived, 3 cancelled; all is 0, 1 and 3',
  }),
  venue_id: Type.Optional(Id({ description: 'only those there' })),
  upcoming: Type.Optional(Type.Boolean({ description: 'true: those that are not over, false: those that are' })),
  sort_direction: Type.Optional(
    OneOf(['asc', 'desc'], {
      description: 'by start; latest first unless you say, and soonest first with upcoming=true',
    }),
  ),
})

const Query = Input({
  page_number: PageNumber,
  limit: Limit(100, 100),
  ...EventFilters.properties,
  cursor: Cursor,
  lang: Lang,
})
export type EventQuery = Static<typeof Query>

const Reply = ListOf('events', Event, { org_id: Type.String(), next_cursor: NextCursor })

export const listEvents: Operation = (app, { sql, clock }) =>
  app.get(
    '/v1/events',
    {
      config: { scope: 'events:read', publishable: 'public' },
      schema: {
        operationId: 'listEvents',
        summary: 'List all events',
        description: [
          'By start; the id breaks ties. `search` matches part of the title, or the whole event_id.',
          'A publishable key sees live, public events only.',
        ].join(' '),
        tags: ['Events'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async (request) => {
      const { view, query } = request
      const language = readerLanguage(request)
      refuseTwoWaysOfPaging(query)
      const rows = await findEvents(view, sql, clock(view.orgId), query, positionIn(query)).freshPlan()
      const { has_more, page } = pageOf([...rows], query.limit)
      const last = page.at(-1)
      return {
        object: 'events',
        url: '/v1/events',
        has_more,
        org_id: String(view.orgId),
        next_cursor: has_more && last ? cursorAfter(query, last) : null,
        data: page.map((row) => toEventIn(language, row)),
      }
    },
  )

const directionOf = ({ sort_direction, upcoming }: EventQuery) => sort_direction ?? (upcoming ? 'asc' : 'desc')

const boundTo = (q: EventQuery) => {
  const { search, event_status_id, venue_id, upcoming } = q
  return { list: 'events', search, event_status_id, venue_id, upcoming, sort_direction: directionOf(q) }
}

/** Where a page ended. Events start at whole seconds. */
type Position = { startsAt: Date; eventId: number }

export function positionIn(q: EventQuery): Position | undefined {
  if (q.cursor === undefined) return undefined
  const [ms, eventId] = decodeCursor(q.cursor, boundTo(q), ['number', 'number'])
  return { startsAt: new Date(Number(ms)), eventId: Number(eventId) }
}

/** By which the page after this one is asked for. */
export const cursorAfter = (q: EventQuery, { starts_at, event_id }: EventRow): string =>
  encodeCursor(boundTo(q), [starts_at.getTime(), event_id])

/** The page is found before anything is joined or computed, so that a late page costs little more than the first. */
export const findEvents = (view: View, sql: Db, now: Date, q: EventQuery, after?: Position) => sql<EventRow[]>`
  ${selectEvents(sql, now, view.orgId)}
  where t.org_id = ${view.orgId}
    and t.event_id = any (array(
      select t.event_id
      from events t
      where t.org_id = ${view.orgId}
        and ${hasStatus(sql, q.event_status_id)}
        ${visibleTo(sql, view)}
        ${when(sql, q.search, (search) => sql`and ${matches(sql, search)}`)}
        ${when(sql, q.venue_id, (venueId) => sql`and t.venue_id = ${venueId}`)}
        ${when(sql, q.upcoming, (upcoming) => sql`and ${overAt(sql, 't')} ${upcoming ? sql`>` : sql`<=`} ${now}`)}
        ${when(sql, after, (position) => sql`and ${comesAfter(sql, q, position)}`)}
      order by ${byStart(sql, q)}
      limit ${q.limit + 1}
      offset ${(q.page_number - 1) * q.limit}
    ))
  order by ${byStart(sql, q)}`

/** Both columns run the same way, so that one index serves either direction. */
const byStart = (sql: Db, q: EventQuery) =>
  directionOf(q) === 'asc' ? sql`t.starts_at, t.event_id` : sql`t.starts_at desc, t.event_id desc`

const comesAfter = (sql: Db, q: EventQuery, { startsAt, eventId }: Position) =>
  directionOf(q) === 'asc'
    ? sql`(t.starts_at, t.event_id) > (${startsAt}, ${eventId})`
    : sql`(t.starts_at, t.event_id) < (${startsAt}, ${eventId})`

const hasStatus = (sql: Db, status: EventQuery['event_status_id']) =>
  status === 'all' ? sql`t.event_status_id <> ${eventStatus.archived}` : sql`t.event_status_id = ${status}`

const matches = (sql: Db, search: string) =>
  sql`(lower(t.title) like lower(${likeNeedle(search)}) or t.event_id = ${idIn(search)})`

/** No event has the id 0. */
const idIn = (search: string) => (/^[0-9]{1,15}$/.test(search) ? Number(search) : 0)
