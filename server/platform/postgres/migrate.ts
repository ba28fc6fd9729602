import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Reserved, Sql } from './database.ts'
import { distribute, isCitus, type PlacedTable, readPlacements } from './distribute.ts'
import { giveIdBlocksOn, refuseForeignIds } from './id-blocks.ts'

export class MigrationError extends Error {}

export type Migration = { version: number; name: string; text: string; checksum: string }

/** A row of the database's own history. */
type AppliedMigration = Omit<Migration, 'text'>

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
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

type OnPlan = (plan: PlacedTable[]) => void

/**
 * Applies what is missing, each file in a transaction of its own, and says what it applied. Forward only. A database without any
 * gets all of them in one. On a Citus cluster it also brings every table where it belongs, and says before which those are.
 */
export async function migrate(sql: Sql, migrations?: Migration[], onPlan: OnPlan = () => {}): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  const connection = await sql.reserve()
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
    else for (const migration of missing) await apply(connection, migration, isDistributed ? onPlan : undefined)
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
    throw error
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    await connection`reset statement_timeout`.catch(() => {})
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

/** A new table of a cluster is distributed in the same transaction: left plain, its rows could not refer to another table's. */
async function apply(connection: Reserved, migration: Migration, onPlan: OnPlan | undefined): Promise<void> {
  await connection`begin`
  // By itself: what a cluster sets on other nodes is the whole text that the setting came with.
  if (onPlan) await connection`set local citus.enable_unsafe_triggers = on`
  await connection.unsafe(textOf(migration))
  if (onPlan) await distribute(connection, onPlan)
  await connection`commit`
}

async function applyTogether(connection: Reserved, migrations: Migration[]): Promise<void> {
  await connection`begin`
  await connection.unsafe(migrations.map(textOf).join(';\n'))
  await connection`commit`
}

/** What it changes, and the row that says so. */
const textOf = ({ version, name, text, checksum }: Migration) => `${text};
  insert into schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}')`

/** True once the database has every migration of this program; a newer program may have added its own already. */
export async function isCurrent(sql: Sql, newest: number): Promise<boolean> {
  const [row] = await sql<{ newest: number | null }[]>`select max(version) as newest from schema_migrations`
  return (row?.newest ?? 0) >= newest
}

/** For whatever works on the tables without bringing them up to date first: what is missing is said, and not found out half way. */
export async function requireMigrated(sql: Sql): Promise<void> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`
  const applied = table?.exists ? await readHistory(sql) : []
  const known = await readMigrations()
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
