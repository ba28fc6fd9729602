import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Nullable } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { OrderReference, requireOrder } from './create-order-note.manage.ts'

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
})
type TimelineRow = Static<typeof TimelineRow>

/** All of one order, each along an index of its own, so that the sum is small whatever else there is. */
const findEntries = (orgId: OrgId, sql: Db, orderId: number, limit: number, before?: Position) => sql<TimelineRow[]>`
  select e.at, ${microseconds(sql, 'at')} as microseconds, e.entry_id, e.type, e.actor_kind, e.actor_id, e.actor_name,
    e.ticket_id, e.amount_minor, o.currency, e.detail
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

/** What an entry shows; what is not said is null. */
const entry = (
  sql: Db,
  columns: { at: Fragment; id: Fragment; type: Fragment; amount?: Fragment; detail?: Fragment },
) =>
  sql`${columns.at} as at, ${columns.id} as entry_id, ${columns.type} as type, null::text as actor_kind, null::text as actor_id,
      null::text as actor_name, null::bigint as ticket_id, ${columns.amount ?? sql`null::bigint`} as amount_minor,
      ${columns.detail ?? sql`null::text`} as detail`

/** A sale at the box office is among the changes, with the staff member who made it. */
const ofOrder = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, { at: sql`created_at`, id: sql`'order-created'`, type: sql`'order.created'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and sales_channel <> 'boxoffice'
    union all
    select ${entry(sql, { at: sql`confirmed_at`, id: sql`'order-confirmed'`, type: sql`'order.confirmed'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and confirmed_at is not null
    union all
    select ${entry(sql, { at: sql`closed_at`, id: sql`'order-expired'`, type: sql`'order.expired'` })}
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
      and order_status = 'expired'
      and closed_at is not null`

const ofPayments = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`coalesce(succeeded_at, changed_at)`,
      id: sql`'payment-' || payment_id`,
      type: sql`'payment.' || payment_status`,
      amount: sql`amount_minor`,
      detail: sql`coalesce(card_last4, decline_code, failure_code)`,
    })}
    from payments
    where org_id = ${orgId}
      and order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`s.created_at`,
      id: sql`'settlement-' || s.settlement_id`,
      type: sql`case when s.amount_minor > 0 then 'debt.paid' else 'debt.returned' end`,
      amount: sql`s.amount_minor`,
      detail: sql`s.reference`,
    })}
    from debts d
    join settlements s on s.org_id = ${orgId} and s.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}
      and d.owed_by = 'fan'
    union all
    select ${entry(sql, {
      at: sql`r.created_at`,
      id: sql`'release-' || r.debt_release_id`,
      type: sql`'debt.' || r.kind`,
      amount: sql`r.amount_minor`,
      detail: sql`r.reason`,
    })}
    from debts d
    join debt_releases r on r.org_id = ${orgId} and r.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`v.created_at`,
      id: sql`'reversal-' || v.payment_reversal_id`,
      type: sql`'payment.' || v.kind`,
      amount: sql`v.amount_minor`,
      detail: sql`v.reason`,
    })}
    from debts d
    join payment_reversals v on v.org_id = ${orgId} and v.debt_id = d.debt_id
    where d.org_id = ${orgId}
      and d.order_id = ${orderId}`

const ofRefunds = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`r.changed_at`,
      id: sql`'refund-' || r.refund_id`,
      type: sql`'refund.' || r.refund_status`,
      amount: sql`r.amount_minor`,
      detail: sql`coalesce(r.failure_code, r.reason)`,
    })}
    from payments p
    join refunds r on r.org_id = ${orgId} and r.payment_id = p.payment_id
    where p.org_id = ${orgId}
      and p.order_id = ${orderId}
    union all
    select ${entry(sql, {
      at: sql`changed_at`,
      id: sql`'refund-' || refund_id`,
      type: sql`'refund.' || refund_status`,
      amount: sql`amount_minor`,
      detail: sql`coalesce(failure_code, reason)`,
    })}
    from refunds
    where org_id = ${orgId}
      and order_id = ${orderId}`

/** What pays a debt is said by that. */
const ofCredit = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`e.created_at`,
      id: sql`'credit-' || e.credit_entry_id`,
      type: sql`'credit.' || e.kind`,
      amount: sql`abs(e.amount_minor)`,
      detail: sql`e.reason`,
    })}
    from credit_entries e
    where e.org_id = ${orgId}
      and e.order_id = ${orderId}
      and not exists (
        select
        from settlements s
        where s.org_id = ${orgId}
          and s.credit_entry_id = e.credit_entry_id
      )`

const ofMails = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select ${entry(sql, {
      at: sql`changed_at`,
      id: sql`'mail-' || mail_id`,
      type: sql`'mail.' || mail_status`,
      detail: sql`coalesce(kind, error_code)`,
    })}
    from mails
    where org_id = ${orgId}
      and order_id = ${orderId}`

/** By staff, holders and software, of the order and of its tickets. What notes and rows above say themselves is not said again. */
const ofChanges = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select created_at as at, 'change-' || audit_id as entry_id, action as type, actor_kind, actor_id, actor_name,
      null::bigint as ticket_id, null::bigint as amount_minor, null::text as detail
    from audit_log
    where org_id = ${orgId}
      and object_type = 'order'
      and object_id = ${String(orderId)}
      and action <> 'order.noted'
    union all
    select a.created_at, 'change-' || a.audit_id, a.action, a.actor_kind, a.actor_id, a.actor_name, t.ticket_id, null, null
    from tickets t
    join audit_log a on a.org_id = ${orgId} and a.object_type = 'ticket' and a.object_id = t.ticket_id::text
    where t.org_id = ${orgId}
      and t.order_id = ${orderId}`

const ofScans = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select s.scanned_at, 'scan-' || s.scan_id, 'scan.' || s.result, 'device', s.device_id::text, null, s.ticket_id, null, g.name
    from tickets t
    join scans s on s.org_id = ${orgId} and s.ticket_id = t.ticket_id
    join gates g on g.org_id = ${orgId} and g.gate_id = s.gate_id
    where t.org_id = ${orgId}
      and t.order_id = ${orderId}`

const ofNotes = (orgId: OrgId, sql: Db, orderId: number) => sql`
    select created_at, 'note-' || order_note_id, 'note', actor_kind, actor_id, actor_name, null, null, note
    from order_notes
    where org_id = ${orgId}
      and order_id = ${orderId}`

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
  }) satisfies Static<typeof TimelineEntry>
