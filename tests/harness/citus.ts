import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const scripts = join(import.meta.dirname, '..', '..', 'deploy', 'citus')

/** Whether the tests run on a cluster: run.ts says so to the processes that it starts. */
export const isOnCluster = (): boolean => (process.env.TEST_WORKER_URLS ?? '') !== ''

/** In its folder, each node has one of its own: coordinator, worker1, worker2. */
export type TestCluster = { folder: string; url: string; workerUrls: string[]; stop(): Promise<void> }

/**
 * A Citus cluster for one run, which forgets everything with the power unless it is to be durable: of the Citus that is installed for some PostgreSQL here, or
 * that is built from `source`, a folder with its sources. It ends with this process, also when that is killed, because its pipe
 * from us then closes.
 */
export async function startCluster(
  within: string,
  source: string | undefined,
  { isDurable = false } = {},
): Promise<TestCluster> {
  const pgConfig = (await findCitus()) ?? (await installCitus(source))
  const folder = await mkdtemp(join(within, 'grandstand-citus-'))
  const watchdog = spawn('sh', ['-c', 'cat > /dev/null; exec "$0" remove "$1"', join(scripts, 'cluster.sh'), folder], {
    detached: true,
    env: { ...process.env, PG_CONFIG: pgConfig },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(watchdog, 'exit')
  watchdog.unref()
  const stop = async () => {
    watchdog.ref()
    watchdog.stdin.end()
    await ended
  }
  try {
    const port = await freePort()
    const env = { ...process.env, PG_CONFIG: pgConfig, FSYNC: isDurable ? 'on' : 'off' }
    await run(join(scripts, 'cluster.sh'), ['start', folder, String(port)], { env })
    const urlAt = (at: number) => `postgres://postgres@127.0.0.1:${at}/postgres`
    return { folder, url: urlAt(port), workerUrls: [urlAt(port + 1), urlAt(port + 2)], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The pg_config of a PostgreSQL that has the extension. */
export async function findCitus(): Promise<string | undefined> {
  const debian = await readdir('/usr/lib/postgresql').catch(() => [])
  const named = process.env.PG_CONFIG ?? 'pg_config'
  for (const path of [named, ...debian.map((version) => `/usr/lib/postgresql/${version}/bin/pg_config`)]) {
    const folder = await run(path, ['--sharedir']).catch(() => undefined)
    const control = join(folder?.stdout.trim() ?? '', 'extension', 'citus.control')
    if (folder && (await isThere(control))) return path
  }
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function installCitus(source: string | undefined): Promise<string> {
  if (source === undefined) {
    throw new Error(
      'no PostgreSQL here has Citus; name a folder with its sources: npm run test:citus -- --citus-source <folder>',
    )
  }
  await run(join(scripts, 'install.sh'), [source], { maxBuffer: 2 ** 28 })
  const pgConfig = await findCitus()
  if (pgConfig === undefined) throw new Error(`Citus was built from ${source} and cannot be found`)
  return pgConfig
}
