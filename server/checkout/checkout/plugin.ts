import { cancelBasketPayment } from './cancel-basket-payment.ts'
import { checkoutBasket } from './checkout-basket.ts'

export const checkoutOperations = [checkoutBasket, cancelBasketPayment]
