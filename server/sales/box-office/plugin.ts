import { createOrder } from './create-order.manage.ts'
import { listCardReaders } from './list-card-readers.manage.ts'
import { lookUpDiscount } from './look-up-discount.manage.ts'
import { cancelPaymentLink, createPaymentLink, retrievePaymentLink } from './payment-links.manage.ts'
import { cancelReaderPayment, retrieveReaderPayment, retryReaderPayment } from './reader-payments.manage.ts'

export const boxOfficeOperations = [
  createOrder,
  createPaymentLink,
  retrievePaymentLink,
  cancelPaymentLink,
  lookUpDiscount,
  listCardReaders,
  retrieveReaderPayment,
  retryReaderPayment,
  cancelReaderPayment,
]
