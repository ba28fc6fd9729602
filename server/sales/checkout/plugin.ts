import { checkoutBasket } from './checkout-basket.ts'
import { settleOrder } from './settle-order.manage.ts'
import { stripeWebhook } from './stripe-webhook.ts'

export const checkoutOperations = [checkoutBasket, settleOrder, stripeWebhook]
