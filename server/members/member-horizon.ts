import type { OrgId } from '../access/principal.ts'
import type { Db, Sql, Tx } from '../kit/database.ts'

/**
 * Said by whoever inserts members, before the ids are drawn, and true until the commit. Ids are drawn in one order and
 * committed in another: a list that went past one that is not committed yet would never come back for it.
 */
export const announceMembers = (orgId: OrgId, tx: Tx) => tx`
  select pg_advisory_xact_lock_shared(${lockOf(orgId, tx)})`

/**
 * The id up to which the members are complete. The newest one is read as of the beginning of the statement; whoever drew a
 * smaller id did so before that, has said so, and is waited for. The lock is let go as the statement ends.
 */
export async function memberHorizon(orgId: OrgId, sql: Sql): Promise<number> {
  const [row] = await sql<{ horizon: number }[]>`
    select newest.horizon, pg_advisory_xact_lock(${lockOf(orgId, sql)})::text as waited
    from (
      select coalesce(max(m.membership_member_id), 0) as horizon
      from members m
      where m.org_id = ${orgId}
    ) newest`
  return row?.horizon ?? 0
}

const lockOf = (orgId: OrgId, sql: Db) => sql`hashtextextended(${`members ${orgId}`}, 0)`
