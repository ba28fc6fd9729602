import { listDebts } from './list-debts.manage.ts'
import { payDebtByCredit } from './pay-debt-by-credit.manage.ts'
import { recordFailureInstalment } from './record-failure-instalment.manage.ts'
import { recordPaymentDebt } from './record-payment-debt.manage.ts'
import { recordPaymentInstalment } from './record-payment-instalment.manage.ts'
import { remindDebt } from './remind-debt.manage.ts'
import { retrieveCollectionStages } from './retrieve-collection-stages.manage.ts'
import { retrieveDebt } from './retrieve-debt.manage.ts'
import { reverseDebt } from './reverse-debt.manage.ts'
import { waiveDebt } from './waive-debt.manage.ts'

export const debtOperations = [
  listDebts,
  retrieveCollectionStages,
  retrieveDebt,
  recordPaymentDebt,
  payDebtByCredit,
  waiveDebt,
  remindDebt,
  reverseDebt,
  recordPaymentInstalment,
  recordFailureInstalment,
]
