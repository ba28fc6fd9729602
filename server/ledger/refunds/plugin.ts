import { cancelMember } from './cancel-member.manage.ts'
import { cancelMembership } from './cancel-membership.manage.ts'
import { cancelOrder } from './cancel-order.manage.ts'
import { listOrderRefunds } from './list-order-refunds.manage.ts'
import { listRefundRunOrders } from './list-refund-run-orders.manage.ts'
import { refundOrder } from './refund-order.manage.ts'
import { retrieveCancellation } from './retrieve-cancellation.manage.ts'
import { retrieveMembershipCancellation } from './retrieve-membership-cancellation.manage.ts'
import { retrieveRefundRun } from './retrieve-refund-run.manage.ts'
import { retryRefund } from './retry-refund.manage.ts'
import { startRefundRun } from './start-refund-run.manage.ts'

export const refundOperations = [
  refundOrder,
  listOrderRefunds,
  cancelOrder,
  retryRefund,
  startRefundRun,
  retrieveRefundRun,
  retrieveCancellation,
  listRefundRunOrders,
  retrieveMembershipCancellation,
  cancelMember,
  cancelMembership,
]
