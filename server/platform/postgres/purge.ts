import type { Sql } from './database.ts'
import { askReached } from './reach.ts'
import type { Fragment } from './sql.ts'

/** Few enough that no request waits long for the locks of one statement. */
export const PURGED_AT_ONCE = 5000

/**
 * Deletes what is over, in short statements of one organisation each, until none is left to delete. `due` selects the `org_id`
 * of rows that are over and fulfil its condition, `purge` deletes such rows of one organisation. Nothing is deleted of one that is being copied to here.
 * Answers how many are gone.
 */
export async function purgeByOrganisation(
  sql: Sql,
  due: (isReached: Fragment) => Fragment,
  purge: (orgId: number) => Promise<{ count: number }>,
): Promise<number> {
  let total = 0
  for (let deleted = -1; deleted !== 0; total += deleted) {
    deleted = 0
    const organisations = await askReached(
      sql,
      (isReached) => sql<{ org_id: number }[]>`
        select distinct org_id
        from (${due(isReached)}) due
        where org_id not in (
          select org_id
          from organisation_moves
          where move_state = 'arriving'
        )`,
    )
    for (const { org_id } of organisations) deleted += (await purge(org_id)).count
  }
  return total
}

/** Rows of one table whose time is over, and the column that says since when. An index begins with that one. */
export type Expired = { table: string; column: string; isOver: Fragment }

/** Deletes what has expired, so many rows at a time and the oldest first; rows that a transaction has locked are left for the next time. */
export function purgeExpired(sql: Sql, { table, column, isOver }: Expired): Promise<number> {
  const due = (isReached: Fragment) => sql`
    select org_id
    from ${sql(table)}
    where ${isOver}
      and ${isReached}
    order by ${sql(column)}
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from ${sql(table)}
    where org_id = ${orgId}
      and ctid = any (array(
        select ctid
        from ${sql(table)}
        where org_id = ${orgId}
          and ${isOver}
        order by ${sql(column)}
        limit ${PURGED_AT_ONCE}
        for update skip locked
      ))`
  return purgeByOrganisation(sql, due, purge)
}
