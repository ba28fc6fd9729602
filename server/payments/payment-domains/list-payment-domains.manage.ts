import { ListOf } from '../../platform/http/lists.ts'
import type { Operation } from '../../platform/operation.ts'
import { findPaymentDomains, PaymentDomain, toPaymentDomain } from './payment-domain.ts'

const PATH = '/v1/manage/payment_account/domains'
/** More hosts than a shop has. */
const DOMAINS_MAX = 100

export const listPaymentDomains: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'payments:manage' },
      schema: {
        operationId: 'listPaymentDomains',
        summary: 'List the hosts for wallets',
        description:
          'Hosts at which Apple Pay, Google Pay and Link can be shown: those of the shop that are proven, and the service’s own. They are registered with the payment provider by themselves, and again after a failure. None of a sandbox.',
        tags: ['Payments'],
        response: { 200: ListOf('payment_domains', PaymentDomain) },
      },
    },
    async ({ orgId }) => {
      const rows = await findPaymentDomains(orgId, sql, DOMAINS_MAX)
      return { object: 'payment_domains', url: PATH, has_more: false, data: rows.map(toPaymentDomain) }
    },
  )
