import type { Sql } from './database.ts'
import { askEveryNode, tableOfShard, tellNode } from './every-node.ts'
import { literal } from './sql.ts'

/** Fewer changes than this cannot make a bad plan dear. */
const CHANGES_LEAST = 200

/**
 * Analyses tables that have grown several times over since they were last analysed. PostgreSQL does so by itself, once a
 * minute at best; until then it plans for tables that are all but empty, where every index looks as good as the right one,
 * and keeps those plans: the first minute of a new installation's on-sale would read an organisation's rows from end to end
 * for every order, its foreign keys included. A table is analysed a handful of times on its way to a million rows.
 */
export async function keepStatistics(sql: Sql): Promise<string[]> {
  const grown = sql<{ answer: string }[]>`
    select coalesce(string_agg(c.relname, ' ' order by c.relname), '') as answer
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where c.relnamespace = current_schema()::regnamespace
      and s.n_mod_since_analyze >= ${literal(sql, CHANGES_LEAST)}
      and s.n_mod_since_analyze > 3 * c.reltuples`
  const analysed: string[] = []
  for (const { node, answer } of await askEveryNode(sql, grown, { whoIsAway: 'is left out' })) {
    const names = answer.split(' ').filter((name) => name !== '')
    analysed.push(...names.map(tableOfShard))
    if (node && names.length > 0) await tellNode(sql, node, `analyze ${names.join(', ')}`)
    else for (const name of names) await sql`analyze ${sql(name)}`
  }
  return analysed
}
