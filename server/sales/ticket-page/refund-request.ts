import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
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

export const refundRequests: Resource<RefundRequestRow, Static<typeof AskedRefund>> = {
  singular: 'refund_request',
  operationNames: { one: 'RefundRequest', many: 'RefundRequests' },
  object: 'refund_requests',
  listPath: '/v1/manage/refund_requests',
  itemPath: '/v1/manage/refund_requests/:refund_request_id',
  table: 'refund_requests',
  id: 'refund_request_id',
  scope: 'refunds:manage',
  tag: 'Orders',
  schema: AskedRefund,
  select: (sql) => sql`
    select t.refund_request_id, t.order_id, t.ticket_ids, t.reason, t.refund_request_status, t.note, t.created_at,
      t.settled_at
    from refund_requests t`,
  toItem: toRefundRequest,
}
