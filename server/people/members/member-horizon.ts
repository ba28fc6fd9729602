import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { Turns } from '../../platform/process/turns.ts'

/**
 * For whoever inserts members, before the ids are drawn: a lock until the commit that `memberHorizon` waits for. Ids are drawn in
 * one order and committed in another: a list that went past one that is not committed yet would never come back for it.
 */
export const announceMembers = (orgId: OrgId, tx: Tx) => tx`
  select pg_advisory_xact_lock_shared(${lockOf(orgId, tx)})`

/**
 * The id up to which the members are complete. The newest one is read as of the beginning of the statement; whoever drew a
 * smaller id did so before that, has announced it, and is waited for. The lock is let go as the statement ends. Of the lists of
 * an organisation that wait for its import, one keeps a connection for it: the others wait in `turns`.
 */
export async function memberHorizon(orgId: OrgId, sql: Sql, turns: Turns): Promise<number> {
  const [row] = await findHorizon(orgId, sql, sql`pg_try_advisory_xact_lock(${lockOf(orgId, sql)})::text`)
  if (row?.is_locked === 'true') return row.horizon
  const end = await turns.take(String(orgId))
  try {
    // In a transaction, and so on a connection of its own: nobody else's statement waits behind this one.
    return await sql.begin('read only', async (tx) => {
      const [rowAfterWait] = await findHorizon(orgId, tx, tx`pg_advisory_xact_lock(${lockOf(orgId, tx)})::text`)
      return rowAfterWait?.horizon ?? 0
    })
  } finally {
    end()
  }
}

const findHorizon = (orgId: OrgId, sql: Db, lock: Fragment) => sql<{ horizon: number; is_locked: string }[]>`
  select newest.horizon, ${lock} as is_locked
  from (
    select coalesce(max(m.membership_member_id), 0) as horizon
    from members m
    where m.org_id = ${orgId}
  ) newest`

const lockOf = (orgId: OrgId, sql: Db) => sql`hashtextextended(${`members ${orgId}`}, 0)`
