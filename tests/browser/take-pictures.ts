import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../harness/find-chromium.ts'

/**
 * Pictures of every page of the console, of the demo club that `npm start` makes: phone and desktop, light and dark.
 * `npm run pictures -- LINK FOLDER [NAME…]`, where LINK is the one that signs in, which `npm start` prints. A file `page-NAME.webp` has all
 * four looks of a page, as docs/images keeps them.
 */
const [link, folder, ...only] = process.argv.slice(2)
if (link === undefined || folder === undefined) {
  console.error('npm run pictures -- LINK FOLDER [NAME…]')
  process.exit(2)
}

const looks: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const SETTLED_MS = 8000
const { origin } = new URL(link)
const executablePath = await findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
await mkdir(folder, { recursive: true })

/** Where a page is, and what to press once it is there: each key where what is named with it is to be seen. */
type Shown = { path: string; keys: [key: string, once: string][]; until?: string }

/** The link signs in once, so all that follow share its cookie. */
const first = await browser.newContext({ locale: 'en-AU' })
const desk = await first.newPage()
await desk.goto(link)
await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
const storageState = await first.storageState()
const pages = Object.entries(await pagesOf(desk)).filter(([name]) => only.length === 0 || only.includes(name))
await first.close()

const shots = new Map<string, Map<string, Buffer>>(pages.map(([name]) => [name, new Map()]))
for (const [device, options] of Object.entries(looks)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ locale: 'en-AU', ...options, colorScheme, storageState })
    // A trial reader whose card is declined, which stays to be seen.
    await context.addInitScript(() => localStorage.setItem('grandstand.reader', 'tmr_test_declined'))
    const page = await context.newPage()
    for (const [name, { path, keys, until }] of pages) {
      await page.goto(`${origin}/console/${path}`)
      await page.locator('main h1').waitFor()
      // A page that is told of changes as they happen is never without a request.
      const settled = () => page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => {})
      await settled()
      for (const [key, once] of keys) {
        await page.locator(once).first().waitFor()
        await page.keyboard.press(key)
      }
      if (until !== undefined) await page.locator(until).first().waitFor()
      await settled()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) console.error(`${name} on the ${device} is ${wide} pixels too wide`)
      const shot = await webpOf(page, 90)
      shots.get(name)?.set(`${device}-${colorScheme}`, shot)
      await writeFile(join(folder, `${name}-${device}-${colorScheme}.webp`), shot)
    }
    await context.close()
  }
}

/** One picture of a page, with all its looks: that is what the guide shows. */
const table = await browser.newPage({ viewport: { width: 1426, height: 816 } })
for (const [name, looksOfPage] of shots) {
  const image = (look: string) =>
    `<img src="data:image/webp;base64,${looksOfPage.get(look)?.toString('base64')}" class="${look.split('-')[0]}">`
  await table.setContent(`
    <style>
      body { margin: 0; display: flex; gap: 16px; background: #888 }
      div { display: grid; gap: 16px }
      img { display: block }
      .desktop { width: 640px; height: 400px }
      .phone { width: 377px; height: 816px }
    </style>
    <div>${image('desktop-light')}${image('desktop-dark')}</div>${image('phone-light')}${image('phone-dark')}`)
  await table.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await writeFile(join(folder, `page-${name}.webp`), await webpOf(table, 60))
}
await browser.close()

/** By name, with the first of each kind of object; a page of something that there is none of is left out. */
async function pagesOf(page: Page): Promise<Record<string, Shown>> {
  const firstOf = async (path: string, id: string): Promise<string | undefined> => {
    const answer = await page.request.get(`${origin}${path}`)
    return (await answer.json()).data?.[0]?.[id]
  }
  const event = await firstOf('/v1/events?upcoming=true&limit=1', 'event_id')
  const order = await firstOf('/v1/manage/orders?order_status=confirmed&limit=1', 'order_id')
  const till = await firstOf('/v1/manage/tills?limit=1', 'till_id')
  const member = await firstOf('/v1/members?limit=1', 'membership_member_id')
  const customer = await firstOf('/v1/members?limit=1', 'user_id')
  const debt = await firstOf('/v1/manage/debts?kind=invoice&open=true&limit=1', 'debt_id')
  const endpoint = await firstOf('/v1/webhook_endpoints?limit=1', 'webhook_endpoint_id')
  const paths = {
    today: '',
    events: 'events',
    'new-event': 'events/new',
    event: `events/${event}`,
    orders: 'orders',
    order: `orders/${order}`,
    'box-office': `box-office?event_id=${event}`,
    drawers: 'box-office/drawers',
    ...(till === undefined ? {} : { drawer: `box-office/drawers/${till}` }),
    'open-items': 'open-items',
    ...(debt === undefined ? {} : { 'open-item': `open-items/${debt}` }),
    money: 'money',
    reconciliation: 'money?tab=reconciliation',
    customers: 'customers',
    customer: `customers/${customer}`,
    'import-customers': 'customers/import',
    members: 'members',
    member: `members/${member}`,
    labels: 'members/labels',
    gates: `gates?event_id=${event}`,
    conflicts: `gates?event_id=${event}&tab=conflicts`,
    devices: `gates?event_id=${event}&tab=devices`,
    guests: `gates/guests?event_id=${event}`,
    settings: 'settings',
    mails: 'settings/mails',
    mail: 'settings/mails/order_confirmed',
    team: 'settings/team',
    keys: 'settings/keys',
    webhooks: 'settings/webhooks',
    ...(endpoint === undefined ? {} : { webhook: `settings/webhooks/${endpoint}` }),
    payments: 'settings/payments',
    'sign-on': 'settings/sign-on',
    'audit-log': 'settings/audit-log',
    account: 'account',
  }
  return {
    ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { path, keys: [] }])),
    reader: {
      path: `box-office?event_id=${event}`,
      keys: [
        ['1', 'main li button'],
        ['r', 'text=1 ticket'],
        ['Enter', 'select[name=reader_id]'],
      ],
      until: 'text=Try again',
    },
    search: {
      path: '',
      keys: [
        ['Control+k', 'main h1'],
        ['a', 'dialog[open] input'],
        ['n', 'dialog[open] input'],
      ],
      until: 'dialog[open] [role="option"]',
    },
  }
}

/** What is to be seen without scrolling, as the format that takes the least. */
async function webpOf(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}
