import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { QUIET_MS, reconcileOrders } from '../../server/sales/checkout/reconcile.ts'
import { createSettleDeps } from '../../server/sales/checkout/sale-engine.ts'
import { createPayments } from '../../server/sales/payments/providers.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const { eventId, priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby' } })

/** A buyer of their own, at the checkout with so many tickets, as by a link to pay by. How one gets there by hand is told elsewhere. */
async function atCheckout(units = 1) {
  const visitor = await visit(origin, phone)
  const story = storyOf(visitor.page, origin)
  const { body } = await server.call('POST', '/v1/baskets', {
    key: server.shopKey,
    body: { items: [{ price_id: priceId, quantity: units }] },
  })
  await visitor.page.goto(`${origin}/shop/basket#${body.id}`)
  await story.heading('Checkout')
  return { ...visitor, story, basketId: String(body.id) }
}

const keptBasket = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('shop.basket') ?? 'null') as string)

const uuidOf = (basketId: string) => basketId.slice('bsk_'.length)
const ordersOf = async (basketId: string) =>
  (await sql`select 1 as one from orders where org_id = ${club.orgId} and basket_id = ${uuidOf(basketId)}::uuid`).length

/** Nothing is sent any more, as in a tunnel. */
const tunnel = 'Nothing is lost: tickets that you hold stay held.'

test(
  'sold out: an event says so; whoever is too late hears how many are left and keeps what they typed',
  browserTest,
  async () => {
    const few = await addOffer(server, club, { capacity: 2 })
    const { page, context } = await visit(origin, phone)
    const story = storyOf(page, origin)
    await story.openEvent(few.eventId)
    await story.choose('Adult, Stand', 2)
    await sql`update price_categories set held = 1 where org_id = ${club.orgId} and price_category_id = ${few.priceCategoryId}`
    await page.getByRole('button', { name: 'Hold them for me' }).click()
    await page.getByText('Only 1 of these is left.').waitFor()
    assert.deepEqual(await axe(page), [])
    await sql`update price_categories set held = 2 where org_id = ${club.orgId} and price_category_id = ${few.priceCategoryId}`
    await page.reload()
    await page.getByText('Sold out').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /Hold/ }).count(), 0)
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

test('the bank asks to confirm: whoever says not now can go on after a reload', browserTest, async () => {
  const { page, story, context } = await atCheckout()
  await story.fillIn('pm_test_requires_action')
  await story.pay()
  const dialog = page.getByRole('dialog', { name: 'Your bank asks you to confirm' })
  await dialog.waitFor()
  assert.deepEqual(await axe(page), [])
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await story.heading('Your bank is thinking')
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
  await page.getByRole('button', { name: 'Hold them for me' }).evaluate((button: HTMLButtonElement) => {
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
    await route.fetch().catch(() => undefined)
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
    await route.fetch().catch(() => undefined)
    resolve()
  })
  await story.pay()
  await isSent
  await page.reload()
  await story.heading('You have bought these')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Show my tickets' }).click()
  await story.heading('See you there')
  assert.equal(await page.getByRole('img', { name: /^Ticket/ }).count(), 2)
  // The other tab heard of it, and offers the same tickets.
  await tab.bringToFront()
  await tab.getByRole('heading', { name: 'You have bought these' }).waitFor()
  await tab.getByRole('link', { name: 'Show my tickets' }).click()
  await tab.getByRole('heading', { name: 'See you there' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

/** What a worker does a while later, when nobody waits for the answer any more. */
const settle = () =>
  reconcileOrders(
    createSettleDeps({
      sql,
      seal: server.seal,
      payments: createPayments({ stripe: undefined }),
      clock: () => new Date(Date.now() + 2 * QUIET_MS),
    }),
  )

test('a bank that answers late: the page waits, and shows what came of it', browserTest, async () => {
  const paid = await atCheckout()
  await paid.story.fillIn('pm_test_timeout_then_paid')
  await paid.story.pay()
  await paid.story.heading('Your bank is thinking')
  assert.deepEqual(await axe(paid.page), [])
  const declined = await atCheckout()
  await declined.story.fillIn('pm_test_timeout_then_failed')
  await declined.story.pay()
  await declined.story.heading('Your bank is thinking')
  // Whoever goes back and presses again is shown the payment that is under way, and buys nothing twice.
  await paid.story.openEvent(eventId)
  await paid.story.choose('Adult, Stand', 1)
  await paid.page.getByRole('button', { name: 'Hold them for me' }).click()
  await paid.story.heading('Your bank is thinking')
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

test('a part of the page that does not come is said, and comes with the page anew', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 1)
  await page.route('**/basket-page-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Hold them for me' }).click()
  await page.getByText(tunnel).waitFor()
  await page.unroute('**/basket-page-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await story.heading('Checkout')
  await page.getByText('Derby', { exact: true }).waitFor()
  await context.close()
})

test('a link to pay by asks whoever holds other tickets; one whose basket is gone says so', browserTest, async () => {
  const { page, story, context, basketId } = await atCheckout()
  const { body } = await server.call('POST', '/v1/baskets', {
    key: server.shopKey,
    body: { items: [{ price_id: priceId, quantity: 3 }] },
  })
  const link = `${origin}/shop/basket#${body.id}`
  const follow = async () => {
    await page.goto(origin)
    await page.goto(link)
    await page.getByRole('dialog', { name: 'You are holding other tickets' }).waitFor()
  }
  await follow()
  await page.getByRole('button', { name: 'Go to my basket' }).click()
  await page.getByText('1 × Adult').waitFor()
  assert.equal(await keptBasket(page), basketId)
  await follow()
  await page.getByRole('button', { name: 'Let them go and take these' }).click()
  await page.getByText('3 × Adult').waitFor()
  await page.evaluate(() => localStorage.setItem('shop.basket', JSON.stringify(`bsk_${'0'.repeat(32)}`)))
  await page.reload()
  await story.heading('Your basket is empty.')
  assert.equal(await page.getByRole('link', { name: 'Basket' }).count(), 0)
  await context.close()
})

test(
  'a code that came along and is of no use is said in the basket, which is held all the same',
  browserTest,
  async () => {
    const { page, context } = await visit(origin, phone)
    const story = storyOf(page, origin)
    await story.openEvent(eventId, '?code=NOSUCHCODE')
    await story.choose('Adult, Stand', 1)
    await story.hold()
    await page.getByText('This code is not known, or not for these tickets.').waitFor()
    assert.equal(await page.getByLabel('Discount code').inputValue(), 'NOSUCHCODE')
    await context.close()
  },
)

test('tickets of another event: kept, or let go, as the buyer says', browserTest, async () => {
  const other = await addOffer(server, club, { capacity: 10, event: { title: 'Final' } })
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(other.eventId)
  await story.choose('Adult, Stand', 1)
  // Since this page was opened, another tab has taken tickets of another event.
  const tab = await context.newPage()
  const inTab = storyOf(tab, origin)
  await inTab.openEvent(eventId)
  await inTab.choose('Adult, Stand', 1)
  await inTab.hold()
  const basketId = await keptBasket(tab)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Hold them for me' }).click()
  const dialog = page.getByRole('dialog', { name: 'You are holding other tickets' })
  await dialog.getByText('You have tickets for Derby in your basket.').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Let them go and take these' }).click()
  await story.heading('Checkout')
  const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key: server.shopKey })
  assert.equal(body.status, 'abandoned')
  await context.close()
})

test('what is not there: an event, an order, a page, a shop that does not answer', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(999_999)
  await story.heading('There is no such event, or it is over.')
  await page.goto(`${origin}/shop/orders/1`)
  await story.heading('These tickets cannot be opened here')
  await page.goto(`${origin}/shop/nowhere`)
  await story.heading('There is no such page')
  await page.goto(`${origin}/shop/basket`)
  await story.heading('Your basket is empty.')
  assert.deepEqual(await axe(page), [])
  await context.setOffline(true)
  await page.getByRole('link', { name: 'All events' }).click()
  await page.getByText(tunnel).waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await story.heading('What’s on')
  await context.close()
})
