import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../harness/find-chromium.ts'
import { type PicturePage, pagesOf } from './picture-pages.ts'

/**
 * Pictures of every page of the console, of the demo club that `npm start` makes: phone and desktop, light and dark.
 * `npm run pictures -- LINK FOLDER [NAME…]`, where LINK is the one that signs in, which `npm start` prints. A file `page-NAME.webp` has all
 * four looks of a page, as docs/images keeps them.
 *
 * To look a page over: `--locale de-DE` is a reader of another language, `--text 200` one with letters of that per cent, `--whole` takes
 * all of a page and not its first screen, `--look desktop-dark` (again for each) takes this one alone.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    locale: { type: 'string', default: 'en-AU' },
    text: { type: 'string', default: '100' },
    whole: { type: 'boolean', default: false },
    look: { type: 'string', multiple: true, default: [] },
  },
})
const [link, folder, ...only] = positionals
if (link === undefined || folder === undefined) {
  console.error('npm run pictures -- LINK FOLDER [NAME…] [--locale de-DE] [--text 200] [--whole] [--look desktop-dark]')
  process.exit(2)
}

const devices: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  small: { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const LOOKS = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark']
const SETTLED_MS = 3000
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
const pages = Object.entries(await pagesOf(desk, origin)).filter(([name]) => only.length === 0 || only.includes(name))
await first.close()

const shots = new Map<string, Map<string, Buffer>>(pages.map(([name]) => [name, new Map()]))
for (const look of values.look.length > 0 ? values.look : LOOKS) {
  const [device = '', scheme] = look.split('-')
  const colorScheme = scheme === 'dark' ? 'dark' : 'light'
  const context = await browser.newContext({ locale: values.locale, ...devices[device], colorScheme, storageState })
  // A trial reader whose card is declined, which stays to be seen.
  await context.addInitScript((percent) => {
    localStorage.setItem('grandstand.reader', 'tmr_test_declined')
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${percent}%`
    })
  }, values.text)
  const page = await context.newPage()
  for (const [name, picture] of pages) {
    await open(page, picture).catch((error) => console.error(`${name}, ${look}: ${error}`))
    // Not `innerWidth`: a phone makes its window as wide as the page.
    const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0)
    if (wide > 0) console.error(`${name}, ${look}: ${wide} pixels too wide`)
    const shot = await webpOf(page, 90, values.whole)
    shots.get(name)?.set(look, shot)
    await writeFile(join(folder, `${name}-${look}.webp`), shot)
  }
  await context.close()
}

/** One picture of a page, with all its looks: that is what the guide shows. */
const table = await browser.newPage({ viewport: { width: 1426, height: 816 } })
for (const [name, looksOfPage] of values.look.length > 0 ? [] : shots) {
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

/** Until nothing is on its way any more; a page that is told of changes as they happen always has a request under way. */
async function open(page: Page, { path, keys = [], clicks = [], until }: PicturePage): Promise<void> {
  const settled = () => page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => {})
  await page.goto(`${origin}/console/${path}`)
  await page.locator('main h1').waitFor()
  await settled()
  for (const [key, once] of keys) {
    await page.locator(once).first().waitFor()
    await page.keyboard.press(key)
  }
  for (const click of clicks) await page.locator(click).first().click()
  if (until !== undefined) await page.locator(until).first().waitFor()
  await settled()
}

/** What is to be seen without scrolling, or all of it, as the format that takes the least. */
async function webpOf(page: Page, quality: number, isWhole = false): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    ...(isWhole && { captureBeyondViewport: true, clip: await whole(page) }),
  })
  return Buffer.from(data, 'base64')
}

/** Hoisted: pictures are taken while the lines above are still at work. */
function whole(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement
    return { x: 0, y: 0, width, height, scale: 1 }
  })
}
