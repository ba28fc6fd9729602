import type { Operation } from '../operation.ts'
import { cancelOrder } from './cancel-order.ts'
import { listOrderRefunds } from './list-order-refunds.ts'
import { refundOrder } from './refund-order.ts'
import { retryRefund } from './retry-refund.ts'

export const refundOperations: Operation[] = [refundOrder, listOrderRefunds, cancelOrder, retryRefund]
