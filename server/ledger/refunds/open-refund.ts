import { randomUUID } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { noteReturnedTax } from '../ledger/note-returned-tax.ts'
import { openDebt } from '../ledger/open-debts.ts'

type NewRefund = {
  paymentId: number
  /** Null where the payment counts for none: a surplus. */
  orderId: number | null
  amountMinor: number
  reason: string | null
  /** Its own, unless it follows from that of a refund that failed. */
  idempotencyKey?: string
  /** The tickets that it is for, whose rates of tax go back first. */
  ticketIds?: number[]
}

type RefundedPayment = {
  provider: string
  payment_method: string | null
  /** Null where it was made for debts. */
  order_id: number | null
  currency: string
  user_id: number | null
}

/**
 * Writes a refund down before the provider is asked for the money, under the key that it will be asked with. What is raised here
 * is what the checks on payment and order hold below what was paid, also while others refund at the same moment. Money that a person took
 * is for a person to hand back: that the club owes it is a debt, which carries the refund out. The caller has locked the order.
 */
export async function openRefund(orgId: OrgId, tx: Tx, clock: Clock, refund: NewRefund): Promise<number> {
  const { paymentId, orderId, amountMinor, reason, idempotencyKey = `refund_${randomUUID()}` } = refund
  const now = clock(orgId)
  if (orderId !== null) {
    await tx`
      update orders
      set refunded_minor = refunded_minor + ${amountMinor}, changed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${orderId}`
  }
  const payment = await raiseRefunded(orgId, tx, now, { paymentId, orderId, amountMinor })
  const isByHand = payment.provider === 'manual'
  const taxes = await noteReturnedTax(orgId, tx, orderId, amountMinor, refund.ticketIds)
  const [row] = await tx<{ refund_id: number }[]>`
    insert into refunds (org_id, payment_id, order_id, idempotency_key, refund_status, amount_minor, reason, taxes, created_at, changed_at)
    values (
      ${orgId}, ${paymentId}, ${payment.order_id === null ? orderId : null}, ${idempotencyKey}, ${isByHand ? 'owed' : 'created'},
      ${amountMinor}, ${reason}, ${taxes}::jsonb, ${now}, ${now}
    )
    returning refund_id`
  if (!row) throw new Error('insert into refunds returned no row')
  if (isByHand) {
    await openDebt(orgId, tx, clock, {
      kind: payment.payment_method === 'cash' ? 'cash_refund' : 'transfer_refund',
      orderId: orderId ?? payment.order_id,
      refundId: row.refund_id,
      userId: payment.user_id,
      currency: payment.currency,
      amountMinor,
      dueAt: now,
    })
  }
  return row.refund_id
}

async function raiseRefunded(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { paymentId, orderId, amountMinor }: Pick<NewRefund, 'paymentId' | 'orderId' | 'amountMinor'>,
): Promise<RefundedPayment> {
  await tx`
    update payments
    set refunded_minor = refunded_minor + ${amountMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  const [payment] = await tx<RefundedPayment[]>`
    select p.provider, p.payment_method, p.order_id, p.currency, o.user_id
    from payments p
    left join orders o on o.org_id = ${orgId} and o.order_id = coalesce(p.order_id, ${orderId})
    where p.org_id = ${orgId}
      and p.payment_id = ${paymentId}`
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  return payment
}
