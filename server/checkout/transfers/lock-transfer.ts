import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import { lockBaskets } from '../baskets/find-baskets.ts'
import { type AwaitedTransferRow, findTransfer } from './own-transfer.ts'

export const TransferParams = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

/** The transfer that an order waits, or has waited, for, with basket and order locked. */
export async function lockTransfer(
  orgId: OrgId,
  tx: Tx,
  given: string,
): Promise<AwaitedTransferRow & { basket_id: string | null }> {
  const [order] = await findOrder(orgId, tx, orderIdIn(given))
  if (!order) throw new ApiError('resource_missing')
  const [basket] = await tx<{ basket_id: string | null }[]>`
    select basket_id
    from orders
    where org_id = ${orgId}
      and order_id = ${order.order_id}`
  const basketId = basket?.basket_id ?? null
  if (basketId !== null) await lockBaskets(orgId, tx, [basketId])
  await lockOrder(orgId, tx, order.order_id)
  const [transfer] = await findTransfer(orgId, tx, order.order_id)
  if (!transfer) throw new ApiError('state_conflict', { message: 'The order waits for no transfer.' })
  return { ...transfer, basket_id: basketId }
}

/** One that has come, or was given up, waits for nothing. */
export function requireAwaited({ payment_status }: AwaitedTransferRow): void {
  if (payment_status === 'processing' || payment_status === 'created') return
  throw new ApiError('state_conflict', { message: 'The order does not wait for a transfer any more.' })
}
