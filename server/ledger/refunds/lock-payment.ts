import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'

/**
 * A payment that was collected, with the order before it, as all transactions lock them; the answer is what is left to refund of
 * it. Without an order for a payment that counts for none.
 */
export async function lockPayment(
  orgId: OrgId,
  tx: Tx,
  { orderId, paymentId }: { orderId: number | null; paymentId: number },
): Promise<number | undefined> {
  if (orderId !== null) await lockOrder(orgId, tx, orderId)
  const [payment] = await tx<{ left_minor: number }[]>`
    select amount_minor - refunded_minor - reversed_minor as left_minor
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and payment_status = 'succeeded'
    for no key update`
  return payment?.left_minor
}
