import { listDebts } from './list-debts.manage.ts'
import { payDebtByCredit } from './pay-debt-by-credit.manage.ts'
import { recordInstalmentFailure } from './record-failure-instalment.manage.ts'
import { recordDebtPayment } from './record-payment-debt.manage.ts'
import { recordInstalmentPayment } from './record-payment-instalment.manage.ts'
import { remindDebt } from './remind-debt.manage.ts'
import { retrieveDebt } from './retrieve-debt.manage.ts'
import { reverseDebtPayment } from './reverse-debt.manage.ts'
import { waiveDebt } from './waive-debt.manage.ts'

export const debtOperations = [
  listDebts,
  retrieveDebt,
  recordDebtPayment,
  payDebtByCredit,
  waiveDebt,
  remindDebt,
  reverseDebtPayment,
  recordInstalmentPayment,
  recordInstalmentFailure,
]
