import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** What came of each object is worked through within weeks, and says something of people; what was done is in the audit log. */
export const RUNS_KEPT_MS = 90 * DAY_MS

/** Runs that are finished or stopped, or that wait to be started and never were. Their items go first, so many at a time. */
export function purgeRuns(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - RUNS_KEPT_MS)
  const isOver = sql`run_status in ('ready', 'stopped', 'finished') and changed_at < ${before}`
  const due = (isReached: Fragment) => sql`
    select org_id
    from runs
    where ${isOver}
      and ${isReached}
    order by changed_at
    limit ${PURGED_AT_ONCE}`
  const purge = async (orgId: number) => {
    const items = await sql`
      delete from run_items
      where org_id = ${orgId}
        and ctid = any (array(
          select ctid
          from run_items
          where org_id = ${orgId}
            and run_id in (
              select run_id
              from runs
              where org_id = ${orgId}
                and ${isOver}
            )
          limit ${PURGED_AT_ONCE}
        ))`
    if (items.count > 0) return items
    return sql`
      delete from runs
      where org_id = ${orgId}
        and ${isOver}`
  }
  return purgeByOrganisation(sql, due, purge)
}
