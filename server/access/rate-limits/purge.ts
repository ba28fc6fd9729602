import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'

/** Rows stay this long after their window, for processes whose clock is behind. */
const GRACE_MS = 5 * MINUTE_MS
const PURGE_BATCH_ROWS = 5_000

/** Deletes the rows of windows that are over, in short statements of one organisation each. Returns how many. */
export async function purgeRateLimitWindows(sql: Sql, clock: Clock): Promise<number> {
  const before = new Date(clock().getTime() - GRACE_MS)
  let purged = 0
  for (let batch = -1; batch !== 0; purged += batch) {
    batch = 0
    const due = await sql<{ org_id: number }[]>`
      select distinct org_id
      from (
        select org_id
        from rate_limit_windows
        where window_end < ${before}
        order by window_end
        limit ${PURGE_BATCH_ROWS}
      ) ended`
    for (const { org_id } of due) batch += await purgeBatch(org_id, sql, before)
  }
  return purged
}

async function purgeBatch(orgId: number, sql: Sql, before: Date): Promise<number> {
  const deleted = await sql`
    delete from rate_limit_windows
    where org_id = ${orgId}
      and (subject, window_start) in (
        select subject, window_start
        from rate_limit_windows
        where org_id = ${orgId}
          and window_end < ${before}
        order by window_end
        limit ${PURGE_BATCH_ROWS}
      )`
  return deleted.count
}
