import { leaveFor } from './leave-for.ts'
import { paymentWith } from './payment.tsx'
import { BankQuestion, TestPayment } from './test-payment.tsx'

export const paymentParts = { BankQuestion, TestPayment, leaveFor }

/** For pages that few open, which come along with these. */
export const { Payment, useBank } = paymentWith(async () => paymentParts)
