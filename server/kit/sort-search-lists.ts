import type { Sql } from './database.ts'

/**
 * Sorts what was lately added to search indexes into them, before their lists grow so long that somebody's checkout would have
 * to (`migrations/0012_search.sql`). Searching sees a row in either place. Only their owner may do it; for anybody else autovacuum
 * does. Says how many pages were sorted.
 */
export async function sortSearchLists(sql: Sql): Promise<number> {
  const sorted = await sql<{ pages: number }[]>`
    select gin_clean_pending_list(c.oid) as pages
    from pg_class c
    join pg_am a on a.oid = c.relam
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'i'
      and a.amname = 'gin'
      and pg_has_role(c.relowner, 'usage')`
  return sorted.reduce((sum, { pages }) => sum + pages, 0)
}
