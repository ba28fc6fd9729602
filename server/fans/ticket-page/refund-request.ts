import { type Static, Type } from 'typebox'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { Resource } from '../../resources/resource.ts'

export const refundRequestStatuses = ['open', 'accepted', 'declined'] as const

export const AskedRefund = Type.Object(
  {
    refund_request_id: Type.Integer(),
    order_id: Type.Integer(),
    ticket_ids: Type.Array(Type.Integer()),
    reason: Nullable(Type.String({ description: 'what the buyer says' })),
    refund_request_status: OneOf([...refundRequestStatuses]),
    note: Nullable(Type.String({ description: 'what staff answer' })),
    created: Type.Integer({ description: 'Unix seconds' }),
    settled_unix: Nullable(Type.Integer({ description: 'Unix seconds' })),
  },
  { title: 'RefundRequest' },
)

export const RefundRequestRow = Type.Object({
  refund_request_id: Type.Integer(),
  order_id: Type.Integer(),
  ticket_ids: Type.Array(Type.Integer()),
  reason: Nullable(Type.String()),
  refund_request_status: OneOf([...refundRequestStatuses]),
  note: Nullable(Type.String()),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  settled_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
export type RefundRequestRow = Static<typeof RefundRequestRow>

export const toRefundRequest = (row: RefundRequestRow) =>
  ({
    refund_request_id: row.refund_request_id,
    order_id: row.order_id,
    ticket_ids: row.ticket_ids,
    reason: row.reason,
    refund_request_status: row.refund_request_status,
    note: row.note,
    created: unixSeconds(row.created_at),
    settled_unix: row.settled_at && unixSeconds(row.settled_at),
  }) satisfies Static<typeof AskedRefund>

/** As staff see it: whose it is, for what, and what the tickets cost. */
export const ManagedRefundRequest = Type.Object(
  {
    ...AskedRefund.properties,
    name: Nullable(ContactField({ description: 'of the buyer, or else their address' })),
    event_id: Nullable(Type.Integer()),
    event_title: Nullable(Type.String()),
    amount: Type.Number({ description: 'paid for its tickets; major unit of the currency' }),
    currency: Type.String({ description: 'ISO 4217' }),
  },
  { title: 'ManagedRefundRequest' },
)

export const ManagedRefundRequestRow = Type.Object({
  ...RefundRequestRow.properties,
  name: Nullable(Type.String()),
  event_id: Nullable(Type.Integer()),
  event_title: Nullable(Type.String()),
  amount_minor: Type.Integer(),
  currency: Type.String(),
})
export type ManagedRefundRequestRow = Static<typeof ManagedRefundRequestRow>

export const toManagedRefundRequest = (row: ManagedRefundRequestRow) =>
  ({
    ...toRefundRequest(row),
    name: row.name,
    event_id: row.event_id,
    event_title: row.event_title,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
  }) satisfies Static<typeof ManagedRefundRequest>

export const refundRequests: Resource<ManagedRefundRequestRow, Static<typeof ManagedRefundRequest>> = {
  singular: 'refund_request',
  operationNames: { one: 'RefundRequest', many: 'RefundRequests' },
  object: 'refund_requests',
  listPath: '/v1/manage/refund_requests',
  itemPath: '/v1/manage/refund_requests/:refund_request_id',
  table: 'refund_requests',
  id: 'refund_request_id',
  scope: 'refunds:manage',
  mailedWords: ['note'],
  tag: 'Orders',
  schema: ManagedRefundRequest,
  select: (sql, _now, orgId) => sql`
    select t.refund_request_id, t.order_id, t.ticket_ids, t.reason, t.refund_request_status, t.note, t.created_at,
      t.settled_at, coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.email_address) as name,
      o.event_id, e.title as event_title, coalesce((
        select sum(k.price_minor - k.discount_minor + k.service_fee_minor + k.service_tax_minor
          + coalesce(k.added_tax_minor, 0))
        from tickets k
        where k.org_id = ${orgId}
          and k.ticket_id = any (t.ticket_ids)
      ), 0)::bigint as amount_minor, o.currency
    from refund_requests t
    join orders o on o.org_id = ${orgId} and o.order_id = t.order_id
    left join events e on e.org_id = ${orgId} and e.event_id = o.event_id`,
  toItem: toManagedRefundRequest,
}
