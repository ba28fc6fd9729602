import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { findPaymentAccount, PaymentAccount, toPaymentAccount } from './payment-account.ts'
import type { PaymentDeps } from './providers.ts'

export const retrievePaymentAccount: Operation<PaymentDeps> = (app, { sql, payments }) =>
  app.get(
    '/v1/manage/payment_account',
    {
      config: { scope: 'payments:manage' },
      schema: {
        operationId: 'retrievePaymentAccount',
        summary: 'Retrieve the payment account',
        description: 'Where the organisation’s online payments go, and whether they can.',
        tags: ['Payments'],
        response: { 200: PaymentAccount },
      },
    },
    async ({ orgId }) => {
      const [row] = await findPaymentAccount(orgId, sql)
      if (!row) throw new ApiError('resource_missing')
      return toPaymentAccount(row, payments)
    },
  )
