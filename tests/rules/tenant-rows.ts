import type { OrgId } from '../../server/access/principal.ts'
import type { Sql } from '../../server/kit/database.ts'
import { isWrite, type OperationSpec } from '../operations.ts'

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

/** A digest of everything that an organisation has, table by table: equal before and after means that nothing changed. */
export async function tenantRows(sql: Sql, orgId: OrgId): Promise<Record<string, string>> {
  const tables = (await tenantTables(sql)).filter((name) => !COUNTERS.includes(name))
  const digests = tables.map(
    (name) => `
      select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest
      from ${name} t
      where org_id = $1`,
  )
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(digests.join(' union all '), [orgId], {
    prepare: true,
  })
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
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
