import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../server/payments/payments/stripe-provider.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { addOffer } from '../builders/prices.ts'
import { ACCOUNT } from '../builders/stripe.ts'
import { STRIPE_WEBHOOK_SECRET } from '../outside/stripe/event.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { stripeScript } from '../outside/stripe/script.ts'
import { startStripeServer } from '../outside/stripe/server.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
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
const { origin, club, sql, shopKey: key } = server
await sql`
  update organisations
  set payment_account_id = ${ACCOUNT}, account_methods = '{card,apple_pay,google_pay,link}'
  where org_id = ${club.orgId}`
const starts_at = new Date(server.clock().getTime() + 60 * DAY_MS)
const { priceId } = await addOffer(server, club, { capacity: 50, event: { starts_at } })
const asking = await addOffer(server, club, { capacity: 50, event: { starts_at, holder_names: 'required' } })

const ADA = {
  name: 'Ada van der Berg',
  email: 'ada@example.org',
  address: { line1: '1 Quay', line2: null, city: 'Harbour', state: '', postal_code: '3000', country: 'AU' },
}

type Wallets = { has?: string[]; tokens?: string[]; owner?: Partial<typeof ADA> }

/** A buyer at the checkout with two tickets, in a browser with these wallets, which give out these tokens one after the other. */
async function atCheckout(
  { has = ['applePay'], tokens = [], owner = ADA }: Wallets = {},
  look: typeof phone | typeof desktop = phone,
  price = priceId,
) {
  const visitor = await visit(origin, look, /^https:\/\/js\.stripe\.com\/|^(data|blob):/)
  const { page, context } = visitor
  const body = stripeScript({ has, tokens, owner })
  await context.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await context.exposeFunction('answerBank', (clientSecret: string) =>
    stripe.intents.pass(clientSecret.replace(/_secret_.*/, '')),
  )
  const { body: basket } = await server.call('POST', '/v1/baskets', {
    key,
    body: { items: [{ price_id: price, quantity: 2 }] },
  })
  const story = storyOf(page, origin)
  await page.goto(`${origin}/shop/basket#${basket.id}`)
  await story.heading('Checkout')
  await page.getByText('card form of').waitFor()
  const block = page.getByRole('region', { name: 'Pay in one step' })
  const press = (name = 'Apple Pay') => block.getByRole('button', { name }).click()
  const sheet = page.getByRole('dialog', { name: 'Wallet' })
  return { ...visitor, story, block, press, sheet, basketId: String(basket.id) }
}

const paid = () => [...stripe.intents.all.values()].filter(({ status }) => status === 'succeeded').length
const customerOf = async (basketId: string) => {
  const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key })
  const [row] = await sql<{ email_address: string; first_name: string; last_name: string; postcode: string | null }[]>`
    select c.email_address, c.first_name, c.last_name, c.postcode
    from orders o
    join customers c using (org_id, user_id)
    where org_id = ${club.orgId}
      and o.order_id = ${body.order.order_id}`
  return row
}

test(
  'on a phone a fan pays by two presses and types nothing: who they are comes from the wallet',
  browserTest,
  async () => {
    const { page, story, block, press, sheet, complaints, context, basketId } = await atCheckout({
      has: ['applePay', 'link'],
      tokens: ['ctoken_apple_pay'],
    })
    await block.getByRole('button', { name: 'Apple Pay' }).waitFor()
    const [above, below] = await Promise.all([
      block.boundingBox(),
      page.getByLabel('E-mail', { exact: true }).boundingBox(),
    ])
    assert.ok(above && below && above.y + above.height <= below.y, 'above the form')
    assert.deepEqual(await axe(page), [])
    await press()
    // As in the basket, with fees, and the lines are the whole of it.
    await sheet.getByText('5440 aud').waitFor()
    await sheet.getByText(/^2 × .* 5440$/).waitFor()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await story.heading('See you there')
    assert.deepEqual(await customerOf(basketId), {
      email_address: 'ada@example.org',
      first_name: 'Ada',
      last_name: 'van der Berg',
      postcode: '3000',
    })
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'a browser without a wallet shows nothing of it, nor does a shop whose club has switched it off',
  browserTest,
  async () => {
    const without = await atCheckout({ has: [] }, desktop)
    await without.block.waitFor({ state: 'hidden' })
    await thereAre(0, without.page.getByText('or fill in the form').filter({ visible: true }))
    assert.deepEqual(without.complaints, [])
    await without.context.close()
    await sql`update organisations set payment_methods_off = '{apple_pay}' where org_id = ${club.orgId}`
    const off = await atCheckout({ has: ['applePay', 'googlePay'] })
    await off.block.getByRole('button', { name: 'Google Pay' }).waitFor()
    await thereAre(0, off.block.getByRole('button', { name: 'Apple Pay' }))
    await off.context.close()
    await sql`update organisations set payment_methods_off = '{}' where org_id = ${club.orgId}`
  },
)

test('what the fan has typed stays; cancelled, nothing is charged and the form is as it was', browserTest, async () => {
  const { page, press, story, sheet, context, basketId } = await atCheckout({ tokens: ['ctoken_apple_pay'] })
  await page.getByLabel('E-mail', { exact: true }).fill('work@example.org')
  const before = stripe.intents.all.size
  await press()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.waitFor({ state: 'hidden' })
  assert.equal(stripe.intents.all.size, before)
  assert.equal(await page.getByLabel('First name').inputValue(), '')
  await press()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await story.heading('See you there')
  assert.equal((await customerOf(basketId))?.email_address, 'work@example.org')
  await context.close()
})

test(
  'declined, the basket is still there and the next press pays; 3-D Secure is asked in between',
  browserTest,
  async () => {
    const { page, press, story, sheet, context } = await atCheckout({
      tokens: ['ctoken_apple_pay_declined', 'ctoken_apple_pay_secure'],
    })
    const before = paid()
    await press()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The card was declined').waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
    await press()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Confirm at the bank' }).click()
    await story.heading('See you there')
    assert.equal(paid() - before, 1)
    await context.close()
  },
)

test(
  'a basket that changed while the wallet was open is not paid for; pressed again, its new amount is',
  browserTest,
  async () => {
    const { page, press, story, sheet, block, context, basketId } = await atCheckout({ tokens: ['ctoken_apple_pay'] })
    const before = stripe.intents.all.size
    await press()
    await sheet.getByText('5440 aud').waitFor()
    const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key })
    const path = `/v1/baskets/${basketId}/items/${body.items[0].id}`
    assert.equal((await server.call('PATCH', path, { key, body: { quantity: 1 } })).status, 200)
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await block.getByText('Your basket has changed meanwhile').waitFor()
    assert.equal(stripe.intents.all.size, before)
    await page.getByText('1 ×').waitFor()
    await press()
    await sheet.getByText('2720 aud').waitFor()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await story.heading('See you there')
    assert.equal([...stripe.intents.all.values()].at(-1)?.amount, 2720)
    await context.close()
  },
)

test('what the event asks comes first: the wallet does not open before it is answered', browserTest, async () => {
  const { page, press, story, sheet, block, context } = await atCheckout(
    { tokens: ['ctoken_apple_pay'] },
    phone,
    asking.priceId,
  )
  await press()
  await block.getByText('please fill in what is marked').waitFor()
  await thereAre(0, sheet)
  const [first, second] = [page.getByLabel(/^Name on ticket 1/), page.getByLabel(/^Name on ticket 2/)]
  assert.equal(await first.getAttribute('aria-invalid'), 'true')
  await first.fill('Ada van der Berg')
  await second.fill('Bo Berg')
  await press()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await story.heading('See you there')
  await context.close()
})

test(
  'a wallet without a last name leaves that one to be typed, and nothing is charged before it is',
  browserTest,
  async () => {
    const { page, press, story, sheet, block, context } = await atCheckout({
      tokens: ['ctoken_apple_pay'],
      owner: { ...ADA, name: 'Ada' },
    })
    const before = stripe.intents.all.size
    await press()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await block.getByText('please fill in what is marked').waitFor()
    assert.equal(stripe.intents.all.size, before)
    await page.getByLabel('Last name').fill('Okafor')
    await press()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await story.heading('See you there')
    await context.close()
  },
)
