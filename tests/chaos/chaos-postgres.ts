import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'

export type ChaosPostgres = { url: string; kill(): Promise<void>; stop(): Promise<void> }

/** A durable PostgreSQL that can be killed without warning and comes back at the same address. Needs /proc. */
export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'grandstand-chaos-'))
  await chmod(dataDir, 0o755)
  const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'server', say: () => {} })
  const cluster = join(dataDir, 'postgres')
  let pid = await postmasterOf(cluster)
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1)
  const { uid, gid } = await stat(cluster)
  const again = async () => {
    spawn(program, args, { uid, gid, cwd: cluster, stdio: 'ignore', detached: true }).unref()
    await answering(url)
    pid = await postmasterOf(cluster)
  }
  return {
    url,
    async kill() {
      process.kill(pid, 'SIGKILL')
      await again()
    },
    async stop() {
      // Whoever started it first knows only the one that was killed.
      await stop().catch(() => {})
      if (isRunning(pid)) process.kill(pid, 'SIGINT')
      while (isRunning(pid)) await sleep(100)
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  /** Backends that outlive their postmaster for a moment keep a new one out, so it is started until it stays. */
  async function answering(address: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const sql = openDatabase(address, { poolSize: 1, connectTimeoutMs: 2_000 })
      const isUp = await sql`select 1`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 1 })
      if (isUp) return
      if (tries > 100) throw new Error('PostgreSQL did not come back')
      await sleep(200)
      if (tries % 5 === 0) spawn(program, args, { uid, gid, cwd: cluster, stdio: 'ignore', detached: true }).unref()
    }
  }
}

const postmasterOf = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n', 1)[0])

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
