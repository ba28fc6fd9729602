import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPayments } from '../../server/sales/payments/providers.ts'
import { createStripeProvider } from '../../server/sales/payments/stripe-provider.ts'
import { addOffer } from '../builders/prices.ts'
import { ACCOUNT } from '../builders/stripe.ts'
import { STRIPE_WEBHOOK_SECRET } from '../outside/stripe/event.ts'
import { STRIPE_KEY, startStripeServer } from '../outside/stripe/server.ts'
import { browserTest, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const stripe = await startStripeServer({ clock: () => new Date() })
const provider = createStripeProvider({
  secretKey: STRIPE_KEY,
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  publishableKey: 'pk_test_club',
  apiUrl: stripe.url,
  clock: () => new Date(),
})
const server = await openShopServer({
  payments: createPayments({ stripe: provider }),
  settings: { stripe: true },
  mode: 'live',
})
const { origin, club, sql } = server
await sql`update organisations set payment_account_id = ${ACCOUNT} where org_id = ${club.orgId}`
const { eventId } = await addOffer(server, club, { capacity: 20 })

/** Stripe's script as far as the shop calls it. What it was called with is written into the page. */
const SCRIPT = `
window.Stripe = Object.assign((key, options) => ({
  elements: (given) => {
    const element = document.createElement('p')
    element.textContent = ['card form of', key, options.stripeAccount, given.amount, given.currency].join(' ')
    return { create: () => ({ mount: (place) => place.append(element) }), submit: async () => ({}), update() {} }
  },
  createConfirmationToken: async () => ({ confirmationToken: { id: window.cards.shift() } }),
  handleNextAction: async () => ({}),
  registerAppInfo() {}, _registerWrapper() {},
}), { version: 3 })
window.cards = ['ctoken_declined', 'ctoken_visa']
`

test(
  'with Stripe the card goes to Stripe’s own form and its token to us; another card after a declined one',
  browserTest,
  async () => {
    const { page, context, complaints } = await visit(origin, undefined, /^https:\/\/js\.stripe\.com\/|^(data|blob):/)
    await context.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
    )
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await story.choose('Adult, Stand', 2)
    await story.hold()
    await page.getByText('card form of pk_test_club acct_club 5440 aud').waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Okafor')
    await story.pay()
    await page.getByText('The card was declined').waitFor()
    await story.pay()
    await story.heading('See you there')
    assert.equal(await page.getByText('This is a sandbox').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
