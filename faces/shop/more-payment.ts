import { DebitMandate } from './debit-mandate.tsx'
import { leaveFor } from './leave-for.ts'
import { paymentWith } from './payment.tsx'
import { TestExpress } from './test-express.tsx'
import { BankQuestion, TestPayment } from './test-payment.tsx'
import { TransferChoice } from './transfer-choice.tsx'

export const paymentParts = { BankQuestion, DebitMandate, TestExpress, TestPayment, TransferChoice, leaveFor }

/** For pages that few open, which come along with these. */
export const { Payment, useBank } = paymentWith(async () => paymentParts)
