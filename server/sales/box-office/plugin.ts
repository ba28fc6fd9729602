import type { Operation } from '../../operation.ts'
import { createOrder } from './create-order.manage.ts'
import { lookUpDiscount } from './look-up-discount.manage.ts'
import { cancelPaymentLink, createPaymentLink, retrievePaymentLink } from './payment-links.manage.ts'

export const boxOfficeOperations: Operation[] = [
  createOrder,
  createPaymentLink,
  retrievePaymentLink,
  cancelPaymentLink,
  lookUpDiscount,
]
