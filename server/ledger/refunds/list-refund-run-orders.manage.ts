import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { toMajor } from '../../platform/values/money.ts'
import { findRefundRun } from './refund-run.ts'

const Params = Input({ event_id: Id() })

const path = '/v1/manage/events/:event_id/refund_run'

const outcomes = ['pending', 'owed', 'refunded', 'nothing_paid', 'nothing_left', 'failed'] as const

const ways = ['provider', 'cash', 'transfer'] as const
const WayField = Type.Unsafe<(typeof ways)[number] | null>({
  type: ['string', 'null'],
  enum: [...ways, null],
  description: 'how the money of the refund goes back',
})

const RefundRunOrder = Type.Object(
  {
    order_id: Type.Integer(),
    outcome: OneOf([...outcomes]),
    refund_id: Nullable(Type.Integer({ description: 'the newest; retry it where it has failed' })),
    failure_code: Nullable(Type.String({ description: 'the provider’s word for why it failed' })),
    name: Nullable(ContactField({ description: 'of the buyer, or else their address' })),
    amount: Nullable(Type.Number({ description: 'of the refund; major unit of the currency' })),
    currency: Type.String({ description: 'ISO 4217' }),
    way: WayField,
    debt_id: Nullable(Type.Integer({ description: 'cash and transfers: the debt that is to be paid out' })),
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
        description: 'By order_id. `outcome=failed` are those that staff should look at.',
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
        data: page.map(toRefundRunOrder),
      }
    },
  )

export const RefundRunOrderRow = Type.Object({
  order_id: Type.Integer(),
  outcome: OneOf([...outcomes]),
  refund_id: Nullable(Type.Integer()),
  failure_code: Nullable(Type.String()),
  name: Nullable(Type.String()),
  amount_minor: Nullable(Type.Integer()),
  currency: Type.String(),
  way: WayField,
  debt_id: Nullable(Type.Integer()),
})
type RefundRunOrderRow = Static<typeof RefundRunOrderRow>

const toRefundRunOrder = (row: RefundRunOrderRow) =>
  ({
    order_id: row.order_id,
    outcome: row.outcome,
    refund_id: row.refund_id,
    failure_code: row.failure_code,
    name: row.name,
    amount: row.amount_minor === null ? null : toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    way: row.way,
    debt_id: row.debt_id,
  }) satisfies Static<typeof RefundRunOrder>

const findRunOrders = (orgId: OrgId, sql: Db, eventId: number, q: Query, after: number | undefined) => sql<
  RefundRunOrderRow[]
>`
  select d.order_id, d.outcome, d.refund_id, d.failure_code, d.amount_minor, o.currency, b.debt_id,
    coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.email_address) as name,
    case
      when p.provider is null then null
      when p.provider <> 'manual' then 'provider'
      when p.payment_method = 'cash' then 'cash'
      else 'transfer'
    end as way
  from (
    select d.order_id, d.refund_id, r.failure_code, r.amount_minor, r.payment_id,
      case
        when d.outcome = 'not_refundable' then 'failed'
        when d.outcome <> 'refund' then d.outcome
        when r.refund_status = 'succeeded' then 'refunded'
        when r.refund_status = 'failed' then 'failed'
        when r.refund_status = 'owed' then 'owed'
        else 'pending'
      end as outcome
    from refund_run_orders d
    left join refunds r on r.org_id = ${orgId} and r.refund_id = d.refund_id
    where d.org_id = ${orgId}
      and d.event_id = ${eventId}
      ${when(sql, after, (orderId) => sql`and d.order_id > ${orderId}`)}
  ) d
  join orders o on o.org_id = ${orgId} and o.order_id = d.order_id
  left join payments p on p.org_id = ${orgId} and p.payment_id = d.payment_id
  left join debts b on b.org_id = ${orgId} and b.refund_id = d.refund_id
  where o.org_id = ${orgId}
    ${when(sql, q.outcome, (outcome) => sql`and d.outcome = ${outcome}`)}
  order by d.order_id
  limit ${q.limit + 1}`
