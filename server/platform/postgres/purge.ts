import type { Sql } from './database.ts'
import type { Fragment } from './sql.ts'

/** Few enough that nobody waits for the locks of one statement. */
export const PURGED_AT_ONCE = 5000

/**
 * Deletes what is over, in short statements of one organisation each, until none is left to delete. `due` selects the `org_id`
 * of rows that are over, `purge` deletes such rows of one organisation. Nothing is deleted of one that is being copied to here.
 * Answers how many are gone.
 */
export async function purgeByOrganisation(
  sql: Sql,
  due: () => Fragment,
  purge: (orgId: number) => Promise<{ count: number }>,
): Promise<number> {
  let total = 0
  for (let deleted = -1; deleted !== 0; total += deleted) {
    deleted = 0
    const organisations = await sql<{ org_id: number }[]>`
      select distinct org_id
      from (${due()}) due
      where org_id not in (
        select org_id
        from organisation_moves
        where move_state = 'arriving'
      )`
    for (const { org_id } of organisations) deleted += (await purge(org_id)).count
  }
  return total
}
