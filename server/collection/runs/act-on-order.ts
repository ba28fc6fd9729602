import { carryOutRefund } from '../../ledger/refunds/carry-out-refund.ts'
import { closeOrder, requireConfirmed } from '../../ledger/refunds/close-order.ts'
import { lockLiveTickets } from '../../ledger/refunds/live-tickets.ts'
import { lockPaidOrder } from '../../ledger/refunds/paid-order.ts'
import { decideRefund } from '../../ledger/refunds/refund-rule.ts'
import { writeRefund } from '../../ledger/refunds/write-refund.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType } from './run-objects.ts'

/** All that is left of an order, with all of its tickets. The provider is asked after the commit, as for one. */
export async function refundOneOrder(at: ItemContext, _type: ObjectType, orderId: number): Promise<ItemResult> {
  const { orgId, tx, payments, details } = at
  const order = await lockPaidOrder(orgId, tx, String(orderId))
  if (order.status === 'refunded' || order.status === 'expired') return { outcome: 'skipped', reason: order.status }
  if (order.paidMinor === 0 && order.owedMinor === 0) return { outcome: 'skipped', reason: 'nothing_paid' }
  const live = await lockLiveTickets(orgId, tx, orderId)
  const decided = decideRefund(payments, order, live, {})
  const refundIds = await writeRefund(at, order, live, decided, { reason: details.reason ?? null })
  const after = async () => {
    for (const refundId of refundIds) await carryOutRefund(at, orgId, refundId, { again: false })
  }
  return { outcome: 'done', after }
}

/** Its tickets let no one in from now on. The money stays: that is another run, or a refund by hand. */
export async function cancelOneOrder(at: ItemContext, _type: ObjectType, orderId: number): Promise<ItemResult> {
  const { orgId, tx, details } = at
  const order = await lockPaidOrder(orgId, tx, String(orderId))
  if (order.status === 'cancelled' || order.status === 'refunded' || order.status === 'expired')
    return { outcome: 'skipped', reason: order.status }
  requireConfirmed(order)
  const live = await lockLiveTickets(orgId, tx, orderId)
  await closeOrder(at, order, live, { amountMinor: 0, reason: details.reason ?? null })
  return { outcome: 'done' }
}
