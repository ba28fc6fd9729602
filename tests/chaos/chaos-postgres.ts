import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { startCluster } from '../harness/citus.ts'

/** It may have a full night's writes to go through again, on a machine that does other work too. */
const TRIES_MAX = 600

/** Each of `kills` ends a PostgreSQL without warning, and is done when it is back. */
export type ChaosDatabase = { url: string; kills: (() => Promise<void>)[]; stop(): Promise<void> }

/** A durable PostgreSQL that can be killed without warning and comes back at the same address. Needs /proc. */
export async function startChaosPostgres(): Promise<ChaosDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'grandstand-chaos-'))
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'server', say: () => {} })
  const { kill, end } = await mortal(join(dataDir, 'postgres'), url)
  return {
    url,
    kills: [kill],
    async stop() {
      // The first starter knows only the process that was killed.
      await stop().catch(() => {})
      await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A durable Citus cluster, of which the coordinator and each worker can be killed. */
export async function startChaosCluster(): Promise<ChaosDatabase> {
  const { folder, url, workerUrls, stop } = await startCluster(tmpdir(), undefined, { isDurable: true })
  const nodes = [
    await mortal(join(folder, 'coordinator'), url),
    await mortal(join(folder, 'worker1'), workerUrls[0] ?? ''),
    await mortal(join(folder, 'worker2'), workerUrls[1] ?? ''),
  ]
  const database = new URL(url)
  database.pathname = '/grandstand'
  return { url: database.href, kills: nodes.map(({ kill }) => kill), stop }
}

/** The PostgreSQL whose data is in the folder. */
async function mortal(folder: string, url: string): Promise<{ kill(): Promise<void>; end(): Promise<void> }> {
  let pid = await postmasterOf(folder)
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1)
  const { uid, gid } = await stat(folder)
  // A node of a cluster looks for certificates at home, and ours may not be readable for another user.
  const env = { ...process.env, HOME: folder }
  const launch = () => spawn(program, args, { uid, gid, cwd: folder, env, stdio: 'ignore', detached: true }).unref()

  /** Backends that outlive their postmaster for a moment keep a new one out, so it is started until it stays. */
  async function answering(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const sql = openDatabase(url, { poolSize: 1, connectTimeoutMs: 2_000 })
      const isUp = await sql`select 1`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 1 })
      if (isUp) return
      if (tries > TRIES_MAX) throw new Error('PostgreSQL did not come back')
      await sleep(200)
      if (tries % 5 === 0) launch()
    }
  }

  return {
    async kill() {
      process.kill(pid, 'SIGKILL')
      launch()
      await answering()
      pid = await postmasterOf(folder)
    },
    async end() {
      if (isRunning(pid)) process.kill(pid, 'SIGINT')
      while (isRunning(pid)) await sleep(100)
    },
  }
}

const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0])

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
