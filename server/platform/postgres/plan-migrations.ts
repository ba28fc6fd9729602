import type { Sql } from './database.ts'
import { blockedBy, type LockMode, type Migration, type MigrationWay } from './migration-file.ts'
import { locksInOrder } from './migration-locks.ts'

type PlannedLock = {
  table: string
  mode: LockMode
  /** The statements that other sessions cannot run meanwhile. */
  keeps_from: string
  rows: number
  bytes: number
}

export type PlannedMigration = { name: string; way: MigrationWay; locks: PlannedLock[] }

/** What each migration locks of the tables that are there, and how large they are on this database. */
export async function planMigrations(sql: Sql, migrations: Migration[]): Promise<PlannedMigration[]> {
  const sizes = await sql<{ table: string; rows: number; bytes: number }[]>`
    select relname as table, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind = 'r'`
  const sizeOf = new Map(sizes.map((size) => [size.table, size]))
  const planned: PlannedMigration[] = []
  for (const migration of migrations) {
    const locks = await locksInOrder(sql, migration)
    planned.push({
      name: migration.name,
      way: migration.way ?? 'at once',
      locks: locks.map(({ table, mode }) => {
        const { rows = 0, bytes = 0 } = sizeOf.get(table) ?? {}
        return { table, mode, keeps_from: blockedBy[mode], rows, bytes }
      }),
    })
  }
  return planned
}
