import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { build, stop } from 'esbuild'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/harness/find-chromium.ts'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'
import { atMost, below } from './targets.ts'

const LOAD_MS_MAX = 1_000
const DECISION_MS_MAX = 30
const DECODE_MS_MAX = 60
const MEMORY_MB_MAX = 150
const TICKETS = 60_000
const SCANS = 5_000
const LOOKS = 40
/** Of the pictures that are drawn, those that the target is about; one of them has no code in it. */
const HARD_SCENES = 10

/** Figures of a phone's program, taken in the browser; `scannerBench` of tests/browser/scanner-bench-page.ts makes them. */
type Kept = { keptMs: number }
type Scanned = { loadedMs: number; decisionsMs: number[]; size: number }
type Look = { isRead: boolean; ms: number }
type Scene = { name: string; looksMs: number[]; processorMs: number[]; read: number }

/**
 * A stadium's manifest in IndexedDB, loaded anew; decisions without a network by the scanner's own keeper, each on the disk before it counts;
 * pictures of codes by its own worker, timed by its thread's own processor, so that whatever else the machine does is not in it. Memory is what the tab's process has for itself at the end, reader and all.
 */
export async function run([scansText]: string[]): Promise<Result> {
  const scans = scansText === undefined ? SCANS : Number(scansText)
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium in PATH or CHROME')
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-bench-scanner-'))
  const args = ['--no-sandbox', '--disable-gpu']
  const context = await chromium.launchPersistentContext(folder, { executablePath, args })
  try {
    const page = await openPage(context)
    const { keptMs } = await call<Kept>(page, 'keep', TICKETS)
    // A new document, as after a reload at the gate.
    await page.reload()
    await page.waitForFunction(() => 'scannerBench' in globalThis)
    const { loadedMs, decisionsMs, size } = await call<Scanned>(page, 'scan', scans)
    if (size !== TICKETS) throw new Error(`${size} tickets were loaded`)
    const pid = await processOfTab(folder)
    const scenes = await lookAtScenes(page, pid)
    const memoryMb = await privateMb(pid)
    const decision = at(decisionsMs, 0.99)
    const hard = scenes.slice(0, HARD_SCENES)
    const decode = at(
      hard.flatMap(({ processorMs }) => processorMs),
      0.95,
    )
    const unread = scenes.filter(({ name, read }) => read === 0 && name !== 'no code').map(({ name }) => name)
    return {
      targets: [
        below('ms to load a list', loadedMs, LOAD_MS_MAX),
        below('ms of a decision, p99', decision, DECISION_MS_MAX),
        below('ms to decode', decode, DECODE_MS_MAX),
        below('memory in MB', memoryMb, MEMORY_MB_MAX),
        atMost('hard scenes not read', hard.filter(({ name }) => unread.includes(name)).length, 0),
      ],
      figures: {
        tickets: TICKETS,
        'kept in the browser, ms': Math.round(keptMs),
        'loaded from it, ms': Math.round(loadedMs),
        'loaded in less than, ms': LOAD_MS_MAX,
        scans,
        'decision, ms at p99': rounded(decision, 1),
        'decision at p99 in less than, ms': DECISION_MS_MAX,
        'hard scenes': HARD_SCENES,
        'looks at each': LOOKS,
        'decode, ms of processor at p95': rounded(decode, 1),
        'decode at p95 in less than, ms': DECODE_MS_MAX,
        'decode, ms by the clock at p95': rounded(
          at(
            hard.flatMap(({ looksMs }) => looksMs),
            0.95,
          ),
          1,
        ),
        'never read': unread.join(', ') || 'none',
        ...Object.fromEntries(
          scenes.map(({ name, processorMs, read }) => [
            name,
            `${rounded(at(processorMs, 0.5), 1)} ms median, ${rounded(at(processorMs, 0.95), 1)} at p95, read ${read} of ${LOOKS}`,
          ]),
        ),
        'memory of the tab after all of it, MB': Math.round(memoryMb),
        'memory less than, MB': MEMORY_MB_MAX,
      },
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY

const ORIGIN = 'https://scanner.test'
const repository = join(import.meta.dirname, '..')

/** On a page of its own address, since a blank one may keep nothing. */
async function openPage(context: BrowserContext): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [
      { in: join(repository, 'tests/browser/scanner-bench-page.ts'), out: 'page' },
      { in: join(repository, 'faces/scan/decode-worker.ts'), out: 'decode' },
    ],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    loader: { '.wasm': 'file' },
    outdir: '/',
    publicPath: ORIGIN,
    write: false,
  })
  await stop()
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]))
  const document = Buffer.from('<!doctype html><script type="module" src="/page.js"></script>')
  const page = await context.newPage()
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    const contentType = /\.js$/.test(name) ? 'text/javascript' : /\.wasm$/.test(name) ? 'application/wasm' : 'text/html'
    return route.fulfill({ contentType, body: files.get(name) ?? document })
  })
  await page.goto(`${ORIGIN}/`)
  await page.waitForFunction(() => 'scannerBench' in globalThis)
  return page
}

async function lookAtScenes(page: Page, pid: string): Promise<Scene[]> {
  const scenes: Scene[] = []
  for (;;) {
    const { name } = await call<{ name?: string }>(page, 'show', scenes.length)
    if (name === undefined) return scenes
    if (scenes.length === 0) for (let index = 0; index < LOOKS; index += 1) await call<Look>(page, 'look', 0)
    const scene: Scene = { name, looksMs: [], processorMs: [], read: 0 }
    for (let index = 0; index < LOOKS; index += 1) {
      const before = await workerMs(pid)
      const { isRead, ms } = await call<Look>(page, 'look', 0)
      scene.processorMs.push((await workerMs(pid)) - before)
      scene.looksMs.push(ms)
      if (isRead) scene.read += 1
    }
    scenes.push(scene)
  }
}

/** How long the threads of workers have run, which Linux counts by the nanosecond. */
async function workerMs(pid: string): Promise<number> {
  const folder = `/proc/${pid}/task`
  const times = (await readdir(folder)).map(async (thread) => {
    const name = await readFile(`${folder}/${thread}/comm`, 'utf8')
    if (!name.startsWith('DedicatedWorker')) return 0
    return Number((await readFile(`${folder}/${thread}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
  })
  // A thread that has just ended is none.
  const settled = await Promise.allSettled(times)
  return settled.reduce((total, time) => total + (time.status === 'fulfilled' ? time.value : 0), 0)
}

const call = <T>(page: Page, name: 'keep' | 'scan' | 'show' | 'look', count: number): Promise<T> =>
  page.evaluate(
    ([step, wanted]) =>
      (globalThis as unknown as { scannerBench: Record<string, (count: number) => Promise<T>> }).scannerBench[step]?.(
        wanted,
      ) as Promise<T>,
    [name, count] as const,
  )

/** The largest of the browser's tabs: the other one is blank. */
async function processOfTab(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args='], { maxBuffer: 2 ** 24 })
  const processes = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined ? [] : [{ pid, parent, command: command ?? '' }]
  })
  const ownProcesses = new Set(processes.filter(({ command }) => command.includes(folder)).map(({ pid }) => pid))
  for (const pid of ownProcesses) for (const each of processes) if (each.parent === pid) ownProcesses.add(each.pid)
  const tabs = processes.filter(({ pid, command }) => ownProcesses.has(pid) && command.includes('--type=renderer'))
  const sized = await Promise.all(tabs.map(async ({ pid }) => ({ pid, mb: await privateMb(pid) })))
  const largest = sized.toSorted((a, b) => b.mb - a.mb)[0]
  if (!largest) throw new Error('the tab has no process')
  return largest.pid
}

/** What it has for itself, without the browser's own pages, which all tabs share. */
async function privateMb(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}
