import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Reserved, Sql } from './database.ts'
import { tablesInOrder } from './distribute.ts'
import { PostgresError } from './errors.ts'
import { type LockMode, locksOf, type Migration } from './migration-file.ts'
import { type Fragment, literal } from './sql.ts'

/*
 * A migration that waits for a table makes every sale wait behind it, for as long as the longest reader holds on. So it waits a
 * moment only, lets go of everything and tries again: less than PostgreSQL waits before it looks for a deadlock, so that of a
 * migration and a sale that wait for each other it is always the migration that gives way.
 */
const LOCK_TIMEOUT_MS = 100
const AGAIN_AFTER_MS = 900
/** Some reports read for minutes. */
const PATIENCE_MS = 600_000

export type Patience = {
  lockTimeoutMs?: number
  againAfterMs?: number
  patienceMs?: number
  /** Called with a sentence each time that others are in the way. */
  onWaiting?: (sentence: string) => void
}

export class LockedOutError extends Error {}

type TableLock = { table: string; mode: LockMode }

/**
 * The locks that a migration takes of tables that are there, in the one order in which all migrations take them: a table after
 * those that it refers to, as a sale writes them.
 */
export async function locksInOrder(connection: Reserved | Sql, { text }: Migration): Promise<TableLock[]> {
  const locks = locksOf(text)
  const tables = await tablesInOrder(connection)
  return tables.flatMap((table) => {
    const mode = locks.get(table)
    return mode === undefined ? [] : [{ table, mode }]
  })
}

const MODES: Record<LockMode, (sql: Db) => Fragment> = {
  'row exclusive': (sql) => sql`row exclusive`,
  'share update exclusive': (sql) => sql`share update exclusive`,
  share: (sql) => sql`share`,
  'share row exclusive': (sql) => sql`share row exclusive`,
  'access exclusive': (sql) => sql`access exclusive`,
}

/** Does the work in a transaction that has these locks, as soon as no other session is in the way. */
export async function underLocks(
  connection: Reserved,
  name: string,
  locks: TableLock[],
  work: () => Promise<void>,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, againAfterMs = AGAIN_AFTER_MS, ...patience }: Patience,
): Promise<void> {
  const { patienceMs = PATIENCE_MS, onWaiting = () => {} } = patience
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      await connection`begin`
      await connection`set local lock_timeout = ${literal(connection, lockTimeoutMs)}`
      for (const { table, mode } of locks)
        await connection`lock table ${connection(table)} in ${MODES[mode](connection)} mode`
      await work()
      await connection`commit`
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      await connection`rollback`
      const sentence = `${name} waits for ${locks.map(({ table }) => table).join(', ')}; ${await holdersOf(connection, locks)}`
      if (performance.now() > until)
        throw new LockedOutError(
          `${sentence}. It gave up and has changed nothing: end these sessions (select pg_terminate_backend(…)) or wait for them, ` +
            'and run grandstand migrate again',
        )
      onWaiting(sentence)
      await sleep(againAfterMs)
    }
  }
}

/** Another session has the table, or the two waited for each other. */
const isBusy = (error: unknown): boolean => error instanceof PostgresError && ['55P03', '40P01'].includes(error.code)

const HOLDERS_MAX = 5

/** Who has these tables at the moment, the longest first. */
async function holdersOf(connection: Reserved, locks: TableLock[]): Promise<string> {
  const holders = await connection<{ pid: number; name: string; seconds: number }[]>`
    select a.pid, coalesce(nullif(a.application_name, ''), 'a session without a name') as name,
      extract(epoch from now() - a.xact_start)::integer as seconds
    from pg_stat_activity a
    where a.pid <> pg_backend_pid()
      and a.xact_start is not null
      and exists (
        select 1
        from pg_locks l
        where l.pid = a.pid
          and l.granted
          and l.relation::regclass::text = any (${locks.map(({ table }) => table)}::text[])
      )
    order by a.xact_start
    limit ${HOLDERS_MAX}`
  if (holders.length === 0) return 'the session that had them is done'
  const sentences = holders.map(({ pid, name, seconds }) => `${name} (process ${pid}) for ${seconds} s`)
  return `they are held by ${sentences.join(', ')}`
}
