import { join } from 'node:path'
import { build, stop } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { enrolmentCode, enrolmentHash } from '../server/gates/devices/enrol-device.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { findChromium } from '../tests/harness/find-chromium.ts'
import { type Stadium, seedStadium } from './gates/seed.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { below } from './targets.ts'

const TICKETS = 5_000
const SCANS = 60
const LATENCIES_MS = [0, 300, 2_000]
/** 0.7 s for the service, and what a busy machine takes to draw. */
const MOST_MS = 1_000
/** From one fan to the next. */
const PAUSE_MS = 500

/**
 * From the last key of a reader to the answer on the screen, by the scanner's own page in Chromium against a running server, with a network
 * that takes so long there and back.
 */
export async function run([scansText]: string[]): Promise<Result> {
  const scans = scansText === undefined ? SCANS : Number(scansText)
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium in PATH or CHROME')
  return withPostgres(async (databaseUrl) => {
    const stadium = await seedStadium(databaseUrl, TICKETS, 0)
    const barcodes = await shorten(databaseUrl, stadium)
    const api = await startApi(databaseUrl)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const figures: Record<string, number> = { tickets: TICKETS, 'scans at each': scans }
      const worst: number[] = []
      for (const [index, latency] of LATENCIES_MS.entries()) {
        const { page, context } = await openScanner(browser, api.url, await newCode(databaseUrl, stadium))
        await slowDown(context, page, latency)
        const times = await scanAll(page, barcodes.slice(index * scans, (index + 1) * scans))
        await context.close()
        for (const [name, share] of [
          ['p50', 0.5],
          ['p99', 0.99],
        ] as const)
          figures[`answer at ${latency} ms latency, ms ${name}`] = Math.round(at(times, share))
        worst.push(at(times, 0.99))
      }
      figures['at most, ms'] = MOST_MS
      return { targets: [below('ms of the slowest', Math.max(...worst), MOST_MS)], figures }
    } finally {
      await browser.close()
      await api.stop()
    }
  })
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY

/** As a card has them: those of the seed are as long as a signed one, and no key has signed them. */
async function shorten(databaseUrl: string, { orgId }: Stadium): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { poolSize: 1 })
  const rows = await sql<{ barcode: string }[]>`
    update tickets
    set barcode = 'TICKET-' || ticket_id
    where org_id = ${orgId}
    returning barcode`
  await sql.end()
  return rows.map(({ barcode }) => barcode)
}

async function newCode(databaseUrl: string, { orgId }: Stadium): Promise<string> {
  const code = enrolmentCode(orgId)
  const sql = openDatabase(databaseUrl, { poolSize: 1 })
  await sql`
    insert into devices (org_id, name, enrolment_code_hash, enrolment_expires_at)
    values (${orgId}, 'North', ${enrolmentHash(code)}, now() + interval '1 hour')`
  await sql.end()
  return code
}

/** A phone at its gate, with its list, and no camera. */
async function openScanner(browser: Browser, url: string, code: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addInitScript({ content: await pageScript() })
  const page = await context.newPage()
  await page.goto(`${url}/scan/#enrol=${code}`)
  await page.getByRole('button', { name: 'Gate A' }).click()
  await page.getByText(/tickets on this phone/).waitFor()
  return { page, context }
}

async function slowDown(context: BrowserContext, page: Page, latency: number): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited })
}

type Verdict = { verdict: (barcode: string, pauseMs: number) => Promise<number> }

async function scanAll(page: Page, barcodes: string[]): Promise<number[]> {
  const times: number[] = []
  for (const barcode of barcodes) {
    const ms = await page.evaluate(([text, pauseMs]) => (globalThis as unknown as Verdict).verdict(text, pauseMs), [
      barcode,
      PAUSE_MS,
    ] as const)
    times.push(ms)
  }
  return times
}

/** What runs in the browser. */
async function pageScript(): Promise<string> {
  const entry = join(import.meta.dirname, '..', 'tests', 'browser', 'verdict-bench-page.ts')
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false })
  await stop()
  return outputFiles[0]?.text ?? ''
}
