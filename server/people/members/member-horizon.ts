import type { Fragment } from 'postgres'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { readAlone } from '../../platform/postgres/long-reads.ts'
import { perDatabase } from '../../platform/process/per-database.ts'
import { createTurns } from '../../platform/process/turns.ts'

/**
 * Said by whoever inserts members, before the ids are drawn, and true until the commit. Ids are drawn in one order and
 * committed in another: a list that went past one that is not committed yet would never come back for it.
 */
export const announceMembers = (orgId: OrgId, tx: Tx) => tx`
  select pg_advisory_xact_lock_shared(${lockOf(orgId, tx)})`

/** One list of an organisation waits for its import, and keeps a connection for it; the others wait for that one. */
const waitersOf = perDatabase(() => createTurns(1))

/**
 * The id up to which the members are complete. The newest one is read as of the beginning of the statement; whoever drew a
 * smaller id did so before that, has said so, and is waited for. The lock is let go as the statement ends.
 */
export async function memberHorizon(orgId: OrgId, sql: Sql): Promise<number> {
  const [free] = await findHorizon(orgId, sql, sql`pg_try_advisory_xact_lock(${lockOf(orgId, sql)})::text`)
  if (free?.waited === 'true') return free.horizon
  return readAlone(sql, waitersOf(sql), String(orgId), async (tx) => {
    const [row] = await findHorizon(orgId, tx, tx`pg_advisory_xact_lock(${lockOf(orgId, tx)})::text`)
    return row?.horizon ?? 0
  })
}

const findHorizon = (orgId: OrgId, sql: Db, lock: Fragment) => sql<{ horizon: number; waited: string }[]>`
  select newest.horizon, ${lock} as waited
  from (
    select coalesce(max(m.membership_member_id), 0) as horizon
    from members m
    where m.org_id = ${orgId}
  ) newest`

const lockOf = (orgId: OrgId, sql: Db) => sql`hashtextextended(${`members ${orgId}`}, 0)`
