import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'

const TEMPLATE = 'grandstand_template'

export type TestServer = { url: string; stop(): Promise<void> }

/**
 * A PostgreSQL for one run of the tests: the server of TEST_DATABASE_URL, or a new one that forgets everything. A watchdog
 * ends it and removes its folder, also when this process is killed, because its pipe from us then closes.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL ?? ''
  if (given !== '') return { url: given, stop: async () => {} }
  const dataDir = await mkdtemp(join(await quickFolder(), 'grandstand-test-'))
  const watchdog = startWatchdog(dataDir)
  try {
    // Statistics that are refreshed at a moment of its own choosing would make plans, and tests of plans, a matter of luck.
    const settings = { max_wal_size: '256MB', autovacuum: 'off' }
    const server = await startEmbeddedPostgres({ dataDir, mode: 'server', durable: false, settings, say: () => {} })
    return {
      url: server.superuserUrl,
      stop: async () => {
        await server.stop()
        await watchdog.finish()
      },
    }
  } catch (error) {
    await watchdog.finish()
    throw error
  }
}

/** Memory where it is ample: on a busy disk a database took 0.8 s to copy, in memory 0.05 to 0.08 s. */
export async function quickFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > 2 * 1024 ** 3 ? '/dev/shm' : tmpdir()
}

function startWatchdog(dataDir: string): { finish(): Promise<void> } {
  const script = join(import.meta.dirname, 'postgres-watchdog.ts')
  const child = spawn(process.execPath, [script, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return {
    async finish() {
      child.ref()
      child.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`the watchdog could not remove ${dataDir}`)
    },
  }
}

/** The other nodes, where the server is the coordinator of a Citus cluster: each database is there on every node. */
const workerUrls = (): string[] => (process.env.TEST_WORKER_URLS ?? '').split(' ').filter((url) => url !== '')

const everywhere = async (serverUrl: string, text: string): Promise<void> => {
  await Promise.all([serverUrl, ...workerUrls()].map((url) => asAdmin(url, (sql) => sql.unsafe(text))))
}

/** The migrated, empty database that every test file gets a copy of. Made anew, so an old run never shines through. */
export async function createTemplate(serverUrl: string, migrate: (url: string) => Promise<void>): Promise<void> {
  await everywhere(serverUrl, `drop database if exists ${TEMPLATE} with (force)`)
  await everywhere(serverUrl, `create database ${TEMPLATE} template template0`)
  if (workerUrls().length > 0) await joinCluster(serverUrl)
  await migrate(databaseUrl(serverUrl, TEMPLATE))
  // A database with a session in it cannot be copied, not even one of another node.
  await everywhere(serverUrl, `alter database ${TEMPLATE} with allow_connections false`)
  await everywhere(
    serverUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${TEMPLATE}'`,
  )
}

/** What the catalogue says of other nodes holds for copies too: nodes talk about the database in which they are asked. */
async function joinCluster(serverUrl: string): Promise<void> {
  const urls = [serverUrl, ...workerUrls()].map((url) => new URL(databaseUrl(url, TEMPLATE)))
  for (const { href } of urls) await asAdmin(href, (sql) => sql`create extension citus`)
  await asAdmin(databaseUrl(serverUrl, TEMPLATE), async (sql) => {
    for (const [place, { hostname, port }] of urls.entries()) {
      if (place === 0) await sql`select citus_set_coordinator_host(${hostname}, ${port}::integer)`
      else await sql`select citus_add_node(${hostname}, ${port}::integer)`
    }
  })
}

export type TestDatabase = { url: string; drop(): Promise<void> }

/** Copying files took 25 ms here with fsync off, copying by the journal (the default) 36 to 70 ms. */
export async function createDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `grandstand_test_${randomBytes(8).toString('hex')}`
  await everywhere(serverUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  }
}

/** A node's own housekeeping may look into a database in the moment in which it goes. */
async function dropDatabase(serverUrl: string, name: string, tries = 5): Promise<void> {
  try {
    await everywhere(serverUrl, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (tries === 1 || workerUrls().length === 0) throw error
    await dropDatabase(serverUrl, name, tries - 1)
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<T>(serverUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(serverUrl, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
