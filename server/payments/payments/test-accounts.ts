import { createHash } from 'node:crypto'
import type { PaymentAccounts } from './payment-accounts.ts'
import { paymentMethodNames } from './payment-methods.ts'

/**
 * For sandboxes: every account is in order at once, and the link leads straight back to where the provider would return to.
 * It keeps nothing, so every process gives the same answers.
 */
export const testAccounts: PaymentAccounts = {
  create: async ({ idempotencyKey }) =>
    `acct_test_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}`,
  link: async (_account, { returnUrl }) => ({ url: returnUrl, expiresAt: null }),
  retrieve: async () => ({ detailsSubmitted: true, chargesEnabled: true }),
  methods: async () => [...paymentMethodNames],
}
