import { randomUUID } from 'node:crypto'
import { PaymentError } from '../errors.ts'
import type { PaymentAccounts } from './payment-accounts.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { isKeptFailure } from './stripe-answers.ts'
import { inNameOf, type StripeClient } from './stripe-client.ts'

/**
 * Accounts that the platform opens for its organisations: full ones of Stripe's, which the organisation runs itself. Since
 * we open them, no organisation can name one that is another organisation's.
 */
export const createStripeAccounts = ({ stripe, withinTime }: StripeClient): PaymentAccounts => {
  const ask = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw new PaymentError('payment_provider_error', { cause })
    })
  return {
    async create({ orgId, country, idempotencyKey }) {
      const params = { type: 'standard' as const, country, metadata: { grandstand_org_id: String(orgId) } }
      const open = (key: string) => withinTime(stripe.accounts.create(params, { idempotencyKey: key }))
      // A failure of Stripe's own is kept for its key. An account that was opened all the same stays empty, and belongs to no organisation.
      const anew = (error: unknown) => {
        if (!isKeptFailure(error)) throw error
        return open(`${idempotencyKey}.${randomUUID()}`)
      }
      const { id } = await ask(open(idempotencyKey).catch(anew))
      return id
    },
    async link(account, { returnUrl, refreshUrl }) {
      const { url, expires_at } = await ask(
        withinTime(
          stripe.accountLinks.create({
            account,
            return_url: returnUrl,
            refresh_url: refreshUrl,
            type: 'account_onboarding',
          }),
        ),
      )
      return { url, expiresAt: new Date(expires_at * 1000) }
    },
    async retrieve(account) {
      const { details_submitted, charges_enabled } = await ask(withinTime(stripe.accounts.retrieve(account)))
      return { detailsSubmitted: details_submitted === true, chargesEnabled: charges_enabled === true }
    },
    // Its configurations say it, of PayPal too, which is no capability of an account.
    async methods(account) {
      const { data } = await ask(withinTime(stripe.paymentMethodConfigurations.list({ limit: 100 }, inNameOf(account))))
      const active = data.filter((configuration) => configuration.active)
      return paymentMethodNames.filter((name) =>
        active.some((configuration) => configuration[name]?.available === true),
      )
    },
  }
}
