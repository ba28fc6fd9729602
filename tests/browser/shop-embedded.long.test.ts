import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addOffer } from '../builders/prices.ts'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { freePort } from '../harness/free-port.ts'
import { browserTest, desktop, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const { eventId } = await addOffer(server, club, { capacity: 100 })

/** Sites of a club's own and of a stranger, at other origins than the shop's. */
const pageOfClub = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Club</title>
  <h1>Our club</h1>
  <button data-grandstand-event="${eventId}">Tickets for the derby</button>
  <div data-grandstand-shop></div>
  <p>End of our page</p>
  <script async src="${origin}/shop/embed.js"></script></html>`

async function openSite(): Promise<string> {
  const port = await freePort()
  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(pageOfClub))
  site.listen(port, '127.0.0.1')
  await once(site, 'listening')
  after(() => site.close())
  return `http://localhost:${port}`
}

const CLUB = await openSite()
const STRANGER = await openSite()
const allowed = /^http:\/\/localhost:\d+\/|^(data|blob):/

const SCRIPT_BYTES_MAX = 5_000

async function clubPage(site: string) {
  const visitor = await visit(origin, desktop, allowed)
  await visitor.page.goto(`${site}/tickets`)
  return visitor
}

const inlineFrame = (page: Page) => page.frameLocator('[data-grandstand-shop] iframe')

test('the script is small, and only sites that the club names may frame the shop', browserTest, async () => {
  const { text, headers } = await server.call('GET', '/shop/embed.js')
  assert.ok(text.length < SCRIPT_BYTES_MAX, `${text.length} bytes`)
  assert.match(headers['content-type'] ?? '', /javascript/)
  const page = async () => (await server.call('GET', '/shop/')).headers
  assert.match((await page())['content-security-policy'] ?? '', /frame-ancestors 'none'/)
  assert.equal((await page())['x-frame-options'], 'DENY')
  for (const wrong of ['https://club.example/path', 'http://club.example', 'club.example', '*', "'self'"]) {
    const body = { embed_origins: [wrong] }
    assert.equal((await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body })).status, 400, wrong)
  }
  const body = { embed_origins: ['https://club.example', CLUB] }
  assert.equal((await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body })).status, 200)
  assert.match(
    (await page())['content-security-policy'] ?? '',
    new RegExp(`frame-ancestors https://club.example ${CLUB}(;|$)`),
  )
  assert.equal((await page())['x-frame-options'], undefined)
  const stranger = await clubPage(STRANGER)
  await stranger.page.locator('[data-grandstand-shop] iframe').waitFor()
  await stranger.page.waitForFunction(() => document.readyState === 'complete')
  await thereAre(0, inlineFrame(stranger.page).getByRole('heading'))
  await stranger.context.close()
})

test(
  'a fan buys in the shop on the club’s own page, by keyboard and back button, through the bank’s question',
  browserTest,
  async () => {
    const { page, context, complaints } = await clubPage(CLUB)
    const shop = inlineFrame(page)
    const link = shop.getByRole('link', { name: /Derby/ })
    await link.press('Enter')
    await shop.getByRole('button', { name: 'One more: Adult, Stand' }).waitFor()
    await page.evaluate(() => history.back())
    await link.waitFor()
    await link.click()
    await shop.getByRole('button', { name: 'One more: Adult, Stand' }).click()
    await shop.getByRole('button', { name: 'Hold tickets' }).click()
    await shop.getByRole('heading', { name: 'Checkout' }).waitFor()
    // The frame is as high as the page in it, so that a fan does not scroll within a scroll.
    await page.waitForFunction(() => {
      const frame = document.querySelector('iframe')
      return frame !== null && frame.clientHeight > 700
    })
    assert.equal(await shop.locator('html').evaluate((root) => root.scrollHeight <= root.clientHeight + 1), true)
    await shop.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
    await shop.getByLabel('First name').fill('Ada')
    await shop.getByLabel('Last name').fill('Okafor')
    await shop.getByLabel('Test card').selectOption('pm_test_requires_action')
    await shop.getByRole('button', { name: /^Pay / }).click()
    await shop.getByRole('button', { name: 'Confirm payment' }).click()
    await shop.getByRole('heading', { name: 'See you there' }).waitFor()
    const [tickets] = await Promise.all([
      context.waitForEvent('page'),
      shop.getByRole('link', { name: 'Open my tickets' }).click(),
    ])
    await tickets.getByText('Ada Okafor').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'a fan who is quicker than the network is shown the event in a frame that does not grow',
  browserTest,
  async () => {
    const { page, context } = await visit(origin, desktop, allowed)
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    await context.route(/follow-frame/, async (route) => {
      await isThere
      await route.continue()
    })
    await page.goto(`${CLUB}/tickets`)
    const shop = inlineFrame(page)
    await shop.getByRole('link', { name: /Derby/ }).click()
    await shop.getByRole('button', { name: 'One more: Adult, Stand' }).click()
    arrive()
    await page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '')
    await shop.getByRole('button', { name: 'Hold tickets' }).click()
    await shop.getByRole('heading', { name: 'Checkout' }).waitFor()
    await context.close()
  },
)

test(
  'the bank opens beside the club’s page, and the frame shows the tickets once it is paid',
  browserTest,
  async () => {
    const { page, context } = await clubPage(CLUB)
    const shop = inlineFrame(page)
    await shop.getByRole('link', { name: /Derby/ }).click()
    await shop.getByRole('button', { name: 'One more: Adult, Stand' }).click()
    await shop.getByRole('button', { name: 'Hold tickets' }).click()
    await shop.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
    await shop.getByLabel('First name').fill('Ada')
    await shop.getByLabel('Last name').fill('Okafor')
    await shop.getByLabel('Test card').selectOption(REDIRECT_METHOD)
    const [bank] = await Promise.all([
      context.waitForEvent('page'),
      shop.getByRole('button', { name: /^Pay / }).click(),
    ])
    await shop.getByRole('heading', { name: 'Waiting for your bank' }).waitFor()
    await bank.getByRole('button', { name: 'Pay', exact: true }).click()
    // The browser keeps what a frame remembers apart from what the shop's own page does.
    await bank.getByRole('heading', { name: /^(Paid. Thank you|See you there)$/ }).waitFor()
    await shop.getByRole('heading', { name: /^(See you there|You have bought these tickets)$/ }).waitFor()
    assert.equal(page.url(), `${CLUB}/tickets`)
    await context.close()
  },
)

test('a button opens an event above the page; Escape, the cross and Back lead out of it', browserTest, async () => {
  const { page, context, complaints } = await clubPage(CLUB)
  const button = page.getByRole('button', { name: 'Tickets for the derby' })
  const shop = page.frameLocator('dialog iframe')
  const dialog = page.locator('dialog')
  for (const leave of [
    () => shop.getByRole('heading', { name: 'Derby' }).press('Escape'),
    () => page.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await button.press('Enter')
    await shop.getByRole('button', { name: 'One more: Adult, Stand' }).waitFor()
    await leave()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Tickets for the derby')
    assert.equal(page.url(), `${CLUB}/tickets`)
  }
  assert.deepEqual(complaints, [])
  await context.close()
})
