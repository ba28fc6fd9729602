import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, stop } from 'esbuild'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/browser/find-chromium.ts'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'

const LOAD_MS_MAX = 1_000
const DECISION_MS_MAX = 30
const MEMORY_MB_MAX = 150
const TICKETS = 60_000
const SCANS = 5_000

/** Figures of a phone's program, taken in the browser; `scannerBench` of tests/browser/scanner-bench-page.ts makes them. */
type Taken = { keptMs: number; loadedMs: number; decisionsMs: number[]; memoryMb: number; size: number }

/** A stadium's manifest in IndexedDB, loaded anew, and decisions without a network, each kept on the disk before it counts. */
export async function run([scansText]: string[]): Promise<Result> {
  const scans = scansText === undefined ? SCANS : Number(scansText)
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium in PATH or CHROME')
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-bench-scanner-'))
  const args = ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc']
  const context = await chromium.launchPersistentContext(folder, { executablePath, args })
  try {
    const page = await context.newPage()
    const { keptMs, loadedMs, decisionsMs, memoryMb, size } = await take(page, scans)
    if (size !== TICKETS) throw new Error(`${size} tickets were loaded`)
    const sorted = decisionsMs.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY
    return {
      passed: loadedMs < LOAD_MS_MAX && p99 < DECISION_MS_MAX && memoryMb < MEMORY_MB_MAX,
      figures: {
        tickets: TICKETS,
        'kept in the browser, ms': Math.round(keptMs),
        'loaded from it, ms': Math.round(loadedMs),
        'loaded in less than, ms': LOAD_MS_MAX,
        scans,
        'decision, ms at p99': rounded(p99, 1),
        'decision at p99 in less than, ms': DECISION_MS_MAX,
        'script memory after the scans, MB': Math.round(memoryMb),
        'memory less than, MB': MEMORY_MB_MAX,
      },
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** On a page of its own address, since a blank one may keep nothing. */
async function take(page: Page, scans: number): Promise<Taken> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '..', 'tests', 'browser', 'scanner-bench-page.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  await stop()
  const script = outputFiles[0]?.text ?? ''
  await page.route('https://scanner.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' }),
  )
  await page.route('https://scanner.test/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto('https://scanner.test/')
  await page.waitForFunction(() => 'scannerBench' in globalThis)
  const call = (name: 'keep' | 'scan', count: number) =>
    page.evaluate(
      ([step, wanted]) =>
        (
          globalThis as unknown as { scannerBench: Record<string, (count: number) => Promise<Partial<Taken>>> }
        ).scannerBench[step]?.(wanted),
      [name, count] as const,
    )
  const kept = await call('keep', TICKETS)
  // A new document, as after a reload at the gate.
  await page.reload()
  await page.waitForFunction(() => 'scannerBench' in globalThis)
  return { ...kept, ...(await call('scan', scans)) } as Taken
}
