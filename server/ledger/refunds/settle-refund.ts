import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { recountQuarter } from '../../payments/figures/count-takings.ts'
import type { RefundResult } from '../../payments/payments/provider.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { ReturnedShare } from '../../programme/tax-rates/return-tax.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { forgetReturnedTax } from '../ledger/note-returned-tax.ts'
import { findRefund, type RefundStatus, toRefund } from './refund.ts'

/** The order is null where the payment was for something else, or came on top of what the order was paid by. */
type Settling = { refundId: number; orderId: number | null }
type Changed = {
  refund_id: number
  payment_id: number
  amount_minor: number
  taxes: ReturnedShare[] | null
  /** Came on top of what the order was paid by: the order counts neither the payment nor what goes back of it. */
  surplus: boolean
}

/**
 * The one place where a provider's answer changes a refund: after the call, from the reconciler, from Stripe's webhook, in
 * any order and as often as they like. What has failed stays failed; what has succeeded can only still fail, which banks do.
 */
export async function settleRefund(
  { sql, clock }: { sql: Sql; clock: Clock },
  orgId: OrgId,
  { refundId, orderId }: Settling,
  result: RefundResult,
): Promise<void> {
  await sql.begin((tx) => applyRefundResult(orgId, tx, clock, { refundId, orderId }, result))
}

/** The same in a transaction of the caller's: also of a refund that staff have paid out, or that the fan does without. */
export async function applyRefundResult(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { refundId, orderId }: Settling,
  result: RefundResult,
): Promise<void> {
  if (orderId !== null) await lockOrder(orgId, tx, orderId)
  const succeededAt = result.kind === 'failed' ? await lockSucceeded(orgId, tx, refundId) : undefined
  const changed = await storeResult(orgId, tx, clock, refundId, result)
  if (!changed) return
  if (result.kind === 'failed') {
    if (succeededAt) await recountQuarter(orgId, tx, succeededAt)
    await lowerPayment(orgId, tx, clock, changed, result.code)
    if (orderId !== null && !changed.surplus) await lowerOrder(orgId, tx, clock, orderId, changed)
  }
  if (result.kind === 'succeeded' && orderId !== null) await tellRefunded(orgId, tx, clock, orderId, refundId)
}

/** Which states an answer can still change. */
const OPEN: RefundStatus[] = ['created', 'processing', 'unknown', 'owed']
const changeable: Record<RefundResult['kind'], RefundStatus[]> = {
  unknown: ['created'],
  processing: ['created', 'unknown'],
  succeeded: OPEN,
  failed: [...OPEN, 'succeeded'],
}

/** When it succeeded, which its row forgets as soon as it fails after all; undefined where it has not. */
async function lockSucceeded(orgId: OrgId, tx: Tx, refundId: number): Promise<Date | undefined> {
  const [row] = await tx<{ changed_at: Date }[]>`
    select changed_at
    from refunds
    where org_id = ${orgId}
      and refund_id = ${refundId}
      and refund_status = 'succeeded'
    for update`
  return row?.changed_at
}

/** The row when this answer changed it; undefined when another was quicker or knew better. */
async function storeResult(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  refundId: number,
  result: RefundResult,
): Promise<Changed | undefined> {
  const reference = 'reference' in result ? (result.reference ?? null) : null
  const [row] = await tx<Changed[]>`
    update refunds
    set refund_status = ${result.kind},
      provider_reference = coalesce(${reference}, provider_reference),
      failure_code = ${result.kind === 'failed' ? result.code.slice(0, 100) : null},
      changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and refund_id = ${refundId}
      and refund_status = any (${changeable[result.kind]}::text[])
    returning refund_id, payment_id, amount_minor, taxes, (
      select p.surplus
      from payments p
      where p.org_id = ${orgId}
        and p.payment_id = refunds.payment_id
    ) as surplus`
  return row
}

/** The money stayed where it was, and can be refunded anew. */
async function lowerPayment(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { refund_id, payment_id, amount_minor }: Changed,
  code: string,
): Promise<void> {
  await tx`
    update payments
    set refunded_minor = refunded_minor - ${amount_minor}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and payment_id = ${payment_id}`
  const entry = { action: 'refund.failed', objectType: 'refund', objectId: refund_id, after: { failure_code: code } }
  await recordAs(tx, clock, systemActor(orgId), entry)
}

/**
 * The tickets stay given back, since other buyers may have their places by now; an order that had counted as refunded
 * is a cancelled one that is still owed its money.
 */
async function lowerOrder(orgId: OrgId, tx: Tx, clock: Clock, orderId: number, refund: Changed): Promise<void> {
  await forgetReturnedTax(orgId, tx, orderId, refund)
  const [was] = await tx<{ order_status: string }[]>`
    select order_status
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  await tx`
    update orders
    set refunded_minor = refunded_minor - ${refund.amount_minor},
      order_status = case when order_status = 'refunded' then 'cancelled' else order_status end,
      changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (was?.order_status !== 'refunded') return
  const order = await findOrderForMessage(orgId, tx, orderId)
  await publish(orgId, tx, clock, 'order.cancelled', { order })
}

async function tellRefunded(orgId: OrgId, tx: Tx, clock: Clock, orderId: number, refundId: number): Promise<void> {
  const order = await findOrderForMessage(orgId, tx, orderId)
  const [refund] = await findRefund(orgId, tx, refundId)
  if (!refund) throw new Error('a refund was lost while it was settled')
  await publish(orgId, tx, clock, 'order.refunded', { order, refund: toRefund(refund) })
  const notice = { kind: 'order_refunded' as const, orderId, aboutId: refundId, messageId: `refund-${refundId}` }
  await noteMails(orgId, tx, clock(orgId), [notice], { mass: await isOfRun(orgId, tx, refundId) })
}

/** One of thousands, for an event that was cancelled. */
async function isOfRun(orgId: OrgId, tx: Tx, refundId: number): Promise<boolean> {
  const rows = await tx`
    select 1
    from refund_run_orders
    where org_id = ${orgId}
      and refund_id = ${refundId}`
  return rows.length > 0
}
