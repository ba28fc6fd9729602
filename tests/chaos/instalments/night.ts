import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { patiently } from '../money/books.ts'
import type { NightClub } from './club.ts'

/** A worker that died keeps what it had taken for ten minutes; that is waited for in the days that pass. */
const STILL_MS = 90_000

/** What workers have come to so far, or need not come to, since the membership has ended. */
export function nightOf(sql: Sql, { orgId, instalments, startedAt }: NightClub) {
  const tried = async (): Promise<number> => {
    const [row] = await patiently(
      () => sql<{ tried: number }[]>`
      select count(*)::integer as tried
      from debts d
      join membership_plans p using (org_id, membership_plan_id)
      where d.org_id = ${orgId}
        and d.instalment_number = 2
        and (d.attempts > 0 or p.ended_at is not null)`,
    )
    return row?.tried ?? 0
  }
  return {
    progress: async () => (await tried()) / instalments,
    /** Until all are tried, or none has been for long. Answers how many seconds the night was. */
    async end(): Promise<number> {
      let last = -1
      let changedAt = Date.now()
      while (last < instalments && Date.now() - changedAt < STILL_MS) {
        const count = await tried()
        if (count !== last) changedAt = Date.now()
        last = count
        await sleep(500)
      }
      return Math.round((changedAt - startedAt.getTime()) / 1000)
    },
  }
}
