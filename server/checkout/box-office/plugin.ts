import { cancelPaymentLink } from './cancel-payment-link.manage.ts'
import { cancelReaderPayment } from './cancel-reader-payment.manage.ts'
import { createOrder } from './create-order.manage.ts'
import { createPaymentLink } from './create-payment-link.manage.ts'
import { listCardReaders } from './list-card-readers.manage.ts'
import { lookUpDiscount } from './look-up-discount.manage.ts'
import { previewSale } from './preview-sale.manage.ts'
import { retrievePaymentLink } from './retrieve-payment-link.manage.ts'
import { retrieveReaderPayment } from './retrieve-reader-payment.manage.ts'
import { retryReaderPayment } from './retry-reader-payment.manage.ts'

export const boxOfficeOperations = [
  createOrder,
  createPaymentLink,
  retrievePaymentLink,
  cancelPaymentLink,
  lookUpDiscount,
  previewSale,
  listCardReaders,
  retrieveReaderPayment,
  retryReaderPayment,
  cancelReaderPayment,
]
