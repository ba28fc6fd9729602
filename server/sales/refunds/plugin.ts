import { cancelOrder } from './cancel-order.manage.ts'
import { listOrderRefunds } from './list-order-refunds.manage.ts'
import { refundOrder } from './refund-order.manage.ts'
import { listRefundRunOrders, retrieveRefundRun, startRefundRun } from './refund-runs.manage.ts'
import { retryRefund } from './retry-refund.manage.ts'

export const refundOperations = [
  refundOrder,
  listOrderRefunds,
  cancelOrder,
  retryRefund,
  startRefundRun,
  retrieveRefundRun,
  listRefundRunOrders,
]
