import { recordTransferOrder } from './record-transfer-order.manage.ts'
import { settleOrder } from './settle-order.manage.ts'
import { settlePaymentReturn } from './settle-payment-return.ts'
import { stripeWebhook } from './stripe-webhook.ts'

export const answerOperations = [settlePaymentReturn, settleOrder, recordTransferOrder, stripeWebhook]
