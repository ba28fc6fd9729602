import { SaleError } from '../errors.ts'
import { manualProvider } from './manual-provider.ts'
import type { PaymentProvider, PaymentProviderName } from './provider.ts'
import type { StripeProvider } from './stripe-provider.ts'
import { testProvider } from './test-provider.ts'
import { unconfiguredStripe } from './unconfigured-stripe.ts'

export type Payments = {
  /**
   * Who collects an organisation's online payments, and under which account. Refuses while payments are real and the
   * organisation has nowhere to receive them.
   */
  forOrganisation(paymentAccountId: string | null): { provider: PaymentProvider; account: string | null }
  /** The provider that a stored payment names. */
  byName(name: PaymentProviderName): PaymentProvider
  /** Reads what Stripe sends to us; absent while Stripe is not configured. */
  readStripeEvent?: StripeProvider['readEvent']
}

/** With Stripe every payment is real; without it every payment is pretended. Never both in one installation. */
export function createPayments({ stripe }: { stripe: StripeProvider | undefined }): Payments {
  const providers: Record<PaymentProviderName, PaymentProvider> = {
    test: testProvider,
    stripe: stripe ?? unconfiguredStripe,
    manual: manualProvider,
  }
  return {
    forOrganisation(paymentAccountId) {
      if (!stripe) return { provider: testProvider, account: null }
      if (paymentAccountId === null) {
        throw new SaleError('payment_provider_error', {
          message: 'The organisation has no payment account yet, so nothing can be paid online. Nothing was charged.',
        })
      }
      return { provider: stripe, account: paymentAccountId }
    },
    byName: (name) => providers[name],
    ...(stripe ? { readStripeEvent: stripe.readEvent } : {}),
  }
}
