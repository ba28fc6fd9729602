import type { Page } from 'playwright-core'
import { phone, visit } from './browser.ts'
import type { ShopServer } from './shop-server.ts'

/** What a buyer does, step by step, each until the next screen is there. */
export const storyOf = (page: Page, origin: string) => ({
  async openEvent(eventId: number, query = '') {
    await page.goto(`${origin}/shop/events/${eventId}${query}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  async choose(price: string, units: number) {
    const more = page.getByRole('button', { name: `One more: ${price}` })
    for (let unit = 0; unit < units; unit += 1) await more.click()
  },
  async hold() {
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  },
  async fillIn(card = 'pm_test_ok') {
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Okafor')
    await page.getByLabel('Test card').selectOption(card)
  },
  pay: () => page.getByRole('button', { name: /^(Pay |Get my tickets)/ }).click(),
  heading: (name: string) => page.getByRole('heading', { name }).waitFor(),
})

/** A buyer of their own, at the checkout with so many tickets of the price, as by a link to pay by. How one gets there by hand is told elsewhere. */
export const checkoutOf =
  (server: ShopServer, priceId: number) =>
  async (units = 1) => {
    const { origin, shopKey: key } = server
    const visitor = await visit(origin, phone)
    const story = storyOf(visitor.page, origin)
    const body = { items: [{ price_id: priceId, quantity: units }] }
    const { body: basket } = await server.call('POST', '/v1/baskets', { key, body })
    await visitor.page.goto(`${origin}/shop/basket#${basket.id}`)
    await story.heading('Checkout')
    return { ...visitor, story, basketId: String(basket.id) }
  }

export const keptBasket = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('shop.basket') ?? 'null') as string)

/** Nothing is sent any more, as in a tunnel. */
export const tunnel = 'Your tickets stay held.'
