import type { PaymentProvider } from './provider.ts'

const cause = new Error('this payment is only pretended, and its organisation is live')

/**
 * Stands in when a live organisation still has a payment from before there were sandboxes that was only pretended: it comes to
 * nothing, and the basket can be paid for really.
 */
export const unacceptedTest = (testProvider: PaymentProvider): PaymentProvider => ({
  ...testProvider,
  create: async () => ({ kind: 'refused', cause }),
  retrieve: async () => ({ kind: 'refused', cause }),
  confirm: async () => ({ kind: 'refused', cause }),
  cancel: async () => ({ kind: 'refused', cause }),
})
