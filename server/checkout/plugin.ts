import type { Operation } from '../operation.ts'
import { checkoutBasket } from './checkout-basket.ts'
import { stripeWebhook } from './stripe-webhook.ts'

export const checkoutOperations: Operation[] = [checkoutBasket, stripeWebhook]
