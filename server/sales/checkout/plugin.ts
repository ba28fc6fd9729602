import { cancelBasketPayment } from './cancel-basket-payment.ts'
import { checkoutBasket } from './checkout-basket.ts'
import { recordTransferOrder } from './record-transfer-order.manage.ts'
import { settleOrder } from './settle-order.manage.ts'
import { settlePaymentReturn } from './settle-payment-return.ts'
import { stripeWebhook } from './stripe-webhook.ts'

export const checkoutOperations = [
  checkoutBasket,
  cancelBasketPayment,
  settlePaymentReturn,
  settleOrder,
  recordTransferOrder,
  stripeWebhook,
]
