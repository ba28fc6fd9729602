import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'

/** Which PostgreSQL it was, for the report. */
export let postgresVersion: string | undefined

/**
 * The server that `--database` names, in a database that is dropped afterwards; without it the one that `npm start` would run, durable, in
 * a folder that is thrown away.
 */
export function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const ownDatabase = process.env.BENCH_DATABASE_URL
  const noted = async (url: string) => {
    postgresVersion = `${await versionOf(url)}${ownDatabase === undefined ? ', embedded' : ''}`
    return work(url)
  }
  return ownDatabase === undefined ? withEmbedded(noted) : withDatabaseOn(ownDatabase, noted)
}

async function withEmbedded<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'grandstand-bench-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  try {
    await allowMore(server)
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A measurement may begin with what was loaded before on the disk, and in a database of its own; the program itself never asks for that. */
async function allowMore({ url, superuserUrl }: { url: string; superuserUrl: string }): Promise<void> {
  const sql = openDatabase(superuserUrl, { poolSize: 1 })
  try {
    const role = sql(new URL(url).username)
    await sql`grant pg_checkpoint to ${role}`
    await sql`alter role ${role} createdb`
  } finally {
    await sql.end()
  }
}

async function withDatabaseOn<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `grandstand_bench_${process.pid}`
  const url = new URL(server)
  url.pathname = name
  const sql = openDatabase(server, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    await sql`create database ${sql(name)}`
    try {
      return await work(url.href)
    } finally {
      await sql`drop database ${sql(name)} with (force)`
    }
  } finally {
    await sql.end()
  }
}

async function versionOf(url: string): Promise<string> {
  const sql = openDatabase(url, { poolSize: 1 })
  const [row] = await sql<{ server_version: string }[]>`show server_version`
  await sql.end()
  return row?.server_version ?? ''
}

/** A process that prints one line once it is ready, as `grandstand start --role api` does. */
export async function spawnNode(
  script: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<ChildProcess> {
  // The program is started as a command, so that it runs under the flags of its first line.
  const [command, before] = script.endsWith('.js') ? [script, []] : [process.execPath, [script]]
  const child = spawn(command, [...before, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let seen = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (seen.length < 100_000) seen += chunk
      if (ready.test(seen)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)))
  })
  return child
}

/** One API process of production: the same program, the same settings but for the port. */
export async function startApi(databaseUrl: string, extra: Record<string, string> = {}) {
  const port = await freePort()
  const child = await spawnNode(
    join(import.meta.dirname, '..', 'server', 'grandstand.js'),
    ['start', '--role', 'api'],
    { DATABASE_URL: databaseUrl, GRANDSTAND_SECRET: 'x'.repeat(32), PORT: String(port), HOST: '127.0.0.1', ...extra },
    /Server listening/,
  )
  return { url: `http://127.0.0.1:${port}`, child, stop: () => stopProcess(child) }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
