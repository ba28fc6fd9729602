import { LockedDebtRow } from '../../server/ledger/ledger/lock-debts.ts'
import { AskableRefundRow } from '../../server/ledger/refunds/carry-out-refund.ts'
import { RefundRunOrderRow } from '../../server/ledger/refunds/list-refund-run-orders.manage.ts'
import { CancellationRuleRow } from '../../server/ledger/refunds/membership-cancellation.ts'
import { PaidOrderRow } from '../../server/ledger/refunds/paid-order.ts'
import { RefundRow } from '../../server/ledger/refunds/refund.ts'
import { RefundRunRow } from '../../server/ledger/refunds/refund-run.ts'
import { CancellationCountRow, RefundWayRow } from '../../server/ledger/refunds/retrieve-cancellation.manage.ts'
import { FailedRefundRow } from '../../server/ledger/refunds/retry-refund.manage.ts'
import { NextTermRow } from '../../server/people/members/begin-terms.ts'
import { MemberRow } from '../../server/people/members/member.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addEvent } from '../builders/events.ts'
import { addMember } from '../builders/members.ts'
import { sellOrder } from '../builders/orders.ts'
import { addRow, NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** An event that was cancelled, with the money of its order on the way back. */
async function cancelled(house: House, tenant: Tenant): Promise<number> {
  const { orderId, offer, paymentId } = await sellOrder(house, tenant)
  const { orderId: other } = await sellOrder(house, tenant, { offer })
  const { key } = tenant
  await house.call('POST', `/v1/manage/events/${offer.eventId}/cancel`, { key, body: { refund: 'all' } })
  const refundId = await addRow(house, tenant, 'refunds', 'refund_id', {
    payment_id: paymentId,
    idempotency_key: `refund of order ${orderId}`,
    amount_minor: 1,
    refund_status: 'failed',
    failure_code: 'expired_or_canceled_card',
  })
  const done = { event_id: offer.eventId }
  await addRow(house, tenant, 'refund_run_orders', 'order_id', {
    ...done,
    order_id: orderId,
    outcome: 'refund',
    refund_id: refundId,
  })
  await addRow(house, tenant, 'refund_run_orders', 'order_id', { ...done, order_id: other, outcome: 'not_refundable' })
  return offer.eventId
}

export const refundExamples: Record<string, OperationExample> = {
  retrieveMembershipCancellation: {
    rows: [CancellationRuleRow],
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
    }),
  },
  cancelMembership: {
    rows: [CancellationRuleRow, MemberRow, NextTermRow, LockedDebtRow],
    make: async (house, tenant) => ({
      params: { membership_member_id: await addMember(house, tenant) },
      ids: { 'params.membership_member_id': NOTHING },
      body: { reason: 'Moves away.' },
      otherBody: { reason: null },
    }),
  },
  startRefundRun: {
    rows: [RefundRunRow],
    make: async (house, tenant) => ({
      params: { event_id: await addEvent(house, tenant, { event_status_id: 3 }) },
      ids: { 'params.event_id': NOTHING },
      body: { reason: 'The pitch is under water.' },
      otherBody: { reason: null },
    }),
  },
  retrieveCancellation: {
    rows: [CancellationCountRow, RefundWayRow],
    make: async (house, tenant) => {
      const { offer } = await sellOrder(house, tenant)
      return { params: { event_id: offer.eventId }, ids: { 'params.event_id': NOTHING } }
    },
  },
  retrieveRefundRun: {
    rows: [RefundRunRow],
    make: async (house, tenant) => ({
      params: { event_id: await cancelled(house, tenant) },
      ids: { 'params.event_id': NOTHING },
    }),
  },
  listRefundRunOrders: {
    rows: [RefundRunRow, RefundRunOrderRow],
    make: async (house, tenant) => {
      const event_id = await cancelled(house, tenant)
      const path = `/v1/manage/events/${event_id}/refund_run/orders?limit=1`
      const first = await house.call('GET', path, { key: tenant.key })
      const filters = { limit: 1, outcome: 'failed' }
      return {
        params: { event_id },
        ids: { 'params.event_id': NOTHING },
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
      }
    },
  },
  refundOrder: {
    rows: [PaidOrderRow, RefundRow, AskableRefundRow, OrderRow, TicketRow, OrderMembershipRow],
    make: async (house, tenant) => {
      const { orderId, ticketIds } = await sellOrder(house, tenant, { tickets: 3 })
      const [one = 0, two = 0] = ticketIds
      return {
        params: { order_id: orderId },
        body: { ticket_ids: [one], reason: 'asked for by the customer' },
        otherBody: { ticket_ids: [two] },
        ids: { 'params.order_id': NOTHING, 'body.ticket_ids.0': NOTHING },
      }
    },
  },
  listOrderRefunds: {
    rows: [RefundRow, OrderRow],
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant)
      const address = `/v1/manage/orders/${orderId}/refunds`
      await house.call('POST', address, { key: tenant.key, body: { amount: 1 } })
      return { params: { order_id: orderId }, ids: { 'params.order_id': NOTHING } }
    },
  },
  cancelOrder: {
    rows: [PaidOrderRow, RefundRow, AskableRefundRow, OrderRow, TicketRow, OrderMembershipRow],
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant)
      return {
        params: { order_id: orderId },
        body: { refund: true, reason: 'sold twice' },
        otherBody: { refund: false },
        ids: { 'params.order_id': NOTHING },
      }
    },
  },
  retryRefund: {
    rows: [RefundRow, AskableRefundRow, FailedRefundRow],
    make: async (house, tenant) => {
      const { orderId } = await sellOrder(house, tenant, { method: 'pm_test_refund_fails' })
      const address = `/v1/manage/orders/${orderId}/refunds`
      const { body } = await house.call('POST', address, { key: tenant.key, body: { amount: 1 } })
      return { params: { refund_id: body.refund_id }, ids: { 'params.refund_id': NOTHING } }
    },
  },
}
