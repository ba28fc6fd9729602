import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Reserved, Sql } from './database.ts'
import { distribute, isCitus, type PlacedTable, readPlacements } from './distribute.ts'
import { giveIdBlocksOn, refuseForeignIds } from './id-blocks.ts'
import { type Migration, statementsOf, textForNewDatabase, wayOf } from './migration-file.ts'
import { LockedOutError, locksInOrder, type Patience, underLocks } from './migration-locks.ts'

export type { Migration } from './migration-file.ts'

export class MigrationError extends Error {}

/** A row of the database's own history. */
type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>

const folder = join(import.meta.dirname, '..', '..', 'migrations')

/** One number for every Grandstand database: two processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_401_001

export async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(name.slice(0, 4))
      if (version !== index + 1) throw new MigrationError(`migration ${name} is out of order`)
      const text = await readFile(join(from, name), 'utf8')
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex'), way: wayOf(text) }
    }),
  )
}

type OnPlan = (plan: PlacedTable[]) => void

/**
 * Applies what is missing, each file in a transaction of its own or in the way that its head asks for, and says what it applied.
 * Forward only. It runs beside sales: no sale waits for it longer than it waits for a lock. A database without any gets all of them
 * in one. On a Citus cluster it also brings every table where it belongs, and says before which those are.
 */
export async function migrate(
  sql: Sql,
  migrations?: Migration[],
  onPlan: OnPlan = () => {},
  patience: Patience = {},
): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  const connection = await sql.reserve()
  const [limit] = await connection<{ was: string }[]>`select current_setting('statement_timeout') as was`
  try {
    // Neither waiting for another process nor a long migration may run into the time limit of ordinary statements.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await ensureHistory(connection)
    const applied = await readHistory(connection)
    checkHistory(known, applied)
    const missing = known.slice(applied.length)
    const isCluster = await isCitus(connection)
    const isDistributed = isCluster && (await readPlacements(connection)).some(({ lies }) => lies === 'distributed')
    // A new database has no rows: all or nothing, and one commit to the disk in place of one for each file.
    if (applied.length === 0) await applyTogether(connection, missing)
    else
      for (const migration of missing) await apply(connection, migration, isDistributed ? onPlan : undefined, patience)
    if (isCluster) await refuseForeignIds(connection)
    // A new database, or one that was an ordinary one: all at once, when every table is as it will be.
    if (isCluster && !isDistributed) {
      await connection`begin`
      await distribute(connection, onPlan)
      await connection`commit`
    }
    if (isCluster) await giveIdBlocksOn(connection)
    return missing.map((migration) => migration.name)
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw error instanceof LockedOutError ? new MigrationError(error.message) : error
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    await connection`select set_config('statement_timeout', ${limit?.was ?? '0'}, false)`.catch(() => {})
    connection.release()
  }
}

/** Asked before it is made: a role that is not the owner may read it, and may make nothing. */
async function ensureHistory(connection: Reserved): Promise<void> {
  const [history] = await connection<{ there: boolean }[]>`
    select to_regclass('schema_migrations') is not null as there`
  if (history?.there) return
  await connection`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
}

export const readHistory = (db: Db) => db<AppliedMigration[]>`
  select version, name, checksum
  from schema_migrations
  order by version`

async function apply(
  connection: Reserved,
  migration: Migration,
  onPlan: OnPlan | undefined,
  patience: Patience,
): Promise<void> {
  if (migration.way === 'concurrently') await buildConcurrently(connection, migration)
  else if (migration.way === 'in batches') await changeInBatches(connection, migration)
  else await applyAtOnce(connection, migration, onPlan, patience)
}

/** A new table of a cluster is distributed in the same transaction: left plain, its rows could not refer to another table's. */
async function applyAtOnce(
  connection: Reserved,
  migration: Migration,
  onPlan: OnPlan | undefined,
  patience: Patience,
): Promise<void> {
  const work = async () => {
    // By itself: what a cluster sets on other nodes is the whole text that the setting came with.
    if (onPlan) await connection`set local citus.enable_unsafe_triggers = on`
    // A text that begins with a comment is sent as it is, however many statements are in it.
    await connection.unsafe(`-- ${migration.name}\n${migration.text};\n${historyRow(migration)}`)
    if (onPlan) await distribute(connection, onPlan)
  }
  await underLocks(connection, migration.name, await locksInOrder(connection, migration), work, patience)
}

/** What an earlier try left half built is built anew; what it finished is kept. */
async function buildConcurrently(connection: Reserved, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.text)) {
    const [, index] = /\bindex concurrently if not exists ([a-z_0-9]+)/i.exec(statement) ?? []
    if (index === undefined)
      throw new MigrationError(`${migration.name} may only create indexes concurrently if not exists`)
    const [broken] = await connection<{ one: number }[]>`
      select 1 as one
      from pg_index
      where indexrelid = to_regclass(${index})
        and not indisvalid`
    if (broken) await connection.unsafe(`drop index concurrently ${index}`)
    await connection.unsafe(statement)
  }
  await connection.unsafe(historyRow(migration))
}

/** Organisation by organisation, each batch in a transaction of its own, so that what is changed is locked for a moment only. */
async function changeInBatches(connection: Reserved, migration: Migration): Promise<void> {
  const [statement, ...others] = statementsOf(migration.text)
  if (statement === undefined || others.length > 0)
    throw new MigrationError(`${migration.name} may only have the one statement that is repeated`)
  const organisations = await connection<{ org_id: number }[]>`
    select org_id
    from organisations
    order by org_id`
  for (const { org_id } of organisations) {
    let changed = 1
    while (changed > 0) changed = (await connection.unsafe(statement, [org_id])).count
  }
  await connection.unsafe(historyRow(migration))
}

async function applyTogether(connection: Reserved, migrations: Migration[]): Promise<void> {
  const texts = migrations.map((migration) => `${textForNewDatabase(migration)};\n${historyRow(migration)}`)
  await connection`begin`
  await connection.unsafe(texts.join(';\n'))
  await connection`commit`
}

/** The row that says that it was applied. */
const historyRow = ({ version, name, checksum }: Migration) =>
  `insert into schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}')`

/** True once the database has every migration of this program; a newer program may have added its own already. */
export async function isCurrent(sql: Sql, newest: number): Promise<boolean> {
  const [row] = await sql<{ newest: number | null }[]>`select max(version) as newest from schema_migrations`
  return (row?.newest ?? 0) >= newest
}

/** The migrations of this program that the database does not have, for a look before they are applied. */
export async function readMissing(sql: Sql): Promise<Migration[]> {
  const known = await readMigrations()
  const applied = await readHistoryIfAny(sql)
  checkHistory(known, applied)
  return known.slice(applied.length)
}

async function readHistoryIfAny(sql: Sql): Promise<AppliedMigration[]> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`
  return table?.exists ? await readHistory(sql) : []
}

/** For whatever works on the tables without bringing them up to date first: what is missing is said, and not found out half way. */
export async function requireMigrated(sql: Sql): Promise<void> {
  const known = await readMigrations()
  const applied = await readHistoryIfAny(sql)
  checkHistory(known, applied)
  const missing = known.length - applied.length
  if (missing === 0) return
  const state = applied.length === 0 ? 'has no tables yet' : `is older than this program, by ${missing} migrations`
  throw new MigrationError(`the database ${state}: run grandstand migrate first`)
}

/** Refuses a database whose migrations are not the first of this program's. */
export function checkHistory(known: Migration[], applied: AppliedMigration[]): void {
  const [oldest] = applied
  if (oldest && known[0] && oldest.name !== known[0].name) {
    throw new MigrationError(
      'the database was made before the first release, and nothing brings it up to date: use a new database or another DATA_DIR; this one stays as it is',
    )
  }
  const newest = applied.at(-1)
  if (newest && newest.version > known.length) {
    throw new MigrationError(
      `the database is newer than this program (it has migration ${newest.name}); start the version that wrote it, or a newer one`,
    )
  }
  for (const [index, row] of applied.entries()) {
    if (known[index]?.checksum !== row.checksum) {
      throw new MigrationError(`migration ${row.name} was applied with another text than this program has`)
    }
  }
}
