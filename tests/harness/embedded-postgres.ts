import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgresOptions } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { errorCode } from '../../server/platform/embedded-postgres/error.ts'
import { readPointer } from '../../server/platform/embedded-postgres/location.ts'
import { commandOf, readPostmaster, stopPostmaster } from '../../server/platform/embedded-postgres/postmaster.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'

/** A folder for one test file; whatever still runs in it at the end is stopped, and everything is removed. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `grandstand ${name} `))
  // Several data folders lie in it, so as root it must let PostgreSQL's user pass.
  await chmod(folder, 0o711)
  after(async () => {
    for (const entry of await readdir(folder)) await removeData(join(folder, entry))
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

export async function removeData(dataDir: string): Promise<void> {
  const base = (await readPointer(dataDir).catch(() => undefined)) ?? dataDir
  await stopPostmaster(join(base, 'postgres'), 1_000, 5_000)
  await rm(base, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

const program = `
import { EmbeddedPostgresError, startEmbeddedPostgres } from ${JSON.stringify(new URL('../../server/platform/embedded-postgres/embedded-postgres.ts', import.meta.url).href)}
const say = (object) => console.log(JSON.stringify(object))
try {
  const server = await startEmbeddedPostgres(JSON.parse(process.argv[1]))
  process.on('SIGINT', () => say({ interrupted: true }))
  process.stdin.on('end', () => server.stop().then(() => process.exit(0))).resume()
  say({ url: server.url, owned: server.owned })
} catch (error) {
  say({ refusal: error.message, plain: error instanceof EmbeddedPostgresError })
}`

type Answer = { url?: string; owned?: boolean; refusal?: string; plain?: boolean; interrupted?: boolean }

/** Another Grandstand process on the same machine, which a test may kill. */
export type Other = { process: ChildProcess; pid: number; answer(): Promise<Answer>; stop(): Promise<void> }

export function startOther(context: TestContext, options: EmbeddedPostgresOptions): Other {
  const args = ['--input-type=module', '-e', program, JSON.stringify(options)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  context.after(() => child.kill('SIGKILL'))
  return {
    process: child,
    pid: child.pid ?? 0,
    answer: async () => JSON.parse((await lines.next()).value ?? '{}'),
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}

export async function killAndWait(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Stops a process where it is, and says which processes it and its own have started: no more of them will come. */
export async function freeze(pid: number): Promise<number[]> {
  signalAll([pid], 'SIGSTOP')
  const children = await childrenOf(pid)
  const others = await Promise.all(children.map(freeze))
  return [pid, ...others.flat()]
}

/** One that ended meanwhile is as dead as the others: a postmaster ends its processes when it loses one. */
export const killAll = (pids: number[]): void => signalAll(pids, 'SIGKILL')

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}

export async function serverPid(dataDir: string): Promise<number | undefined> {
  const base = (await readPointer(dataDir)) ?? dataDir
  return (await readPostmaster(join(base, 'postgres')))?.pid
}

/** The processes that a process started, straight from the system: slim images have no `ps`. */
export async function childrenOf(parent: number): Promise<number[]> {
  if (process.platform !== 'linux') return childrenByPs(parent)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((_, index) => parents[index] === parent)
}

async function childrenByPs(parent: number): Promise<number[]> {
  const ps = spawn('ps', ['-A', '-o', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'inherit'] })
  const rows = (await ps.stdout.toArray()).join('').split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid = 0]) => pid)
}

/** Waits for something that another process does, and fails the test when it does not: a busy machine may take its time. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await sleep(5)
  }
}

export const untilGone = (pid: number) => until(`process ${pid} ends`, async () => (await commandOf(pid)) === undefined)

/** One value from one short connection. */
export async function ask(url: string, text: string): Promise<unknown> {
  const sql = openDatabase(url, { poolSize: 1 })
  try {
    const [row] = await sql.unsafe(text)
    return Object.values(row ?? {})[0]
  } finally {
    await sql.end()
  }
}
