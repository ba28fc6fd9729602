import { recordAs } from '../../access/audit/record.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { cancelNextTerms } from '../../people/members/cancel-term.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { updateRow } from '../../resources/change-row.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { lockMemberDebts } from '../ledger/lock-member-debts.ts'
import { cancelDebts } from './cancel-debts.ts'
import { closeTickets } from './close-tickets.ts'
import type { LiveTicket } from './live-tickets.ts'
import { noteOwedRefunds } from './note-owed.ts'
import { noteReturned } from './note-returned.ts'
import { openRefund } from './open-refund.ts'
import type { PaidOrder } from './paid-order.ts'
import { splitRefund } from './refund-rule.ts'
import { returnCredit } from './return-credit.ts'
import type { OrderChange } from './write-refund.ts'

/** Only a confirmed order can be cancelled. */
export function requireConfirmed({ status }: PaidOrder): void {
  if (status === 'confirmed') return
  const message = status === 'pending' ? 'The order is still being paid.' : `The order is ${status}.`
  throw new ApiError('state_conflict', { message })
}

/**
 * Cancels an order that is locked, with its tickets, its members and what is still owed for it, and gives so much of what was paid
 * back. Answers the refunds, whose money is asked for after the commit.
 */
export async function closeOrder(
  by: OrderChange,
  order: PaidOrder,
  live: LiveTicket[],
  { amountMinor, reason }: { amountMinor: number; reason: string | null },
): Promise<number[]> {
  const { orgId, tx, clock, actor } = by
  const { orderId } = order
  await cancelDebts(orgId, tx, clock, order, { amountMinor: order.owedMinor, reason })
  const refundIds: number[] = []
  const { parts, creditMinor } = splitRefund(order, amountMinor)
  for (const part of parts) refundIds.push(await openRefund(orgId, tx, clock, { ...part, orderId, reason }))
  await noteOwedRefunds(orgId, tx, clock(orgId), orderId, refundIds)
  const [refundId] = refundIds
  await returnCredit(orgId, tx, clock, order, { creditMinor, reason, refundId })
  if (order.hasMemberships) {
    const ticketsMinor = live.reduce((sum, { paid_minor }) => sum + paid_minor, 0)
    await noteReturned(orgId, tx, { orderId, amountMinor: amountMinor - ticketsMinor })
    await cancelMembers(by, orderId)
  }
  const ticketIds = live.map(({ ticket_id }) => ticket_id)
  if (ticketIds.length > 0)
    await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.cancelled, refundId })
  await tx`
    update orders
    set order_status = 'cancelled', closed_at = ${clock(orgId)}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and order_id = ${orderId}`
  await recordAs(tx, clock, actor, {
    action: 'order.cancelled',
    objectType: 'order',
    objectId: orderId,
    before: { order_status: order.status, refunded_minor: order.refundedMinor, owed_minor: order.owedMinor },
    after: {
      order_status: 'cancelled',
      refunded_minor: order.refundedMinor + amountMinor,
      ticket_ids: ticketIds,
      owed_minor: 0,
      ...(refundIds.length === 0 ? {} : { refund_ids: refundIds }),
      reason: reason ?? undefined,
    },
  })
  await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
  return refundIds
}

/** Fans whom the order made members are none any more, and terms that it bought for later are gone; those who have renewed since are what their present order says. */
async function cancelMembers(by: OrderChange, orderId: number): Promise<void> {
  const { orgId, tx } = by
  const rows = await tx<{ membership_member_id: number }[]>`
    select m.membership_member_id
    from order_lines l
    join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
      and coalesce(m.membership_order_id, l.order_id) = l.order_id
    order by m.membership_member_id`
  for (const { membership_member_id: id } of rows) {
    await lockMemberDebts(orgId, tx, id)
    await updateRow(
      members,
      by,
      id,
      async (member) => {
        const after = memberStatusAfter('cancel', member.membership_member_status_id)
        if (after === undefined) return {}
        return endMembership(by, member)
      },
      'cancelled',
    )
  }
  const terms = await tx<{ membership_member_id: number }[]>`
    select distinct membership_member_id
    from member_terms
    where org_id = ${orgId}
      and order_id = ${orderId}
      and term_state = 'next'
    order by membership_member_id`
  for (const { membership_member_id: id } of terms) await cancelNextTerms(by, id, tx`t.order_id = ${orderId}`)
}
