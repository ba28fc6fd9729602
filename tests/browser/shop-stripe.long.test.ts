import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../server/payments/payments/stripe-provider.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { addOffer } from '../builders/prices.ts'
import { ACCOUNT } from '../builders/stripe.ts'
import { STRIPE_WEBHOOK_SECRET } from '../outside/stripe/event.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { startStripeServer } from '../outside/stripe/server.ts'
import { browserTest, thereAre, visit } from './browser.ts'
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
await sql`
  update organisations
  set payment_account_id = ${ACCOUNT}, account_methods = '{card,ideal,paypal,au_becs_debit}'
  where org_id = ${club.orgId}`
const starts_at = new Date(server.clock().getTime() + 60 * DAY_MS)
const { priceId } = await addOffer(server, club, { capacity: 20, event: { starts_at } })

/**
 * Stripe's script as far as the shop calls it, in the place of the real one, which no test may load. What it was called with is written into
 * the page. It shows that we call it in the right order, with what Stripe documents, and bear either answer of a bank; not how Stripe's own
 * script behaves.
 */
const SCRIPT = `
window.Stripe = Object.assign((key, options) => ({
  elements: (given) => {
    const element = document.createElement('p')
    element.textContent = ['card form of', key, options.stripeAccount, given.amount, given.currency, given.allowedPaymentMethodTypes].join(' ')
    const create = (name, { terms }) => ({
      mount: (place) => place.append(element),
      on: (event, tell) => { window.choose = (type) => tell({ value: { type }, terms }) },
    })
    return { create, submit: async () => ({}), update() {} }
  },
  createConfirmationToken: async () => {
    const id = window.cards.shift()
    const type = ['paypal', 'au_becs_debit'].find((name) => id === 'ctoken_' + name) ?? 'card'
    return { confirmationToken: { id, payment_method_preview: { type } } }
  },
  handleNextAction: ({ clientSecret }) => new Promise((resolve) => {
    const bank = document.body.appendChild(document.createElement('div'))
    for (const [answer, outcome] of Object.entries({ Approve: {}, Refuse: { error: { message: 'refused' } } })) {
      const button = bank.appendChild(document.createElement('button'))
      button.textContent = answer
      button.onclick = async () => {
        await window.answerBank(clientSecret, answer)
        bank.remove()
        resolve(outcome)
      }
    }
  }),
  registerAppInfo() {}, _registerWrapper() {},
}), { version: 3 })
`

/** A buyer at the checkout, whose form gives out these cards one after the other. */
async function atCheckout(...cards: string[]) {
  const visitor = await visit(origin, undefined, /^https:\/\/(js|pm-redirects)\.stripe\.com\/|^(data|blob):/)
  const { page, context } = visitor
  const body = `${SCRIPT}; window.cards = ${JSON.stringify(cards)}`
  await context.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  // The bank tells Stripe, and not the page.
  await context.exposeFunction('answerBank', (clientSecret: string, answer: string) => {
    const intentId = clientSecret.replace(/_secret_.*/, '')
    if (answer === 'Approve') stripe.intents.pass(intentId)
    else stripe.intents.failAction(intentId)
  })
  const story = storyOf(page, origin)
  const basket = await server.call('POST', '/v1/baskets', {
    key: server.shopKey,
    body: { items: [{ price_id: priceId, quantity: 2 }] },
  })
  await page.goto(`${origin}/shop/basket#${basket.body.id}`)
  await page.getByText('card form of pk_test_club acct_club 5440 aud card,au_becs_debit,paypal').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  return { ...visitor, story }
}

test(
  'with Stripe the card goes to Stripe’s own form and its token to us; another card after a declined one',
  browserTest,
  async () => {
    const { page, story, context, complaints } = await atCheckout('ctoken_declined', 'ctoken_visa')
    await story.pay()
    await page.getByText('The card was declined').waitFor()
    await story.pay()
    await story.heading('See you there')
    await thereAre(0, page.getByText('This is a sandbox'))
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  '3-D Secure: refused, another try pays, also after a reload in the middle; one charge in all',
  browserTest,
  async () => {
    const before = stripe.intents.all.size
    const { page, story, context, complaints } = await atCheckout('ctoken_secure', 'ctoken_secure')
    await story.pay()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('The payment failed. Nothing was charged.').waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
    await story.pay()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // The bank's question is gone with the page, and comes again.
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await story.heading('See you there')
    const charges = [...stripe.intents.all.values()].slice(before)
    assert.deepEqual(
      charges.filter(({ status }) => status === 'succeeded').map(({ account, amount }) => [account, amount]),
      [[ACCOUNT, 5440]],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'Stripe’s form has what is offered and no more, and a way that leaves the page leaves it',
  browserTest,
  async () => {
    const { page, story, context } = await atCheckout('ctoken_paypal')
    await context.route('https://pm-redirects.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>PayPal</h1>' }),
    )
    await story.pay()
    await story.heading('PayPal')
    const intent = [...stripe.intents.all.values()].at(-1)
    assert.ok(intent)
    const { redirect_to_url: sent } = intent.next_action as { redirect_to_url: { return_url: string } }
    stripe.intents.pass(intent.id)
    await page.goto(sent.return_url)
    await story.heading('See you there')
    await context.close()
  },
)

test('with Stripe a debit is taken by a mandate that the fan has read, in our words', browserTest, async () => {
  const { page, story, context, complaints } = await atCheckout('ctoken_au_becs_debit')
  await page.evaluate('window.choose("au_becs_debit")')
  await page.getByRole('region', { name: 'Direct debit mandate' }).getByText('Direct Debit Request').waitFor()
  await story.pay()
  await story.heading('See you there')
  await page.getByText('It leaves your account within the next few working days').waitFor()
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.deepEqual([intent?.status, intent?.payment_method], ['processing', 'pm_au_becs_debit'])
  assert.deepEqual(complaints, [])
  await context.close()
})
