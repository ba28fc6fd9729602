import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, type Tx, when } from '../../platform/postgres/database.ts'
import { openRefundRun } from '../../programme/events/open-refund-run.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { findRefundRun, RefundRun, toRefundRun } from './refund-run.ts'

const Params = Input({ event_id: Id() })
const path = '/v1/manage/events/:event_id/refund_run'

export const startRefundRun: Operation = (app, deps) =>
  app.post(
    path,
    {
      config: { scope: 'refunds:manage', needsProof: true },
      schema: {
        operationId: 'startRefundRun',
        summary: 'Refund all orders of an event that was cancelled',
        description:
          'What refund=all does when an event is cancelled, for one that was cancelled without. Once for each event.',
        tags: ['Events'],
        params: Params,
        body: Input({
          reason: Type.Optional(Nullable(Text(500, { description: 'told to every buyer with the refund' }))),
        }),
        response: { 201: RefundRun },
      },
    },
    async (request, reply) => {
      const { orgId, params, body } = request
      const { clock } = deps
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const eventId = params.event_id
        const event = await lockEvent(orgId, tx, eventId)
        if (event.event_status_id !== eventStatus.cancelled) {
          throw new ApiError('state_conflict', { message: 'The event is not cancelled. Cancel it with refund=all.' })
        }
        const opened = await openRefundRun(orgId, tx, { eventId, reason: body.reason ?? null, now: clock() })
        if (!opened)
          throw new ApiError('state_conflict', { message: 'The orders of the event are being refunded already.' })
        const entry = { action: 'event.refund_run', objectType: 'event', objectId: eventId }
        await record(tx, clock, request, { ...entry, after: { reason: body.reason } })
        return shownRun(orgId, tx, eventId)
      })
    },
  )

export const retrieveRefundRun: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'refunds:manage' },
      schema: {
        operationId: 'retrieveRefundRun',
        summary: 'Retrieve how far the refunds of a cancelled event are',
        description: 'How far it is, in orders and in money, and what failed.',
        tags: ['Events'],
        params: Params,
        response: { 200: RefundRun },
      },
    },
    ({ orgId, params }) => shownRun(orgId, sql, params.event_id),
  )

const outcomes = ['pending', 'refunded', 'nothing_paid', 'nothing_left', 'failed'] as const

const RefundRunOrder = Type.Object(
  {
    order_id: Type.Integer(),
    outcome: OneOf([...outcomes]),
    refund_id: Nullable(Type.Integer({ description: 'the newest; retry it where it has failed' })),
    failure_code: Nullable(Type.String({ description: 'the provider’s word for why it failed' })),
  },
  { title: 'RefundRunOrder' },
)

const Query = Input({ limit: Limit(100, 20), cursor: Cursor, outcome: Type.Optional(OneOf([...outcomes])) })
type Query = Static<typeof Query>

export const listRefundRunOrders: Operation = (app, { sql }) =>
  app.get(
    `${path}/orders`,
    {
      config: { scope: 'refunds:manage' },
      schema: {
        operationId: 'listRefundRunOrders',
        summary: 'List what became of the orders of a cancelled event',
        description: 'By order_id. `outcome=failed` are those that need somebody.',
        tags: ['Events'],
        params: Params,
        querystring: Query,
        response: { 200: ListOf('refund_run_orders', RefundRunOrder, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, params, query }) => {
      const { limit, cursor, outcome } = query
      const bound = { list: 'refund run orders', event_id: params.event_id, outcome }
      const [after] = cursor === undefined ? [] : decodeCursor(cursor, bound, ['number'])
      const [run] = await findRefundRun(orgId, sql, params.event_id)
      if (!run) throw new ApiError('resource_missing')
      const rows = await findRunOrders(orgId, sql, params.event_id, query, after as number | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.order_id])
      return {
        object: 'refund_run_orders',
        url: `/v1/manage/events/${params.event_id}/refund_run/orders`,
        has_more,
        next_cursor,
        data: page.map(({ order_id, outcome: became, refund_id, failure_code }) => ({
          order_id,
          outcome: became,
          refund_id,
          failure_code,
        })),
      }
    },
  )

async function shownRun(orgId: OrgId, sql: Db, eventId: number): Promise<RefundRun> {
  const [run] = await findRefundRun(orgId, sql, eventId)
  if (!run) throw new ApiError('resource_missing')
  return toRefundRun(run)
}

async function lockEvent(orgId: OrgId, tx: Tx, eventId: number): Promise<{ event_status_id: number }> {
  const [event] = await tx<{ event_status_id: number }[]>`
    select event_status_id
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for share`
  if (!event) throw new ApiError('resource_missing')
  return event
}

export const RefundRunOrderRow = RefundRunOrder

const findRunOrders = (orgId: OrgId, sql: Db, eventId: number, q: Query, after: number | undefined) => sql<
  Static<typeof RefundRunOrder>[]
>`
  select order_id, outcome, refund_id, failure_code
  from (
    select d.order_id, d.refund_id, r.failure_code,
      case
        when d.outcome = 'not_refundable' then 'failed'
        when d.outcome <> 'refund' then d.outcome
        when r.refund_status = 'succeeded' then 'refunded'
        when r.refund_status = 'failed' then 'failed'
        else 'pending'
      end as outcome
    from refund_run_orders d
    left join refunds r on r.org_id = ${orgId} and r.refund_id = d.refund_id
    where d.org_id = ${orgId}
      and d.event_id = ${eventId}
      ${when(sql, after, (orderId) => sql`and d.order_id > ${orderId}`)}
  ) d
  ${when(sql, q.outcome, (outcome) => sql`where outcome = ${outcome}`)}
  order by order_id
  limit ${q.limit + 1}`
