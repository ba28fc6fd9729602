import { OrderRow } from '../../server/sales/orders/order.ts'
import { AskableRefundRow } from '../../server/sales/refunds/carry-out-refund.ts'
import { RefundRow } from '../../server/sales/refunds/refund.ts'
import { FailedRefundRow } from '../../server/sales/refunds/retry-refund.manage.ts'
import { TicketRow } from '../../server/sales/tickets/ticket.ts'
import { sellOrder } from '../builders/orders.ts'
import { NOTHING } from '../builders/rows.ts'
import type { OperationExample } from './example.ts'

export const refundExamples: Record<string, OperationExample> = {
  refundOrder: {
    rows: [RefundRow, AskableRefundRow, OrderRow, TicketRow],
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
    rows: [RefundRow, AskableRefundRow, OrderRow, TicketRow],
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
