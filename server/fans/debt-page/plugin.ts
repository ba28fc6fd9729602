import { askDebtAccount } from './ask-debt-account.manage.ts'
import { cancelOwnDebtPayment } from './cancel-own-debt-payment.ts'
import { changeOwnCard } from './change-own-card.ts'
import { createDebtLink } from './create-debt-link.manage.ts'
import { giveOwnAccount } from './give-own-account.ts'
import { payOwnDebt } from './pay-own-debt.ts'
import { retrieveOwnDebt } from './retrieve-own-debt.ts'
import { revealDebtAccount } from './reveal-debt-account.manage.ts'

export const debtPageOperations = [
  retrieveOwnDebt,
  giveOwnAccount,
  payOwnDebt,
  cancelOwnDebtPayment,
  changeOwnCard,
  createDebtLink,
  askDebtAccount,
  revealDebtAccount,
]
