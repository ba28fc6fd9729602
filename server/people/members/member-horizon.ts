import type { OrgId } from '../../access/principal.ts'
import { atShard } from '../../platform/postgres/at-shard.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { Turns } from '../../platform/process/turns.ts'

/**
 * For callers that insert members, before the ids are drawn: a lock until the commit that `memberHorizon` waits for. Ids are drawn in
 * one order and committed in another: a list that went past one that is not committed yet would never come back for it.
 */
export const announceMembers = (orgId: OrgId, tx: Tx) => tx`
  select pg_advisory_xact_lock_shared(${lockOf(orgId, tx)})
  from ${atShard(tx, orgId)}`

/**
 * The id up to which the members are complete. The newest one is read first and the lock taken after, each in a statement of its
 * own: a caller that drew a smaller id did so before the reading, has announced it, and is waited for. It is let go at once. Of the lists
 * of an organisation that wait for its import, one keeps a connection for it: the others wait in `turns`.
 */
export async function memberHorizon(orgId: OrgId, sql: Sql, turns: Turns): Promise<number> {
  const horizon = await readHorizon(orgId, sql, (tx) => tx`pg_try_advisory_xact_lock(${lockOf(orgId, tx)})`)
  if (horizon !== undefined) return horizon
  const end = await turns.take(String(orgId))
  try {
    const horizonAfterWait = await readHorizon(
      orgId,
      sql,
      (tx) => tx`pg_advisory_xact_lock(${lockOf(orgId, tx)}) is not null`,
    )
    return horizonAfterWait ?? 0
  } finally {
    end()
  }
}

/** One way to the database and back, on a connection of its own: no other request's statement waits behind the lock. */
const readHorizon = (orgId: OrgId, sql: Sql, lock: (tx: Tx) => Fragment): Promise<number | undefined> =>
  sql.begin('read only', async (tx) => {
    const newest = tx<{ horizon: number }[]>`
      select coalesce(max(membership_member_id), 0) as horizon
      from members
      where org_id = ${orgId}`
    const locked = tx<{ is_locked: boolean }[]>`
      select ${lock(tx)} as is_locked
      from ${atShard(tx, orgId)}`
    await tx.commit([newest, locked])
    const [[row], [rowOfLock]] = await Promise.all([newest, locked])
    return rowOfLock?.is_locked ? row?.horizon : undefined
  })

const lockOf = (orgId: OrgId, sql: Db) => sql`hashtextextended(${`members ${orgId}`}, 0)`
