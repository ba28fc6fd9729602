import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'
import { freePort, stopProcess } from './server.ts'
import { atMost } from './targets.ts'

const ROUNDS = 5
const LOOK_EVERY_MS = 10
/** Times PostgreSQL alone. */
const RATIO_MOST = { first: 3.5, second: 5 }

const here = join(import.meta.dirname, '..')
const bareDatabase = [process.execPath, join(import.meta.dirname, 'start', 'database-alone.ts')]
const grandstandIn = (checkout: string) => [join(checkout, 'server', 'grandstand.js'), 'start']

/** Seconds until `/readyz` says yes, and of them those that the program itself was given a processor. */
type Start = { ready: number; processor: number }
type Starts = { first: Start; second: Start }

/**
 * A start in a new folder and then one in the same, with nothing kept from before. The limit is PostgreSQL alone, made and started by the
 * same code. An argument names another checkout, which takes turns with this one.
 */
export async function run([other]: string[]): Promise<Result> {
  const ours: Starts[] = []
  const bare: Starts[] = []
  const others: Starts[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await startTwice(bareDatabase))
    if (other !== undefined) others.push(await startTwice(grandstandIn(resolve(other))))
    ours.push(await startTwice(grandstandIn(here)))
  }
  const figuresOf = (which: keyof Starts, of: keyof Start) => {
    const middle = (starts: Starts[]) => median(starts.map((one) => one[which][of]))
    return { ours: middle(ours), ratio: middle(ours) / middle(bare), toOther: middle(ours) / middle(others) }
  }
  const first = figuresOf('first', 'ready')
  const second = figuresOf('second', 'ready')
  const firstWork = figuresOf('first', 'processor')
  const secondWork = figuresOf('second', 'processor')
  return {
    targets: [
      atMost('first, times PostgreSQL alone', first.ratio, RATIO_MOST.first),
      atMost('second, times PostgreSQL alone', second.ratio, RATIO_MOST.second),
    ],
    figures: {
      rounds: ROUNDS,
      'first ready, s': rounded(first.ours, 2),
      'second ready, s': rounded(second.ours, 2),
      'first, times PostgreSQL alone': rounded(first.ratio, 2),
      'second, times PostgreSQL alone': rounded(second.ratio, 2),
      'first wanted, times': RATIO_MOST.first,
      'second wanted, times': RATIO_MOST.second,
      'processor of the first, s': rounded(firstWork.ours, 2),
      'processor of the second, s': rounded(secondWork.ours, 2),
      ...(other === undefined
        ? {}
        : {
            'first, of the other': rounded(first.toOther, 2),
            'second, of the other': rounded(second.toOther, 2),
            'processor of the first, of the other': rounded(firstWork.toOther, 2),
            'processor of the second, of the other': rounded(secondWork.toOther, 2),
          }),
    },
  }
}

/** In a folder of its own, with a temporary one of its own: whatever a program has kept, it has kept itself. */
async function startTwice(command: string[]): Promise<Starts> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-bench-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'tmp'))
  try {
    return { first: await startOnce(command, folder), second: await startOnce(command, folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startOnce([file = '', ...args]: string[], folder: string): Promise<Start> {
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: join(folder, 'tmp'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'warn',
  }
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const began = performance.now()
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode} before it was ready`)
      await sleep(LOOK_EVERY_MS)
    }
    return { ready: (performance.now() - began) / 1000, processor: await processorSeconds(child.pid ?? 0) }
  } finally {
    await stopProcess(child)
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Of the process and of those that it has waited for, as Linux counts it, in hundredths; elsewhere not a number. */
async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system, waitedUser, waitedSystem] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return ((user ?? Number.NaN) + (system ?? 0) + (waitedUser ?? 0) + (waitedSystem ?? 0)) / 100
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
