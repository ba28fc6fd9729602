import { type Actor, recordAs } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { cancelDebts } from './cancel-debts.ts'
import { closeTickets } from './close-tickets.ts'
import type { LiveTicket } from './live-tickets.ts'
import { noteOwedRefunds } from './note-owed.ts'
import { noteReturned } from './note-returned.ts'
import { openRefund } from './open-refund.ts'
import type { PaidOrder } from './paid-order.ts'
import { orderStatusAfterRefund, type RefundDecision } from './refund-rule.ts'
import { returnCredit } from './return-credit.ts'
import { acceptRequest } from './settle-requests.ts'

/** Who changes an order, and in which transaction. */
export type OrderChange = { orgId: OrgId; tx: Tx; clock: Clock; actor: Actor }

type GivenBack = {
  reason: string | null
  /** The buyer's request that this answers. */
  requestId?: number | undefined
  /** Whose membership is given back, of an order that may have several. */
  memberId?: number
  /** Hands out at once what is handed out over the counter. */
  payOut?: (refundIds: number[]) => Promise<void>
}

/**
 * Writes down what a refund gives back of an order that is locked: debts, refunds, credit, tickets, and the order itself. Answers the
 * refunds, whose money is asked for after the commit.
 */
export async function writeRefund(
  { orgId, tx, clock, actor }: OrderChange,
  order: PaidOrder,
  live: LiveTicket[],
  decided: RefundDecision,
  { reason, requestId, memberId, payOut }: GivenBack,
): Promise<number[]> {
  const { orderId } = order
  const { parts, creditMinor, refundedMinor, cancelledMinor, ticketIds } = decided
  const now = clock(orgId)
  if (cancelledMinor > 0) await cancelDebts(orgId, tx, clock, order, { amountMinor: cancelledMinor, reason, ticketIds })
  const refundIds: number[] = []
  for (const part of parts) refundIds.push(await openRefund(orgId, tx, clock, { ...part, orderId, reason, ticketIds }))
  const [refundId] = refundIds
  await returnCredit(orgId, tx, clock, order, { creditMinor, reason, refundId, ticketIds })
  if (order.hasMemberships) {
    const amountMinor = refundedMinor - paidFor(live, ticketIds)
    await noteReturned(orgId, tx, { orderId, amountMinor, memberId })
  }
  await payOut?.(refundIds)
  await noteOwedRefunds(orgId, tx, now, orderId, refundIds)
  if (requestId !== undefined) await acceptRequest(orgId, tx, clock, { orderId, requestId })
  if (ticketIds.length > 0)
    await closeTickets(orgId, tx, clock, {
      ticketIds,
      status: refundId === undefined ? ticketStatus.cancelled : ticketStatus.refunded,
      refundId,
    })
  const status = orderStatusAfterRefund(order, live, decided)
  if (status !== order.status) {
    await tx`
      update orders
      set order_status = ${status}, closed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${orderId}`
  }
  await recordAs(tx, clock, actor, {
    action: 'order.refunded',
    objectType: 'order',
    objectId: orderId,
    before: { order_status: order.status, refunded_minor: order.refundedMinor, owed_minor: order.owedMinor },
    after: {
      order_status: status,
      refunded_minor: order.refundedMinor + refundedMinor,
      owed_minor: order.owedMinor - cancelledMinor,
      refund_ids: refundIds,
      ticket_ids: ticketIds,
      reason: reason ?? undefined,
      refund_request_id: requestId,
    },
  })
  if (status === 'cancelled')
    await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
  return refundIds
}

const paidFor = (live: LiveTicket[], ticketIds: number[]): number =>
  live.filter(({ ticket_id }) => ticketIds.includes(ticket_id)).reduce((sum, { paid_minor }) => sum + paid_minor, 0)
