import { createPayments } from '../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../server/payments/payments/stripe-provider.ts'
import { openHouse } from '../harness/house.ts'
import { STRIPE_WEBHOOK_SECRET, stripeEvent } from '../outside/stripe/event.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { startStripeServer } from '../outside/stripe/server.ts'
import { shopOf } from './baskets.ts'
import { addOffer } from './prices.ts'

export const ACCOUNT = 'acct_club'

/** A house that collects by Stripe, as far as our imitation of it goes, and a club with an account there. */
export async function openStripeHouse(overrides: Parameters<typeof openHouse>[0] = {}) {
  const clock = { now: () => new Date() }
  const stripe = await startStripeServer({ clock: () => clock.now() })
  const settings = {
    secretKey: STRIPE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    publishableKey: 'pk_test_club',
    apiUrl: stripe.url,
  }
  // Calls that are never answered are given up soon, so that no test waits for them.
  const provider = createStripeProvider({ ...settings, timeoutMs: 2000, clock: () => clock.now() })
  const payments = createPayments({ stripe: provider })
  const house = await openHouse({ payments, ...overrides })
  clock.now = () => house.clock()
  const club = await house.organisation({ mode: 'live' })
  await house.sql`
    update organisations
    set payment_account_id = ${ACCOUNT}
    where org_id = ${club.orgId}`
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club, { capacity: 1000 })

  /** A basket with one ticket, checked out with this payment method. */
  const buy = async (payment_method: string) => shop.checkOut(await shop.fill(priceId, 1), { payment_method })

  type Told = Partial<Parameters<typeof stripeEvent>[0]> & { type: string; object: object }
  /** Sends an event to us as Stripe does. */
  const tell = async (told: Told) => {
    const { payload, headers } = stripeEvent({ account: ACCOUNT, at: house.clock(), ...told })
    const url = '/v1/payments/stripe/webhook'
    const answer = await house.app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const order = async (orderId: number) => (await house.call('GET', `/v1/orders/${orderId}`, { key: club.key })).body
  return { stripe, house, club, shop, priceId, payments, buy, tell, order }
}
