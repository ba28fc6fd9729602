import type { Page } from 'playwright-core'

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
    await page.getByRole('button', { name: /^(Hold them for me|Best seats together)$/ }).click()
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
