import { completeOnboarding } from './complete-onboarding.manage.ts'
import { retrievePaymentAccount } from './retrieve-payment-account.manage.ts'
import { retrievePaymentMethods } from './retrieve-payment-methods.manage.ts'
import { serveTestBank } from './serve-test-bank.ts'
import { startOnboarding } from './start-onboarding.manage.ts'
import { switchPaymentMethod } from './switch-payment-method.manage.ts'

export const paymentAccountOperations = [
  retrievePaymentAccount,
  startOnboarding,
  completeOnboarding,
  retrievePaymentMethods,
  switchPaymentMethod,
  serveTestBank,
]
