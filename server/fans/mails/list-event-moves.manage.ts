import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { requireEvent } from '../../programme/events/require-event.ts'

const moveStatuses = ['waiting', 'telling', 'told', 'dropped'] as const

const EventMove = Type.Object(
  {
    event_move_id: Type.Integer(),
    event_move_status: OneOf([...moveStatuses], {
      description:
        'waiting: a slip can still be mended, and nothing is told before told_from_unix; telling: mails are being written; told: all are; dropped: it was moved back, or cancelled',
    }),
    previous_start_unix: Type.Integer({ description: 'when it was to begin; Unix seconds' }),
    previous_timezone: Type.String({ description: 'IANA' }),
    previous_venue_name: Nullable(Type.String({ description: 'null: it was online' })),
    refund_requests_until_unix: Nullable(
      Type.Integer({ description: 'until when those who bought before may ask for their money' }),
    ),
    told_from_unix: Nullable(Type.Integer({ description: 'when telling begins; null: it has begun, or was dropped' })),
    mails: Type.Object(
      {
        waiting: Type.Integer(),
        sent: Type.Integer(),
        failed: Type.Integer({ description: 'refused, or never answered for' }),
      },
      { title: 'EventMoveMails', description: 'to buyers and holders, of the last 30 days' },
    ),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'EventMove' },
)

export const listEventMoves: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/events/:event_id/moves',
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'listEventMoves',
        summary: 'List where an event was before it was moved',
        description:
          'Newest first: from when and where it was moved, and how far its buyers and holders have been told.',
        tags: ['Events'],
        params: Input({ event_id: Id() }),
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor }),
        response: { 200: ListOf('event_moves', EventMove, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query }) => {
      await requireEvent(orgId, sql, params.event_id)
      const bound = { list: 'event_moves', event_id: params.event_id }
      const rows = await findMoves(orgId, sql, params.event_id, query.limit, idInCursor(query.cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, query.limit, bound, (row) => [row.event_move_id])
      const url = `/v1/manage/events/${params.event_id}/moves`
      return { object: 'event_moves', url, has_more, next_cursor, data: page.map(toEventMove) }
    },
  )

export const EventMoveRow = Type.Object({
  event_move_id: Type.Integer(),
  event_move_status: OneOf([...moveStatuses]),
  from_starts_at: Type.Unsafe<Date>({ type: 'object' }),
  from_timezone: Type.String(),
  venue_name: Nullable(Type.String()),
  refunds_until: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  due_at: Type.Unsafe<Date>({ type: 'object' }),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  waiting: Type.Integer(),
  sent: Type.Integer(),
  failed: Type.Integer(),
})
type EventMoveRow = Static<typeof EventMoveRow>

const findMoves = (orgId: OrgId, sql: Db, eventId: number, limit: number, before: number | undefined) => sql<
  EventMoveRow[]
>`
  select m.event_move_id, m.event_move_status, m.from_starts_at, m.from_timezone, v.name as venue_name,
    m.refunds_until, m.due_at, m.created_at, told.waiting, told.sent, told.failed
  from event_moves m
  left join venues v on v.org_id = ${orgId} and v.venue_id = m.from_venue_id
  cross join lateral (
    select count(*) filter (where d.mail_status = 'pending')::integer as waiting,
      count(*) filter (where d.mail_status = 'sent')::integer as sent,
      count(*) filter (where d.mail_status in ('failed', 'unknown'))::integer as failed
    from orders o
    join mails d on d.org_id = ${orgId} and d.order_id = o.order_id
    where o.org_id = ${orgId}
      and o.event_id = m.event_id
      and d.kind = 'event_moved'
      and d.about_id = m.event_move_id
  ) told
  where m.org_id = ${orgId}
    and m.event_id = ${eventId}
    and not m.cancelled
    ${when(sql, before, (id) => sql`and m.event_move_id < ${id}`)}
  order by m.event_move_id desc
  limit ${limit + 1}`

const toEventMove = (row: EventMoveRow) =>
  ({
    event_move_id: row.event_move_id,
    event_move_status: row.event_move_status,
    previous_start_unix: unixSeconds(row.from_starts_at),
    previous_timezone: row.from_timezone,
    previous_venue_name: row.venue_name,
    refund_requests_until_unix: row.refunds_until === null ? null : unixSeconds(row.refunds_until),
    told_from_unix: row.event_move_status === 'waiting' ? unixSeconds(row.due_at) : null,
    mails: { waiting: row.waiting, sent: row.sent, failed: row.failed },
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof EventMove>
