import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'

export const RefundRun = Type.Object(
  {
    event_id: Type.Integer(),
    refund_run_status: OneOf(['running', 'finished'], {
      description: 'finished once every order is done with and no refund waits for the provider',
    }),
    reason: Nullable(Type.String()),
    orders: Type.Object({
      waiting: Type.Integer({ description: 'confirmed orders that come next, and orders that are still being paid' }),
      pending: Type.Integer({ description: 'refunds that wait for the provider’s word' }),
      owed: Type.Integer({ description: 'refunds in cash or by transfer that the organisation has still to pay out' }),
      refunded: Type.Integer(),
      nothing_paid: Type.Integer({
        description: 'complimentary, or an unpaid invoice: only the tickets were taken back',
      }),
      nothing_left: Type.Integer({ description: 'the money had gone back before: only the tickets were taken back' }),
      failed: Type.Integer({ description: 'retry each refund, or refund the order by hand' }),
    }),
    refunded_amount: Type.Number({
      description: 'by the run, as far as the provider has said so; major unit of the currency',
    }),
    currency: Type.String({ description: 'ISO 4217' }),
    created: Type.Integer({ description: 'Unix seconds' }),
    finished_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
  },
  { title: 'RefundRun' },
)
export type RefundRun = Static<typeof RefundRun>

export const RefundRunRow = Type.Object({
  event_id: Type.Integer(),
  currency: Type.String(),
  refund_run_status: Type.Unsafe<RefundRun['refund_run_status']>({ type: 'string' }),
  reason: Nullable(Type.String()),
  waiting: Type.Integer(),
  pending: Type.Integer(),
  owed: Type.Integer(),
  refunded: Type.Integer(),
  nothing_paid: Type.Integer(),
  nothing_left: Type.Integer(),
  failed: Type.Integer(),
  refunded_minor: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  finished_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
type RefundRunRow = Static<typeof RefundRunRow>

/** Orders of the event that the run has still to do with: as `o`, and what it did with it as `done`. */
export const isWaiting = (sql: Db) => sql`
  done.order_id is null
    and (
      o.order_status = 'confirmed'
      or (o.order_status = 'pending' and b.basket_status = 'paying')
    )`

export const findRefundRun = (orgId: OrgId, sql: Db, eventId: number) => sql<RefundRunRow[]>`
  with done as (
    select
      count(*) filter (where d.refund_id is not null and r.refund_status not in ('succeeded', 'failed', 'owed')) as pending,
      count(*) filter (where r.refund_status = 'owed') as owed,
      count(*) filter (where r.refund_status = 'succeeded') as refunded,
      count(*) filter (where d.outcome = 'nothing_paid') as nothing_paid,
      count(*) filter (where d.outcome = 'nothing_left') as nothing_left,
      count(*) filter (where d.outcome = 'not_refundable' or r.refund_status = 'failed') as failed,
      coalesce(sum(r.amount_minor) filter (where r.refund_status = 'succeeded'), 0)::bigint as refunded_minor
    from refund_run_orders d
    left join refunds r on r.org_id = ${orgId} and r.refund_id = d.refund_id
    where d.org_id = ${orgId}
      and d.event_id = ${eventId}
  ), waiting as (
    select count(*) as waiting
    from orders o
    left join baskets b on b.org_id = ${orgId} and b.basket_id = o.basket_id
    left join refund_run_orders done on done.org_id = ${orgId} and done.event_id = ${eventId} and done.order_id = o.order_id
    where o.org_id = ${orgId}
      and o.event_id = ${eventId}
      and o.order_status in ('confirmed', 'pending')
      and ${isWaiting(sql)}
  )
  select run.event_id, e.currency, run.refund_run_status, run.reason, waiting.waiting, done.pending, done.owed, done.refunded,
    done.nothing_paid, done.nothing_left, done.failed, done.refunded_minor, run.created_at, run.finished_at
  from refund_runs run
  join events e on e.org_id = ${orgId} and e.event_id = run.event_id
  cross join done
  cross join waiting
  where run.org_id = ${orgId}
    and run.event_id = ${eventId}`

export const toRefundRun = (row: RefundRunRow) => {
  const isOver = row.refund_run_status === 'finished' && row.pending === 0
  return {
    event_id: row.event_id,
    refund_run_status: isOver ? 'finished' : 'running',
    reason: row.reason,
    orders: {
      waiting: row.waiting,
      pending: row.pending,
      owed: row.owed,
      refunded: row.refunded,
      nothing_paid: row.nothing_paid,
      nothing_left: row.nothing_left,
      failed: row.failed,
    },
    refunded_amount: toMajor(row.refunded_minor, row.currency),
    currency: row.currency,
    created: unixSeconds(row.created_at),
    finished_at: isOver && row.finished_at ? unixSeconds(row.finished_at) : null,
  } satisfies RefundRun
}

export async function requireRefundRun(orgId: OrgId, sql: Db, eventId: number): Promise<RefundRun> {
  const [run] = await findRefundRun(orgId, sql, eventId)
  if (!run) throw new ApiError('resource_missing')
  return toRefundRun(run)
}
