import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { OrderStatus } from '../orders/order.ts'
import { orderIdIn } from '../orders/order-id.ts'
import { findOrder } from '../orders/retrieve-order.ts'
import type { PaymentProviderName } from '../payments/provider.ts'

/** An order as it stands under its lock, with what was paid for it. */
export type PaidOrder = {
  orderId: number
  status: OrderStatus
  currency: string
  totalMinor: number
  refundedMinor: number
  payment: { paymentId: number; leftMinor: number; provider: PaymentProviderName } | undefined
}

type LockedOrder = {
  order_status: OrderStatus
  currency: string
  total_minor: number
  refunded_minor: number
  by_instalments: boolean
}

/** Locks order and payment, in the order in which everybody does, and says what may be given back. */
export async function lockPaidOrder(orgId: OrgId, tx: Tx, given: string): Promise<PaidOrder> {
  const [found] = await findOrder(orgId, tx, orderIdIn(given))
  if (!found) throw new ApiError('resource_missing')
  const { order_id: orderId } = found
  const [order] = await tx<LockedOrder[]>`
    select order_status, currency, total_minor, refunded_minor, paid_minor is not null as by_instalments
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}
    for no key update`
  if (!order) throw new Error('an order was lost between finding and locking it')
  if (order.by_instalments) {
    const message =
      'The order is paid by instalments: cancel its members, and return what was paid where it was collected.'
    throw new ApiError('state_conflict', { message })
  }
  const [payment] = await tx<{ payment_id: number; left_minor: number; provider: PaymentProviderName }[]>`
    select payment_id, amount_minor - refunded_minor as left_minor, provider
    from payments
    where org_id = ${orgId}
      and order_id = ${orderId}
      and payment_status = 'succeeded'
      and not surplus
    for no key update`
  return {
    orderId,
    status: order.order_status,
    currency: order.currency,
    totalMinor: order.total_minor,
    refundedMinor: order.refunded_minor,
    payment: payment && {
      paymentId: payment.payment_id,
      leftMinor: payment.left_minor,
      provider: payment.provider,
    },
  }
}
