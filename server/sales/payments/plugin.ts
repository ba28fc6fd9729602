import { completeOnboarding } from './complete-onboarding.manage.ts'
import { retrievePaymentAccount } from './retrieve-payment-account.manage.ts'
import { serveTestBank } from './serve-test-bank.ts'
import { startOnboarding } from './start-onboarding.manage.ts'

export const paymentAccountOperations = [retrievePaymentAccount, startOnboarding, completeOnboarding, serveTestBank]
