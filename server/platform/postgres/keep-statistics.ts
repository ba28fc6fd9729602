import type { Sql } from './database.ts'

/** Fewer changes than this cannot make a bad plan dear. */
const CHANGES_LEAST = 200

/**
 * Analyses tables that have grown several times over since they were last analysed. PostgreSQL does so by itself, once a
 * minute at best; until then it plans for tables that are all but empty, where every index looks as good as the right one,
 * and keeps those plans: the first minute of a new installation's on-sale would read an organisation's rows from end to end
 * for every order, its foreign keys included. A table is analysed a handful of times on its way to a million rows.
 */
export async function keepStatistics(sql: Sql): Promise<string[]> {
  const grown = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where c.relnamespace = current_schema()::regnamespace
      and s.n_mod_since_analyze >= ${CHANGES_LEAST}
      and s.n_mod_since_analyze > 3 * c.reltuples`
  for (const { name } of grown) await sql`analyze ${sql(name)}`
  return grown.map(({ name }) => name)
}
