import { resolve } from 'node:path'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { hasCluster } from '../platform/embedded-postgres/location.ts'
import { type Db, openDatabase, type Sql } from '../platform/postgres/database.ts'
import { createDatabaseClock } from '../platform/postgres/database-clock.ts'
import { requireMigrated } from '../platform/postgres/migrate.ts'
import type { SystemClock } from '../platform/values/clock.ts'
import type { Config } from './config.ts'

/** A failure that is the operator's to mend: one line on the terminal, no stack. */
export class StartError extends Error {}

export type Connection = {
  url: string
  embedded: boolean
  /** Where the embedded one keeps its data. */
  folder?: string
  exited: Promise<string>
  stop(): Promise<void>
  /** The reason behind an error, where more is known of it than the error says. */
  explain(error: unknown): Promise<unknown>
}

const POSTGRES_LEAST = 150_000

type ConnectOptions = {
  makesDatabase?: boolean
  /** Called once another program works for us: from then on there is time for something else. */
  onWaiting?: () => void
}

/**
 * Your own PostgreSQL when DATABASE_URL names one, else the embedded one in DATA_DIR. A command that finds none there makes none,
 * unless that is what it is for: in the wrong folder it would work on an empty database in silence.
 */
export async function connect(
  config: Config,
  mode: 'server' | 'tool',
  { makesDatabase = mode === 'server', onWaiting = () => {} }: ConnectOptions = {},
): Promise<Connection> {
  if (config.DATABASE_URL !== undefined) {
    const checking = checkServer(config.DATABASE_URL, 'DATABASE_URL')
    onWaiting()
    await checking
    const never = new Promise<string>(() => {})
    const explain = async (error: unknown) => error
    return { url: config.DATABASE_URL, embedded: false, exited: never, stop: async () => {}, explain }
  }
  if (!makesDatabase && !(await hasCluster(config.DATA_DIR))) throw noDatabase(config.DATA_DIR)
  const { url, folder, exited, stop, explain } = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    mode,
    onWaiting,
  })
  return { url, embedded: true, folder, exited, stop, explain }
}

const noDatabase = (dataDir: string) =>
  new StartError(
    `there is no database in ${resolve(dataDir)}. grandstand start makes one; for one that is elsewhere, ` +
      'set DATA_DIR to its folder, or DATABASE_URL',
  )

/**
 * Opens the database for one command, which has its time from it, and leaves everything as it was found. Unless the command is for
 * databases of any version, this one has to be of the program's own.
 */
export async function withDatabase<T>(
  config: Config,
  work: (sql: Sql, clock: SystemClock) => Promise<T>,
  { makesDatabase = false, anyVersion = false } = {},
): Promise<T> {
  const connection = await connect(config, 'tool', { makesDatabase })
  const sql = openDatabase(connection.url, { poolSize: 4, statementTimeoutMs: 0, applicationName: 'grandstand cli' })
  try {
    if (!anyVersion) await requireMigrated(sql)
    const { clock } = await createDatabaseClock(sql)
    return await work(sql, clock)
  } catch (error) {
    throw await connection.explain(error)
  } finally {
    await sql.end({ timeout: 5 })
    await connection.stop()
  }
}

/** The message calls the address `name`, as the operator who gave it does. */
export async function checkServer(url: string, name: string): Promise<void> {
  const sql = openDatabase(url, { poolSize: 1 })
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::integer as version`
    if ((row?.version ?? 0) < POSTGRES_LEAST) throw new StartError(`${name} names a PostgreSQL older than 15`)
    await requireSessions(url, name)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message, code } = error as Error & { code?: string }
    throw new StartError(`${name} does not answer: ${message === '' ? code : message}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A pooler that has no order in which it gives its sessions is found by the second or third try. */
const POOLER_TRIES = 3

/**
 * What a session keeps (its settings, prepared statements, what it listens to, its locks) has to be the same from one statement to the
 * next. A pooler that shares sessions by the transaction gives the session of the one connection to the other.
 */
async function requireSessions(url: string, name: string): Promise<void> {
  const one = openDatabase(url, { poolSize: 1 })
  const other = openDatabase(url, { poolSize: 1 })
  const sessionOf = async (connection: Db) => {
    const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`
    return row?.pid
  }
  try {
    for (let tries = 0; tries < POOLER_TRIES; tries += 1) {
      const session = await sessionOf(one)
      // One that shares sessions by the statement refuses a transaction.
      const taken = await other.begin(sessionOf).catch((error: Error) => {
        if (/pooling mode/.test(error.message)) return session
        throw error
      })
      if (taken === session)
        throw new StartError(`${name} leads to a pooler that shares sessions between clients; set pool_mode = session`)
    }
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })])
  }
}
