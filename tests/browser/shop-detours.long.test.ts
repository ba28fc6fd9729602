import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueDocumentsOf } from '../builders/documents.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf, keptBasket, storyOf, tunnel } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { eventId, priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby' } })
const atCheckout = checkoutOf(server, priceId)

test('a part of the page that does not come is said, and comes with the page anew', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 1)
  await page.route('**/till-pages-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Hold tickets' }).click()
  await page.getByText(tunnel).waitFor()
  await page.unroute('**/till-pages-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await story.heading('Checkout')
  await page.getByText('Derby', { exact: true }).waitFor()
  await context.close()
})

test(
  'Pay that is pressed before the card has its place waits for it; a way to pay that does not come is said',
  browserTest,
  async () => {
    const { page, story, context, complaints } = await atCheckout()
    await page.getByLabel('Test card').waitFor()
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Okafor')
    await page.route('**/more-pages-*.js', (route) => route.abort())
    await page.reload()
    await page.getByText(tunnel).waitFor()
    await story.pay()
    await page.getByText('The service does not answer.').waitFor()
    await page.unroute('**/more-pages-*.js')
    let letCome = () => {}
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route('**/more-pages-*.js', (route) => mayCome.then(() => route.continue()))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForEvent('load')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('button', { name: 'Paying…' }).waitFor()
    letCome()
    await story.heading('See you there')
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('more-pages')),
      [],
    )
    await context.close()
  },
)

test('a link to pay by asks a buyer with other tickets; one whose basket is gone says so', browserTest, async () => {
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
  await page.getByRole('button', { name: 'Release them and hold these' }).click()
  await page.getByText('3 × Adult').waitFor()
  await page.evaluate(() => localStorage.setItem('shop.basket', JSON.stringify(`bsk_${'0'.repeat(32)}`)))
  await page.reload()
  await story.heading('Your basket is empty.')
  await thereAre(0, page.getByRole('link', { name: 'Basket' }))
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
    await page.getByText('This code is unknown, or not valid for these tickets.').waitFor()
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
  await page.getByRole('button', { name: 'Hold tickets' }).click()
  const dialog = page.getByRole('dialog', { name: 'You are holding other tickets' })
  await dialog.getByText('You have tickets for Derby in your basket.').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Release them and hold these' }).click()
  await story.heading('Checkout')
  const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key: server.shopKey })
  assert.equal(body.status, 'abandoned')
  await context.close()
})

test('what is not there: an event, an order, a page, a shop that does not answer', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(999_999)
  await story.heading('This event does not exist, or it is over.')
  await page.goto(`${origin}/shop/orders/1`)
  await story.heading('These tickets cannot be opened here')
  await page.goto(`${origin}/shop/events/nowhere/at/all`)
  await story.heading('This page does not exist')
  await page.goto(`${origin}/shop/nobodys-club/`)
  await story.heading('There is no shop at this address')
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

test('an invoice for a company is asked for at the checkout, in the dark and at 320 pixels', browserTest, async () => {
  await issueDocumentsOf(server, club, { recipient_hours: 1 })
  const { page, story, context, complaints } = await atCheckout()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await story.fillIn()
  await page.getByLabel('I need an invoice for a company').check()
  await page.getByRole('textbox', { name: /^Company/ }).fill('Werft GmbH')
  await page.getByLabel('Street and number').fill('Am Kai 5')
  await page.getByLabel('Country').selectOption('Germany')
  await story.pay()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  assert.equal(await page.locator('[aria-invalid="true"]').first().getAttribute('name'), 'to_city')
  assert.deepEqual([await axe(page), complaints], [[], []])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await page.getByRole('textbox', { name: 'City' }).fill('Hamburg')
  // What was typed outlives a reload.
  await page.reload()
  await page.getByLabel('Test card').selectOption('pm_test_ok')
  await story.pay()
  await page.waitForURL(/\/orders\/\d+/)
  const orderId = /orders\/(\d+)/.exec(page.url())?.[1]
  const { body } = await server.call('GET', `/v1/manage/orders/${orderId}/document_recipient`, { key: club.key })
  assert.deepEqual([body.name, body.company, body.city, body.country], ['Ada Okafor', 'Werft GmbH', 'Hamburg', 'DE'])
  await context.close()
})
