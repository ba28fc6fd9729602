import { openDatabase, type Sql } from '../postgres/database.ts'
import { EmbeddedPostgresError, errorCode, fullDisk } from './error.ts'
import { applicationUrl, provision } from './roles.ts'

/**
 * Who uses the server is written in the server itself, as session advisory locks, which end with the process that holds
 * them. Every process present shares PRESENT; one program of mode `server` holds SERVER. Held in the database `postgres`, apart
 * from the locks of the application.
 */
const SPACE = 7401
const SERVER = 1
const PRESENT = 2

/** Another program's server, which is not ours to stop. */
export class OccupiedError extends EmbeddedPostgresError {}

export type Mode = 'server' | 'tool'

export type Presence = {
  /** No other process was there, or we are the one server. */
  owned: boolean
  /** Resolves when the connection, and the locks with it, are gone. */
  gone: Promise<void>
  /** Gives up the place; true when no other process is present, and none can enter until the connection closes. */
  leave(): Promise<boolean>
  close(): Promise<void>
}

/** Undefined: not now (starting, recovering, stopping), look again. */
export async function enter(options: {
  port: number
  password: string
  mode: Mode
  dataDir: string
  timeoutMs: number
}): Promise<Presence | undefined> {
  const { port, password, mode, dataDir, timeoutMs } = options
  let sayGone = () => {}
  const gone = new Promise<void>((resolve) => {
    sayGone = resolve
  })
  const connectTimeoutMs = Math.min(3000, Math.max(100, timeoutMs))
  const sql = openDatabase(applicationUrl({ port, password }, 'postgres'), {
    poolSize: 1,
    statementTimeoutMs: 0,
    connectTimeoutMs,
    applicationName: `grandstand ${mode} ${process.pid}`,
    onClosed: () => sayGone(),
  })
  const close = () => sql.end({ timeout: 1 })
  try {
    const owned = await takePlace(sql, mode, dataDir)
    if (owned === undefined) {
      await close()
      return undefined
    }
    if (!(await hasDatabase(sql))) await provision({ port, password }, connectTimeoutMs)
    return { owned, gone, leave: () => leave(sql), close }
  } catch (error) {
    await close()
    const problem = isRefused(error) ? await provision({ port, password }, connectTimeoutMs).catch(cause) : error
    if (problem === undefined || isPassing(problem)) return undefined
    throw explain(problem, dataDir)
  }
}

async function takePlace(sql: Sql, mode: Mode, dataDir: string): Promise<boolean | undefined> {
  if (mode === 'server' && !(await tryLock(sql, SERVER))) {
    throw new OccupiedError(
      `another Grandstand (process ${await serverProcess(sql)}) already runs on ${dataDir}: stop it, or choose another DATA_DIR`,
    )
  }
  // A process that gets the exclusive lock is alone. It takes the shared one before giving that back, so no other slips in between.
  const alone = await tryLock(sql, PRESENT)
  const [share] = await sql<{ ok: boolean }[]>`select pg_try_advisory_lock_shared(${SPACE}::int, ${PRESENT}::int) as ok`
  if (alone) await sql`select pg_advisory_unlock(${SPACE}::int, ${PRESENT}::int)`
  if (!share?.ok) return undefined
  return alone || mode === 'server'
}

/** The share goes first: of two that leave together, one finds itself alone. */
async function leave(sql: Sql): Promise<boolean> {
  await sql`select pg_advisory_unlock_shared(${SPACE}::int, ${PRESENT}::int)`
  return tryLock(sql, PRESENT)
}

async function tryLock(sql: Sql, key: number): Promise<boolean> {
  const [row] = await sql<{ ok: boolean }[]>`select pg_try_advisory_lock(${SPACE}::int, ${key}::int) as ok`
  return row?.ok ?? false
}

async function serverProcess(sql: Sql): Promise<string> {
  const [row] = await sql<{ application_name: string }[]>`
    select a.application_name
    from pg_locks l
    join pg_stat_activity a using (pid)
    where l.locktype = 'advisory'
      and l.classid = ${SPACE}::int::oid
      and l.objid = ${SERVER}::int::oid
      and l.granted`
  return row?.application_name.split(' ').at(-1) ?? 'unknown'
}

async function hasDatabase(sql: Sql): Promise<boolean> {
  const databases = await sql`select 1 as one from pg_database where datname = 'grandstand'`
  return databases.length > 0
}

const cause = (error: unknown) => error

/** The role is not there yet, or not yet ready: a new cluster, or one from a program before this one. */
const isRefused = (error: unknown) => ['28P01', '28000'].includes(errorCode(error) ?? '')

/** Not accepting yet or no longer, or cut off by a stop. */
const passingCodes = [
  ['57P01', '57P02', '57P03'],
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'CONNECT_TIMEOUT'],
  ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
].flat()

const isPassing = (error: unknown) => passingCodes.includes(errorCode(error) ?? '')

function explain(error: unknown, dataDir: string): unknown {
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
      return new EmbeddedPostgresError(`${dataDir}/postgres-password is not the password of the database in ${dataDir}`)
    case '53100':
      return fullDisk(dataDir)
    case '53300':
      return new EmbeddedPostgresError(
        `the database in ${dataDir} has no connection left: stop another program that uses it`,
      )
    default:
      return error
  }
}
