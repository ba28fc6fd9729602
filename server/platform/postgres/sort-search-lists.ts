import type { Sql } from './database.ts'
import { askEveryNode } from './every-node.ts'

/**
 * What many rows have in common is sorted in once for all of them: every second it costs two to three times as much a customer. The list
 * of five seconds of the fastest on-sale makes a search take 20 ms in place of 7.
 */
export const SORT_EVERY_MS = 5_000

/**
 * Sorts what was lately added to search indexes into them, before their lists grow so long that a buyer's checkout would have
 * to (`gin_pending_list_limit`). Searching sees a row in either place. Only the role that owns them may do it; for any other autovacuum
 * does. Says how many pages were sorted.
 */
export async function sortSearchLists(sql: Sql): Promise<number> {
  const sorted = sql<{ answer: string }[]>`
    select coalesce(sum(gin_clean_pending_list(c.oid)), 0)::text as answer
    from pg_class c
    join pg_am a on a.oid = c.relam
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'i'
      and a.amname = 'gin'
      and pg_has_role(c.relowner, 'usage')`
  return (await askEveryNode(sql, sorted, { whoIsAway: 'is left out' })).reduce(
    (sum, { answer }) => sum + Number(answer),
    0,
  )
}
