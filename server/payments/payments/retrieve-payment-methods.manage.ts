import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { findMethodSettings, PaymentMethods, toPaymentMethods } from './offer-of-methods.ts'

export const retrievePaymentMethods: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/payment_account/methods',
    {
      config: { scope: 'payments:manage' },
      schema: {
        operationId: 'retrievePaymentMethods',
        summary: 'Retrieve the ways to pay',
        description: [
          'Every way to pay that can be offered, whether the account has it and whether the organisation has switched it on.',
          'What the account has is asked of the provider every hour, and whenever one is switched.',
        ].join(' '),
        tags: ['Payments'],
        response: { 200: PaymentMethods },
      },
    },
    async ({ orgId }) => {
      const [settings] = await findMethodSettings(orgId, sql)
      if (!settings) throw new ApiError('resource_missing')
      return toPaymentMethods(settings)
    },
  )
