import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUIET_MS, reconcileOrders } from '../../server/checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf, keptBasket, storyOf, tunnel } from './shop-story.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const { eventId, priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby' } })

const atCheckout = checkoutOf(server, priceId)

const uuidOf = (basketId: string) => basketId.slice('bsk_'.length)
const ordersOf = async (basketId: string) =>
  (await sql`select 1 as one from orders where org_id = ${club.orgId} and basket_id = ${uuidOf(basketId)}::uuid`).length

test(
  'sold out: an event says so; a buyer who is too late hears how many are left and keeps what they typed',
  browserTest,
  async () => {
    const few = await addOffer(server, club, { capacity: 2 })
    const { page, context } = await visit(origin, phone)
    const story = storyOf(page, origin)
    await story.openEvent(few.eventId)
    await story.choose('Adult, Stand', 2)
    await sql`update price_categories set held = 1 where org_id = ${club.orgId} and price_category_id = ${few.priceCategoryId}`
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    await page.getByText('Only 1 of these is left.').waitFor()
    assert.deepEqual(await axe(page), [])
    await sql`update price_categories set held = 2 where org_id = ${club.orgId} and price_category_id = ${few.priceCategoryId}`
    await page.reload()
    await page.getByText('Sold out').first().waitFor()
    await thereAre(0, page.getByRole('button', { name: /Hold/ }))
    assert.deepEqual(await axe(page), [])
    await context.close()
  },
)

test('declined: nothing typed is lost, the tickets are still held, and another card pays', browserTest, async () => {
  const { page, story, context } = await atCheckout()
  await story.fillIn('pm_test_declined')
  await story.pay()
  await page.getByText('The card was declined').waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada')
  await page.getByLabel('Test card').selectOption('pm_test_ok')
  await story.pay()
  await story.heading('See you there')
  await context.close()
})

test('a field that is wrong is named, and has the focus', browserTest, async () => {
  const { page, story, context } = await atCheckout()
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example')
  await story.pay()
  await page.getByText('This does not look like an e-mail address.').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
  assert.deepEqual(await axe(page), [])
  await context.close()
})

test('the bank asks to confirm: a buyer who says not now can go on after a reload', browserTest, async () => {
  const { page, story, context } = await atCheckout()
  await story.fillIn('pm_test_requires_action')
  await story.pay()
  const dialog = page.getByRole('dialog', { name: 'Your bank asks you to confirm' })
  await dialog.waitFor()
  assert.deepEqual(await axe(page), [])
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await story.heading('Waiting for your bank')
  // A sandbox takes being asked again for the buyer's word.
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await story.heading('See you there')
  await context.close()
})

test('a press is one basket and one order, however often it is pressed', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  let opened = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/baskets')) opened += 1
  })
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 2)
  // What was chosen is still chosen after a reload.
  await page.reload()
  await page.getByText('2 tickets').waitFor()
  await page.getByRole('button', { name: 'Hold tickets' }).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press += 1) button.click()
  })
  await story.heading('Checkout')
  assert.equal(opened, 1)
  const basketId = await keptBasket(page)
  await story.fillIn()
  const pay = page.getByRole('button', { name: /^Pay / })
  await pay.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press += 1) button.click()
  })
  await story.heading('See you there')
  assert.equal(await ordersOf(basketId), 1)
  await context.close()
})

test('no network: said so, nothing lost; the same attempt goes through when it is back', browserTest, async () => {
  const { page, story, context, basketId } = await atCheckout()
  await story.fillIn()
  // The request arrives and its answer is lost, over and over: the worst of networks.
  await page.route('**/checkout', async (route) => {
    await route.fetch({ maxRetries: 3 }).catch(() => undefined)
    await route.abort('connectionreset')
  })
  await story.pay()
  await page.getByText(tunnel).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.unroute('**/checkout')
  await story.pay()
  await story.heading('See you there')
  assert.equal(await ordersOf(basketId), 1)
  await context.close()
})

test('a reload in the middle of paying, and a second tab, end at the same tickets', browserTest, async () => {
  const { page, story, context } = await atCheckout(2)
  const tab = await context.newPage()
  await tab.goto(`${origin}/shop/basket`)
  await tab.getByRole('heading', { name: 'Checkout' }).waitFor()
  await story.fillIn()
  const { promise: isSent, resolve } = Promise.withResolvers<void>()
  await page.route('**/checkout', async (route) => {
    await route.fetch({ maxRetries: 3 }).catch(() => undefined)
    resolve()
  })
  await story.pay()
  await isSent
  await page.reload()
  await story.heading('You have bought these tickets')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Show my tickets' }).click()
  await story.heading('See you there')
  await thereAre(2, page.getByRole('img', { name: /^Ticket/ }))
  // The other tab heard of it, and offers the same tickets.
  await tab.bringToFront()
  await tab.getByRole('heading', { name: 'You have bought these tickets' }).waitFor()
  await tab.getByRole('link', { name: 'Show my tickets' }).click()
  await tab.getByRole('heading', { name: 'See you there' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

const later = () => new Date(Date.now() + 2 * QUIET_MS)

/** What a worker does a while later, when no request waits for the answer any more. */
const settle = () =>
  reconcileOrders(
    createSettleDeps({
      sql,
      seal: server.seal,
      payments: createPayments({ stripe: undefined }),
      clock: organisationClock(later),
      systemClock: later,
    }),
  )

test('a bank that answers late: the page waits, and shows what came of it', browserTest, async () => {
  const paid = await atCheckout()
  await paid.story.fillIn('pm_test_timeout_then_paid')
  await paid.story.pay()
  await paid.story.heading('Waiting for your bank')
  assert.deepEqual(await axe(paid.page), [])
  const declined = await atCheckout()
  await declined.story.fillIn('pm_test_timeout_then_failed')
  await declined.story.pay()
  await declined.story.heading('Waiting for your bank')
  // A buyer who goes back and presses again is shown the payment that is under way, and buys nothing twice.
  await paid.story.openEvent(eventId)
  await paid.story.choose('Adult, Stand', 1)
  await paid.page.getByRole('button', { name: 'Hold tickets' }).click()
  await paid.story.heading('Waiting for your bank')
  assert.equal(await keptBasket(paid.page), paid.basketId)
  await settle()
  await paid.story.heading('See you there')
  await declined.page.getByText('The card was declined').waitFor()
  await paid.context.close()
  await declined.context.close()
})

test('time is honest, can be had more of, and when it is up the page says so', browserTest, async () => {
  const { page, story, context, basketId } = await atCheckout()
  const expire = (seconds: number) => sql`
    update baskets
    set expires_at = now() + make_interval(secs => ${seconds})
    where org_id = ${club.orgId}
      and basket_id = ${uuidOf(basketId)}::uuid`
  await expire(100)
  await page.reload()
  await page.getByText(/^1:[34]\d left$/).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'More time' }).click()
  await page.getByText(/^1[45]:\d\d left$/).waitFor()
  await expire(2)
  await page.reload()
  await story.heading('Your time is up')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Choose again' }).click()
  await story.heading('Derby')
  await context.close()
})
