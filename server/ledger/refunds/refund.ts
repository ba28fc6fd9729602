import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

export const Refund = Type.Object(
  {
    refund_id: Type.Integer(),
    order_id: Nullable(Type.Integer({ description: 'null when the payment was not for an order' })),
    payment_id: Type.Integer({ description: 'what is given back' }),
    refund_status: OneOf(['pending', 'succeeded', 'failed'], {
      description:
        'pending until the payment provider has said, or until the debt is paid out; failed: the money stayed, and can be refunded anew',
    }),
    debt_id: Nullable(
      Type.Integer({
        description: 'cash and transfers: the debt of the organisation that carries it out, once it is paid',
      }),
    ),
    amount: Type.Number({ description: 'of the payment; major unit of the currency' }),
    credited_amount: Type.Number({
      description: 'paid by credit, and credited again with it, whatever becomes of the refund',
    }),
    currency: Type.String({ description: 'ISO 4217' }),
    reason: Nullable(Type.String()),
    failure_code: Nullable(Type.String({ description: 'the provider’s word for why it failed' })),
    ticket_ids: Type.Array(Type.Integer(), { description: 'tickets that were given back with it' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    updated_at: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'Refund' },
)
export type Refund = Static<typeof Refund>

/** How the database tells what is open apart; to callers it is all pending. */
export type RefundStatus = 'created' | 'processing' | 'unknown' | 'owed' | 'succeeded' | 'failed'

export const RefundRow = Type.Object({
  refund_id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  debt_id: Nullable(Type.Integer()),
  payment_id: Type.Integer(),
  refund_status: Type.Unsafe<RefundStatus>({ type: 'string' }),
  amount_minor: Type.Integer(),
  credited_minor: Type.Integer(),
  currency: Type.String(),
  reason: Nullable(Type.String()),
  failure_code: Nullable(Type.String()),
  ticket_ids: Type.Array(Type.Integer()),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type RefundRow = Static<typeof RefundRow>

/** Refunds as `r` and their payments as `p`; conditions and order are the caller's. */
export const selectRefunds = (sql: Db, orgId: OrgId) => sql`
  select r.refund_id, coalesce(p.order_id, r.order_id) as order_id, d.debt_id, r.payment_id, r.refund_status, r.amount_minor, coalesce((
      select sum(e.amount_minor)
      from credit_entries e
      where e.org_id = ${orgId}
        and e.refund_id = r.refund_id
    ), 0)::bigint as credited_minor, p.currency, r.reason, r.failure_code,
    array(
      select t.ticket_id
      from tickets t
      where t.org_id = ${orgId}
        and t.refund_id = r.refund_id
      order by t.ticket_id
    ) as ticket_ids, r.created_at, r.changed_at
  from refunds r
  join payments p on p.org_id = r.org_id and p.payment_id = r.payment_id
  left join debts d on d.org_id = ${orgId} and d.refund_id = r.refund_id`

export const findRefund = (orgId: OrgId, sql: Db, refundId: number) => sql<RefundRow[]>`
  ${selectRefunds(sql, orgId)}
  where r.org_id = ${orgId}
    and p.org_id = ${orgId}
    and r.refund_id = ${refundId}`

const PUBLIC_STATUS: Record<RefundStatus, Refund['refund_status']> = {
  created: 'pending',
  processing: 'pending',
  unknown: 'pending',
  owed: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
}

export const toRefund = (row: RefundRow) =>
  ({
    refund_id: row.refund_id,
    order_id: row.order_id,
    payment_id: row.payment_id,
    refund_status: PUBLIC_STATUS[row.refund_status],
    debt_id: row.debt_id,
    amount: toMajor(row.amount_minor, row.currency),
    credited_amount: toMajor(row.credited_minor, row.currency),
    currency: row.currency,
    reason: row.reason,
    failure_code: row.failure_code,
    ticket_ids: row.ticket_ids,
    created: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.changed_at),
  }) satisfies Refund
