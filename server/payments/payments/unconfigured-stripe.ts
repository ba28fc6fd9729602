import type { PaymentProvider } from './provider.ts'
import { toStripeAmount } from './stripe-amount.ts'

const cause = new Error('this payment is at Stripe, and STRIPE_SECRET_KEY is not set')

/**
 * Stands in when payments of an earlier configuration are found and Stripe cannot be asked about them: they stay as they are, to be
 * settled once the key is back.
 */
export const unconfiguredStripe: PaymentProvider = {
  name: 'stripe',
  takes: (amountMinor, currency) => toStripeAmount(amountMinor, currency) !== undefined,
  // A new payment is refused: nothing was charged. One that was asked for before may have been.
  create: async ({ again }) => ({ kind: again ? 'unknown' : 'refused', cause }),
  retrieve: async () => ({ kind: 'unknown', cause }),
  confirm: async () => ({ kind: 'unknown', cause }),
  cancel: async () => ({ kind: 'unknown', cause }),
  refund: async () => ({ kind: 'unknown', cause }),
  retrieveRefund: async () => ({ kind: 'unknown', cause }),
}
