import { randomUUID } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

type NewRefund = {
  paymentId: number
  /** Null where the payment counts for none: a surplus. */
  orderId: number | null
  amountMinor: number
  reason: string | null
  /** Its own, unless it follows from that of a refund that failed. */
  idempotencyKey?: string
  now: Date
}

/**
 * Writes a refund down before anybody is asked for the money, under the key that it will be asked with. What is raised here
 * is what the checks on payment and order hold below what was paid, whoever else refunds at the same moment. The caller has
 * locked the order.
 */
export async function openRefund(orgId: OrgId, tx: Tx, refund: NewRefund): Promise<number> {
  const { paymentId, orderId, amountMinor, reason, idempotencyKey = `refund_${randomUUID()}`, now } = refund
  if (orderId !== null) {
    await tx`
      update orders
      set refunded_minor = refunded_minor + ${amountMinor}, changed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${orderId}`
  }
  await tx`
    update payments
    set refunded_minor = refunded_minor + ${amountMinor}, changed_at = ${now}
    where org_id = ${orgId}
      and payment_id = ${paymentId}`
  const [row] = await tx<{ refund_id: number }[]>`
    insert into refunds (org_id, payment_id, idempotency_key, amount_minor, reason, created_at, changed_at)
    values (${orgId}, ${paymentId}, ${idempotencyKey}, ${amountMinor}, ${reason}, ${now}, ${now})
    returning refund_id`
  if (!row) throw new Error('insert into refunds returned no row')
  return row.refund_id
}
