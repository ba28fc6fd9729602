import type { OrganisationMode } from '../../access/principal.ts'
import { PaymentError } from '../errors.ts'
import { manualProvider } from './manual-provider.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import type { PaymentProvider, PaymentProviderName } from './provider.ts'
import type { StripeProvider } from './stripe-provider.ts'
import { testAccounts } from './test-accounts.ts'
import { closedBank, type TestBank } from './test-bank.ts'
import { createTestProvider } from './test-provider.ts'
import { unacceptedTest } from './unaccepted-test.ts'
import { unconfiguredStripe } from './unconfigured-stripe.ts'

export type Payments = {
  /**
   * Who collects an organisation's online payments, and under which account. Refuses while a live organisation has nowhere
   * to receive them: never does it fall to the provider that only pretends.
   */
  forOrganisation(organisation: Payee): { provider: PaymentProvider; account: string | null }
  /** Whether `forOrganisation` has a provider. */
  canBePaid(organisation: Payee): boolean
  /** Who opens an organisation's account. Refuses like `forOrganisation` where no provider does. */
  accountsFor(mode: OrganisationMode): PaymentAccounts
  /** What a shop's page needs to know before it can ask a fan for a card; null while the organisation cannot be paid online. */
  shownInShop(organisation: Payee): HowToPay | null
  byName(name: PaymentProviderName): PaymentProvider
  /** The provider that a stored payment names; a live organisation's is never settled by the one that only pretends. */
  forStored(payment: { provider: PaymentProviderName; mode: OrganisationMode }): PaymentProvider
  /** Where the test provider sends buyers. */
  testBank: TestBank
  /** Reads what Stripe sends to us; absent while Stripe is not configured. */
  readStripeEvent?: StripeProvider['readEvent']
}

export type PaymentDeps = { payments: Payments }

export type HowToPay = { provider: 'stripe' | 'test'; publishable_key: string | null; account: string | null }

/** What of an organisation decides who collects for it. */
export type Payee = { mode: OrganisationMode; payment_account_id: string | null }

/** A sandbox's payments are pretended and a live organisation's are real, with Stripe configured or without. */
export function createPayments({
  stripe,
  bank = closedBank,
}: {
  stripe: StripeProvider | undefined
  bank?: TestBank
}): Payments {
  const testProvider = createTestProvider(bank)
  const unaccepted = unacceptedTest(testProvider)
  const providers: Record<PaymentProviderName, PaymentProvider> = {
    test: testProvider,
    stripe: stripe ?? unconfiguredStripe,
    manual: manualProvider,
  }
  return {
    forOrganisation({ mode, payment_account_id: account }) {
      if (mode === 'test') return { provider: testProvider, account: null }
      if (!stripe || account === null) throw new PaymentError('payment_provider_unconfigured')
      return { provider: stripe, account }
    },
    canBePaid: ({ mode, payment_account_id: account }) => mode === 'test' || (stripe !== undefined && account !== null),
    accountsFor(mode) {
      if (mode === 'test') return testAccounts
      if (!stripe) throw new PaymentError('payment_provider_unconfigured')
      return stripe.accounts
    },
    shownInShop({ mode, payment_account_id: account }) {
      if (mode === 'test') return { provider: 'test', publishable_key: null, account: null }
      if (!stripe || account === null) return null
      return { provider: 'stripe', publishable_key: stripe.publishableKey, account }
    },
    testBank: bank,
    byName: (name) => providers[name],
    forStored: ({ provider, mode }) => (provider === 'test' && mode === 'live' ? unaccepted : providers[provider]),
    ...(stripe ? { readStripeEvent: stripe.readEvent } : {}),
  }
}
