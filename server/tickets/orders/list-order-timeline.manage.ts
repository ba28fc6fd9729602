import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { OrderReference, requireOrder } from './create-order-note.manage.ts'
import {
  changedFields,
  ofChanges,
  ofCredit,
  ofMails,
  ofNotes,
  ofOrder,
  ofPayments,
  ofRefunds,
  ofScans,
} from './timeline-entries.ts'

const TimelineChange = Type.Object(
  {
    field: Type.String({ description: `one of ${changedFields.join(', ')}` }),
    from: Nullable(Type.String({ description: 'null: nothing, or a name or address, which is not kept' })),
    to: Nullable(Type.String()),
  },
  { title: 'TimelineChange' },
)
type TimelineChange = Static<typeof TimelineChange>

const TimelineEntry = Type.Object(
  {
    entry_id: Type.String(),
    created: Type.Integer({ description: 'Unix seconds' }),
    type: Type.String({
      description:
        'such as order.created, payment.succeeded, payment.failed, refund.succeeded, mail.sent, ticket.transferred, scan.admitted, note',
    }),
    actor_kind: Nullable(Type.String()),
    actor_id: Nullable(Type.String()),
    actor_name: Nullable(Type.String()),
    ticket_id: Nullable(Type.Integer()),
    amount: Nullable(Type.Number({ description: 'of a payment, a refund or credit' })),
    detail: Nullable(
      Type.String({ description: 'the note, the kind of mail, the gate, the card’s last digits, or why it failed' }),
    ),
    email_address: Nullable(ContactField({ description: 'where a mail went' })),
    error_code: Nullable(Type.String({ description: 'why a mail was not sent' })),
    changes: Type.Array(TimelineChange, { description: 'what it changed, from what to what' }),
  },
  { title: 'TimelineEntry' },
)

const Query = Input({ limit: Limit(100, 50), cursor: Cursor })

export const listOrderTimeline: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/orders/:order_id/timeline',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'listOrderTimeline',
        summary: 'Read what became of an order',
        description:
          'Its sale, payments, credit, mails, changes of its tickets, refunds, scans and notes, newest first.',
        tags: ['Orders'],
        params: OrderReference,
        querystring: Query,
        response: { 200: ListOf('timeline', TimelineEntry, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query: { limit, cursor } }) => {
      const orderId = await requireOrder(orgId, sql, params.order_id)
      const filters = { list: 'timeline', orderId }
      const before = cursor === undefined ? undefined : decodeCursor(cursor, filters, ['number', 'string'])
      const rows = await findEntries(orgId, sql, orderId, limit, before as Position | undefined)
      const positionOf = (row: TimelineRow): Position => [row.microseconds, row.entry_id]
      const { has_more, page, next_cursor } = keysetPage(rows, limit, filters, positionOf)
      return {
        object: 'timeline',
        url: `/v1/manage/orders/${params.order_id}/timeline`,
        has_more,
        next_cursor,
        data: page.map(toEntry),
      }
    },
  )

type Position = [at: number, entryId: string]

export const TimelineRow = Type.Object({
  at: Type.Unsafe<Date>({ type: 'object' }),
  microseconds: Type.Integer(),
  entry_id: Type.String(),
  type: Type.String(),
  actor_kind: Nullable(Type.String()),
  actor_id: Nullable(Type.String()),
  actor_name: Nullable(Type.String()),
  ticket_id: Nullable(Type.Integer()),
  amount_minor: Nullable(Type.Integer()),
  currency: Type.String(),
  detail: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  error_code: Nullable(Type.String()),
  changes: Type.Unsafe<TimelineChange[] | null>({ type: ['array', 'null'] }),
})
type TimelineRow = Static<typeof TimelineRow>

/** All of one order, each along an index of its own, so that the sum is small whatever else there is. */
const findEntries = (orgId: OrgId, sql: Db, orderId: number, limit: number, before?: Position) => sql<TimelineRow[]>`
  select e.at, ${microseconds(sql, 'at')} as microseconds, e.entry_id, e.type, e.actor_kind, e.actor_id, e.actor_name,
    e.ticket_id, e.amount_minor, o.currency, e.detail, e.email_address, e.error_code, e.changes
  from orders o
  cross join (
    ${ofOrder(orgId, sql, orderId)}
    union all ${ofPayments(orgId, sql, orderId)}
    union all ${ofRefunds(orgId, sql, orderId)}
    union all ${ofCredit(orgId, sql, orderId)}
    union all ${ofMails(orgId, sql, orderId)}
    union all ${ofChanges(orgId, sql, orderId)}
    union all ${ofScans(orgId, sql, orderId)}
    union all ${ofNotes(orgId, sql, orderId)}
  ) as e
  where o.org_id = ${orgId}
    and o.order_id = ${orderId}
    ${when(sql, before, ([at, id]) => sql`and (e.at, e.entry_id collate "C") < (${fromMicroseconds(sql, at)}, ${id})`)}
  order by e.at desc, e.entry_id collate "C" desc
  limit ${limit + 1}`

const toEntry = (row: TimelineRow) =>
  ({
    entry_id: row.entry_id,
    created: unixSeconds(row.at),
    type: row.type,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    ticket_id: row.ticket_id,
    amount: row.amount_minor === null ? null : toMajor(row.amount_minor, row.currency),
    detail: row.detail,
    email_address: row.email_address,
    error_code: row.error_code,
    changes: row.changes ?? [],
  }) satisfies Static<typeof TimelineEntry>
