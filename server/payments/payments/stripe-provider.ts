import type { SystemClock } from '../../platform/values/clock.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripeAccounts } from './stripe-accounts.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { createStripeBooks } from './stripe-books.ts'
import { createStripeClient } from './stripe-client.ts'
import { createStripeDomains } from './stripe-domains.ts'
import { type ProviderHint, readStripeEvent } from './stripe-events.ts'
import { createStripeMeans } from './stripe-means.ts'
import { createStripePayments } from './stripe-payments.ts'
import { createStripePayouts } from './stripe-payouts.ts'
import { createStripeRefunds } from './stripe-refunds.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string | undefined
  /** Of the platform's account: what a shop's page starts Stripe's script with. */
  publishableKey?: string | undefined
  /** Elsewhere than at Stripe: for tests. */
  apiUrl?: string | undefined
  timeoutMs?: number
  clock: SystemClock
}

export type StripeProvider = PaymentProvider & {
  /** What an inbound webhook points at; undefined for what does not concern us. Throws when the signature is not Stripe's. */
  readEvent(body: Buffer, signature: string): ProviderHint | undefined
  accounts: PaymentAccounts
  publishableKey: string | null
}

const TIMEOUT_MS = 20_000

export function createStripeProvider({
  secretKey,
  webhookSecret,
  publishableKey,
  apiUrl,
  timeoutMs = TIMEOUT_MS,
  clock,
}: StripeSettings): StripeProvider {
  const client = createStripeClient({ secretKey, apiUrl, timeoutMs })
  return {
    name: 'stripe',
    means: createStripeMeans(client),
    takes: (amountMinor, currency) => toStripeAmount(amountMinor, currency) !== undefined,
    ...createStripePayments(client, clock),
    ...createStripeRefunds(client, clock),
    books: createStripeBooks(client),
    payouts: createStripePayouts(client),
    domains: createStripeDomains(client),
    readEvent: (body, signature) => readStripeEvent({ stripe: client.stripe, webhookSecret, clock }, body, signature),
    accounts: createStripeAccounts(client),
    publishableKey: publishableKey ?? null,
  }
}
