import type { OrgId } from '../../server/access/principal.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { wantedPlacements } from '../../server/platform/postgres/distribute.ts'
import { isWrite, type OperationSpec } from '../harness/operations.ts'

/** Counting requests is the one thing that every request changes. */
const COUNTERS = ['rate_limit_windows']

/** Every table with an `org_id` is a tenant table. */
export async function tenantTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public'
      and column_name = 'org_id'
      and table_type = 'BASE TABLE'
    order by table_name`
  return rows.map(({ name }) => name)
}

/** Those that a cluster would split by organisation. */
export async function shardedTables(sql: Sql): Promise<ReadonlySet<string>> {
  const tables = await wantedPlacements(sql)
  return new Set(tables.filter(({ wanted }) => wanted === 'distributed').map(({ name }) => name))
}

const kept = new WeakMap<Sql, Promise<string[]>>()
/** Asked once for each database: the question takes longer than reading the rows, and is put a thousand times. */
const keptTables = (sql: Sql): Promise<string[]> => {
  const tables = kept.get(sql) ?? tenantTables(sql)
  kept.set(sql, tables)
  return tables
}

/**
 * Everything that an organisation has, table by table: equal before and after means that nothing changed. The rows come
 * as they are, since a digest of each table took the database three times as long.
 */
export async function tenantRows(sql: Sql, orgId: OrgId): Promise<Record<string, string>> {
  const tables = (await keptTables(sql)).filter((name) => !COUNTERS.includes(name))
  const selects = tables.map((name) => `select '${name}' as name, t::text as row from ${name} t where org_id = $1`)
  const rows = await sql.unsafe<{ name: string; row: string }[]>(selects.join(' union all '), [orgId])
  const found = Map.groupBy(rows, ({ name }) => name)
  const textOf = (name: string) => (found.get(name) ?? []).map(({ row }) => row).sort()
  return Object.fromEntries(tables.map((name) => [name, textOf(name).join('\n')]))
}

/** Runs the work and says which tables of the organisation it changed. A read is trusted to change none. */
export async function changedBy(
  operation: OperationSpec,
  sql: Sql,
  orgId: OrgId,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const before = isWrite(operation) ? await tenantRows(sql, orgId) : {}
  await work()
  const after = isWrite(operation) ? await tenantRows(sql, orgId) : {}
  return Object.keys(after).filter((name) => after[name] !== before[name])
}
