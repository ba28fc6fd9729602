import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { underWayFor } from '../../payments/payments/ask-again.ts'
import { findOpenPayment } from '../../payments/payments/open-payment.ts'
import { isReader, READER_PREFIX } from '../../payments/payments/provider.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { toMajor } from '../../platform/values/money.ts'
import { orderStatuses } from '../../tickets/orders/order.ts'
import { askOrCallOff } from '../answers/reconcile.ts'
import type { SettleDeps } from '../answers/settle-deps.ts'
import { settlePayment } from '../answers/settle-payment.ts'
import { type BasketStatus, statusAt } from '../baskets/basket-state.ts'

const statuses = ['sending', 'waiting', 'unknown', 'declined', 'paid', 'cancelled', 'expired'] as const
type Status = (typeof statuses)[number]

export const ReaderPayment = Type.Object(
  {
    order_id: Type.Integer(),
    reader_id: Type.String(),
    status: OneOf([...statuses], {
      description:
        'waiting: for the card. unknown: the provider has not said, and is asked until it does. declined: the places are held; send it again, or cancel',
    }),
    decline_code: Nullable(
      Type.String({ description: 'why it was declined last, such as insufficient_funds, reader_offline, reader_busy' }),
    ),
    amount: Type.Number({ description: 'major unit of the currency' }),
    currency: Type.String(),
    expires_at: Nullable(Type.Integer({ description: 'Unix seconds; when the places of a declined one are free' })),
  },
  { title: 'ReaderPayment' },
)
export type ReaderPayment = Static<typeof ReaderPayment>

export const ReaderPaymentRow = Type.Object({
  order_id: Type.Integer(),
  order_status: OneOf([...orderStatuses]),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  basket_id: Nullable(Type.String()),
  basket_status: Type.Unsafe<BasketStatus | null>({ type: ['string', 'null'] }),
  expires_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  reader_id: Type.String(),
  payment_status: Type.String(),
  failure_code: Nullable(Type.String()),
  decline_code: Nullable(Type.String()),
})
type ReaderPaymentRow = Static<typeof ReaderPaymentRow>

/** The last time that an order was sent to a reader. An order that never was is none. */
export async function findReaderPayment(orgId: OrgId, sql: Db, orderId: number): Promise<ReaderPaymentRow> {
  const [row] = await sql<ReaderPaymentRow[]>`
    select o.order_id, o.order_status, p.amount_minor, o.currency, o.basket_id, b.basket_status, b.expires_at,
      p.payment_method as reader_id, p.payment_status, p.failure_code, p.decline_code
    from payments p
    join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
    left join baskets b on b.org_id = ${orgId} and b.basket_id = o.basket_id
    where p.org_id = ${orgId}
      and p.order_id = ${orderId}
      and starts_with(p.payment_method, ${READER_PREFIX})
    order by p.created_at desc, p.payment_id desc
    limit 1`
  if (!row) throw new ApiError('resource_missing')
  return row
}

/** Asks the provider, as the worker does more rarely, and settles the order by what it says. */
export async function followReader(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<void> {
  const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
  if (!payment || !isReader(payment.payment_method) || underWayFor(payment, deps.clock(orgId)) > 0) return
  const result = await askOrCallOff(deps, orgId, { ...payment, order_id: orderId })
  await settlePayment(deps, { orgId, orderId, paymentId: payment.payment_id }, result)
}

export async function readReaderPayment(orgId: OrgId, sql: Db, now: Date, orderId: number): Promise<ReaderPayment> {
  const row = await findReaderPayment(orgId, sql, orderId)
  const status = statusOf(row, now)
  return {
    order_id: row.order_id,
    reader_id: row.reader_id,
    status,
    decline_code: row.decline_code ?? row.failure_code,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    expires_at: status === 'declined' && row.expires_at ? unixSeconds(row.expires_at) : null,
  } satisfies ReaderPayment
}

const OPEN: Record<string, Status> = {
  created: 'sending',
  requires_action: 'waiting',
  processing: 'unknown',
  unknown: 'unknown',
}

function statusOf(row: ReaderPaymentRow, now: Date): Status {
  if (row.order_status !== 'pending' && row.order_status !== 'expired') return 'paid'
  if (row.basket_status === 'abandoned') return 'cancelled'
  if (row.basket_status === null || row.expires_at === null) return 'expired'
  const basketStatus = statusAt(row.basket_status, row.expires_at, now)
  if (row.order_status === 'expired' || basketStatus === 'expired') return 'expired'
  return OPEN[row.payment_status] ?? 'declined'
}
