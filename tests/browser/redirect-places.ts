import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand } from '../harness/program.ts'
import { desktop, phone, visit } from './browser.ts'

/** A fan who pays at the test bank, wherever they bought. */
export type Buyer = {
  place: PlaceName
  email: string
  context: BrowserContext
  page: Page
  /** The shop as they see it: their page, or a frame in the club's. */
  shop: Page | FrameLocator
  /** Where the bank is: their page, or one beside it. */
  bank: Page
  bankUrl: string
  /** The page of the basket, of the shop that they are in. */
  basketPage: string
  /** Of the club, with a frame. */
  clubPage: string
}

export const placeNames = ['shop', 'copied shop', 'embedded shop', 'payment link'] as const
export type PlaceName = (typeof placeNames)[number]

export const isBeside = ({ page, bank }: Buyer) => page !== bank

type Sold = { eventId: number; title: string; priceId: number }
type Server = {
  origin: string
  key: string
  shopKey: string
  call(method: string, path: string, body: object, key: string): Promise<Record<string, unknown>>
}

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1):\d+\/|^(data|blob):/

/** The four places from which a fan can leave for a bank, of one club and one server. */
export async function openPlaces(server: Server) {
  const { origin } = server
  const copied = await serveCopy(server)
  const site = await serve((_request, response) => {
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Club</title><h1>Our club</h1>
      <div data-grandstand-shop></div><script async src="${origin}/shop/embed.js"></script></html>`
    response.setHeader('content-type', 'text/html').end(page)
  }, 'localhost')
  await server.call('PATCH', '/v1/manage/organisation', { embed_origins: [site] }, server.key)
  const items = (sold: Sold) => [{ price_id: sold.priceId, quantity: 1 }]
  const openBasket = async (sold: Sold) =>
    `#${(await server.call('POST', '/v1/baskets', { items: items(sold) }, server.shopKey)).id}`
  const ways: Record<PlaceName, { look: object; open(page: Page, sold: Sold): Promise<unknown> }> = {
    shop: {
      look: phone,
      open: async (page, sold) => page.goto(`${origin}/shop/basket${await openBasket(sold)}`),
    },
    'copied shop': {
      look: phone,
      open: async (page, sold) => page.goto(`${copied}/basket${await openBasket(sold)}`),
    },
    'embedded shop': {
      look: desktop,
      async open(page, { title }) {
        await page.goto(`${site}/tickets`)
        const shop = frameIn(page)
        await shop.getByRole('link', { name: new RegExp(title) }).click()
        await shop.getByRole('button', { name: 'One more: Adult, Stand' }).click()
        await shop.getByRole('button', { name: 'Hold tickets' }).click()
      },
    },
    'payment link': {
      look: phone,
      async open(page, sold) {
        const link = await server.call('POST', '/v1/manage/payment_links', { items: items(sold) }, server.key)
        return page.goto(String(link.url))
      },
    },
  }
  let buyers = 0
  /** One who has chosen to pay by PayPal and is at the test bank. */
  return async function leave(place: PlaceName, sold: Sold): Promise<Buyer> {
    buyers += 1
    const email = `fan-${buyers}@example.org`
    const { look, open } = ways[place]
    const { context, page } = await visit(origin, look, LOCAL)
    await open(page, sold)
    const isFramed = place === 'embedded shop'
    const shop = isFramed ? frameIn(page) : page
    await shop.getByRole('heading', { name: 'Checkout' }).waitFor()
    await fillIn(shop, email, REDIRECT_METHOD)
    const basketPage = isFramed ? `${origin}/shop/basket` : page.url().replace(/[?#].*/, '')
    const opened = isFramed ? context.waitForEvent('page') : page
    await shop.getByRole('button', { name: /^Pay / }).click()
    const bank = await opened
    await bank.getByText('This is no bank').waitFor()
    return { place, email, context, page, shop, bank, bankUrl: bank.url(), basketPage, clubPage: `${site}/tickets` }
  }
}

const frameIn = (page: Page) => page.frameLocator('[data-grandstand-shop] iframe')

async function serve(answer: RequestListener, host: 'localhost' | '127.0.0.1'): Promise<string> {
  const port = await freePort()
  const server = createServer(answer)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://${host}:${port}`
}

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** As its README says, but with the packages that are here already: that it installs them is another test's to show. */
async function serveCopy({ origin, shopKey }: Server): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-copied-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const shop = join(folder, 'shop')
  const result = await grandstand(['shop', 'create', shop, '--url', origin, '--key', shopKey])
  assert.equal(result.code, 0, result.stderr)
  await symlink(join(import.meta.dirname, '..', '..', 'node_modules'), join(shop, 'node_modules'))
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: shop })
  const dist = join(shop, 'dist')
  const page = await readFile(join(dist, 'index.html'))
  // Never rejects: where there is no file, there is the page.
  return serve(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://shop').pathname
    const file = await readFile(join(dist, path)).catch(() => undefined)
    response.setHeader('content-type', file ? (TYPES[extname(path)] ?? 'application/octet-stream') : 'text/html')
    response.end(file ?? page)
  }, '127.0.0.1')
}

/** As a browser shows it: its heading. */
export const heading = (where: Page | FrameLocator, name: string | RegExp) =>
  where.getByRole('heading', { level: 1, name }).waitFor()

async function fillIn(shop: Page | FrameLocator, email: string, method: string): Promise<void> {
  await shop.getByLabel('E-mail', { exact: true }).fill(email)
  await shop.getByLabel('First name').fill('Ada')
  await shop.getByLabel('Last name').fill('Okafor')
  await shop.getByLabel('Test card').selectOption(method)
}

export async function payByCard({ shop, email }: Buyer): Promise<void> {
  await fillIn(shop, email, 'pm_test_ok')
  await shop.getByRole('button', { name: /^Pay / }).click()
  await heading(shop, 'See you there')
}

/** The shop, in the browser that bought: in a new page, unless it is still there beside the bank. */
export async function openAgain(buyer: Buyer): Promise<void> {
  const { place, context, basketPage } = buyer
  if (isBeside(buyer) && !buyer.page.isClosed()) return
  const page = await context.newPage()
  buyer.page = page
  buyer.bank = page
  buyer.shop = page
  if (place !== 'embedded shop') {
    await page.goto(basketPage)
    return
  }
  await page.goto(buyer.clubPage)
  buyer.shop = frameIn(page)
  await buyer.shop.getByRole('link', { name: /Derby/ }).waitFor()
  const frame = page.frames().find((each) => each !== page.mainFrame())
  await frame?.goto(basketPage)
}
