import { PaymentDomainRow } from '../../server/payments/payment-domains/payment-domain.ts'
import { StartedOnboardingRow } from '../../server/payments/payments/complete-onboarding.manage.ts'
import { PaymentAccountRow } from '../../server/payments/payments/payment-account.ts'
import { OnboardedOrganisationRow, OnboardingRow } from '../../server/payments/payments/start-onboarding.manage.ts'
import { addPaymentDomain } from '../builders/payment-domains.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const return_url = 'https://club.example/paid'

/** As if no account had ever been connected. */
const disconnect = ({ sql }: House, { orgId }: Tenant) => sql`
  update organisations
  set payment_account_id = null
  where org_id = ${orgId}`

export const paymentAccountExamples: Record<string, OperationExample> = {
  retrievePaymentAccount: { rows: [PaymentAccountRow] },
  retrievePaymentMethods: {},
  listPaymentDomains: {
    rows: [PaymentDomainRow],
    make: async (house, tenant) => {
      await addPaymentDomain(house, tenant)
      return {}
    },
  },
  switchPaymentMethod: {
    make: async ({ sql }, { orgId }) => {
      await sql`
        update organisations
        set payment_methods_off = '{}'
        where org_id = ${orgId}`
      const params = { payment_method: 'klarna' }
      return {
        params,
        notIds: ['params.payment_method'],
        body: { switched_on: false },
        otherBody: { switched_on: true },
      }
    },
  },
  startOnboarding: {
    rows: [OnboardedOrganisationRow, OnboardingRow],
    make: async (house, tenant) => {
      await disconnect(house, tenant)
      return { body: { return_url }, otherBody: { return_url, refresh_url: 'https://club.example/again' } }
    },
  },
  completeOnboarding: {
    rows: [StartedOnboardingRow, PaymentAccountRow],
    make: async (house, tenant) => {
      await disconnect(house, tenant)
      const path = '/v1/manage/payment_account/onboarding'
      const { body } = await house.call('POST', path, { key: tenant.key, body: { return_url } })
      return { body: { state: new URL(body.url).searchParams.get('state') }, otherBody: { state: 'another' } }
    },
  },
}
