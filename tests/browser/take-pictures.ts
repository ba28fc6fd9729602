import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/**
 * Pictures of every page of the console, of the demo club that `npm start` makes: phone and desktop, light and dark.
 * `npm run pictures -- LINK FOLDER [NAME…]`, where LINK is the one that signs in, which `npm start` prints.
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

/** The link signs in once, so all that follow share its cookie. */
const first = await browser.newContext({ locale: 'en-AU' })
const desk = await first.newPage()
await desk.goto(link)
await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
const storageState = await first.storageState()
const pages = Object.entries(await pagesOf(desk)).filter(([name]) => only.length === 0 || only.includes(name))
await first.close()

for (const [device, options] of Object.entries(looks)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ locale: 'en-AU', ...options, colorScheme, storageState })
    const page = await context.newPage()
    for (const [name, path] of pages) {
      await page.goto(`${origin}/console/${path}`)
      await page.locator('main h1').waitFor()
      // A page that is told of changes as they happen is never without a request.
      await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => {})
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) console.error(`${name} on the ${device} is ${wide} pixels too wide`)
      const file = `console-${name}-${device}-${colorScheme}`
      await writeFile(join(folder, `${file}.webp`), await webpOf(page))
    }
    await context.close()
  }
}
await browser.close()

/** By name, with the first of each kind of object; a page of something that there is none of is left out. */
async function pagesOf(page: Page): Promise<Record<string, string>> {
  const firstOf = async (path: string, id: string): Promise<string | undefined> => {
    const answer = await page.request.get(`${origin}${path}`)
    return (await answer.json()).data?.[0]?.[id]
  }
  const event = await firstOf('/v1/events?upcoming=true&limit=1', 'event_id')
  const order = await firstOf('/v1/manage/orders?limit=1', 'order_id')
  const till = await firstOf('/v1/manage/tills?limit=1', 'till_id')
  const member = await firstOf('/v1/members?limit=1', 'membership_member_id')
  const customer = await firstOf('/v1/members?limit=1', 'user_id')
  const endpoint = await firstOf('/v1/webhook_endpoints?limit=1', 'webhook_endpoint_id')
  return {
    today: '',
    events: 'events',
    'new-event': 'events/new',
    event: `events/${event}`,
    orders: 'orders',
    order: `orders/${order}`,
    'box-office': `box-office?event_id=${event}`,
    drawers: 'box-office/drawers',
    ...(till === undefined ? {} : { drawer: `box-office/drawers/${till}` }),
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
    team: 'settings/team',
    keys: 'settings/keys',
    webhooks: 'settings/webhooks',
    ...(endpoint === undefined ? {} : { webhook: `settings/webhooks/${endpoint}` }),
    payments: 'settings/payments',
    'sign-on': 'settings/sign-on',
    'audit-log': 'settings/audit-log',
    account: 'account',
  }
}

/** What is to be seen without scrolling, as the format that takes the least. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  return Buffer.from(data, 'base64')
}
