import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type axeCore from 'axe-core'
import type { RunOnly } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { findChromium } from '../harness/find-chromium.ts'
import { atFileEnd, atProcessEnd } from '../harness/group.ts'

declare global {
  interface Window {
    axe: typeof axeCore
  }
}

const executablePath = await findChromium()

/** For the options of a test: `test('…', browserTest, async () => …)`. */
export const browserTest = {
  skip: executablePath === undefined ? 'no Chromium in PATH or CHROME' : false,
  timeout: 180_000,
}

/** As a phone shows it, as a desktop does. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions
export const desktop = { viewport: { width: 1280, height: 860 } } satisfies BrowserContextOptions

let opening: Promise<Browser> | undefined
const cameraArguments: string[] = []

/** For the whole file, before its first visit: a camera whose pictures come from this file, over and over. Only a browser of its own has it. */
export async function showToCamera(y4mFile: string): Promise<void> {
  await closeBrowser()
  cameraArguments.push(
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${y4mFile}`,
  )
}

/** Of this process: its files have contexts of their own in it, one file after the other. */
function openBrowser(): Promise<Browser> {
  opening ??= chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...cameraArguments],
  })
  return opening
}

async function closeBrowser(): Promise<void> {
  const browser = await opening
  opening = undefined
  await browser?.close()
}

atProcessEnd(closeBrowser)
atFileEnd(async () => {
  if (cameraArguments.length > 0) await closeBrowser()
  cameraArguments.length = 0
  const browser = await opening
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
})

/** What the pages of a context did that they should not: errors, refusals by the policy, requests to another server. */
export type Visit = { context: BrowserContext; page: Page; complaints: string[] }

/** A fan with a browser of their own. `origin` is the only server that its pages may ask. */
export async function visit(
  origin: string,
  options: BrowserContextOptions = phone,
  allowed: RegExp = /^(data|blob):/,
): Promise<Visit> {
  const context = await (await openBrowser()).newContext({ locale: 'en-AU', ...options })
  context.setDefaultTimeout(30_000)
  const complaints: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !allowed.test(url)) complaints.push(`asked another server: ${url}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    // A refusal by the API is told by the page; the browser's own line about it says nothing more.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  return { context, page: await context.newPage(), complaints }
}

/** Waits until there are so many of these, no fewer and no more: a number that is read at once tells how fast the machine is. */
export async function thereAre(times: number, locator: Locator): Promise<void> {
  if (times > 0) await locator.nth(times - 1).waitFor({ state: 'attached' })
  await locator.nth(times).waitFor({ state: 'detached' })
}

/** The small form: every page that is looked at has to read it anew, which takes as long as the looking. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong with the page as it is; empty is right. In the dark only colours differ, so only they are looked at again. It is run
 * in the page itself, which has no frames of others: the builder of its makers opens a page more for every look.
 */
export async function axe(page: Page): Promise<string[]> {
  // A page behind another one is not drawn anew.
  await page.bringToFront()
  const found = async (scheme: 'light' | 'dark', runOnly: RunOnly) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // On a busy machine the look is there before its colours are drawn, and text of the one stands on the ground of the other.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const { violations } = await page.evaluate(
      (only) => window.axe.run({ runOnly: only, resultTypes: ['violations'] }),
      runOnly,
    )
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${scheme} ${id} ${target}: ${failureSummary}`),
    )
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What is about to be replaced is dimmed, and colours that fade are neither one nor the other.
  await page.waitForFunction(
    () =>
      document.querySelector('table[aria-busy=true]') === null &&
      !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running'),
  )
  return [
    ...(await found('dark', { type: 'rule', values: ['color-contrast'] })),
    ...(await found('light', { type: 'tag', values: WCAG })),
  ]
}
