import Stripe from 'stripe'
import { domainWallets, type ProviderDomains, type RegisteredDomain } from './provider-domains.ts'
import { inNameOf, type StripeClient } from './stripe-client.ts'

/** On the organisation's own account: direct charges show wallets only where that account has registered the host. */
export const createStripeDomains = ({ stripe, startTime }: StripeClient): ProviderDomains => ({
  async register(account, host) {
    const options = inNameOf(account)
    const inTime = startTime()
    const domains = stripe.paymentMethodDomains
    try {
      // Stripe refuses to register one twice.
      const listed = await inTime(() => domains.list({ domain_name: host, limit: 1 }, options))
      const [known] = listed.data
      let domain = known ?? (await inTime(() => domains.create({ domain_name: host, enabled: true }, options)))
      const { id } = domain
      // A person has switched it off at Stripe, where nothing else would switch it on again.
      if (!domain.enabled) domain = await inTime(() => domains.update(id, { enabled: true }, options))
      if (known && readyOf(domain).length < domainWallets.length)
        domain = await inTime(() => domains.validate(id, {}, options))
      return { kind: 'registered', domain: toDomain(domain) }
    } catch (cause) {
      const isSaid = cause instanceof Stripe.errors.StripeInvalidRequestError
      return { kind: 'failed', problem: isSaid ? cause.message : null, cause }
    }
  },
})

const readyOf = (domain: Stripe.PaymentMethodDomain) => domainWallets.filter((name) => domain[name].status === 'active')

const toDomain = (domain: Stripe.PaymentMethodDomain): RegisteredDomain => ({
  reference: domain.id,
  ready: readyOf(domain),
  problem: domainWallets.map((name) => domain[name].status_details?.error_message).find(Boolean) ?? null,
})
