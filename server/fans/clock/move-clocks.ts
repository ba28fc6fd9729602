import { noteOffset, readStoredClock } from '../../access/clock-offsets.ts'
import { eachDue } from '../../access/due-work.ts'
import { eachOrganisation, findDue } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { type Clocks, realTime } from '../../platform/values/clock.ts'
import type { DueJob } from '../../platform/values/due-job.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { ClockDeps } from './clock-deps.ts'
import { findUpcoming } from './upcoming.ts'

type MoveDeps = Clocks & ClockDeps & { sql: Sql; jobs: DueJob[] }

/** Work may make further work due at the same instant, such as a refund of what has ended; not without end. */
const ROUNDS_MAX = 20
/** What tells nowhere when it is due next is looked at every day at least. */
const STEP_MAX_MS = DAY_MS
/** Of one organisation before the next has its turn: two years of days, and as many other instants. */
const STEPS_MAX = 1_500

/**
 * Takes the clocks of sandboxes to where they were asked to be: each to the next instant at which something is due, where that is done
 * before it goes on. Where a clock stands is in the database, and so is what was done, so a worker that dies is followed by any other;
 * two at once do the same work, which may run twice. Answers how many steps were taken.
 */
export async function advanceClocks(deps: MoveDeps): Promise<number> {
  const due = () => ({
    rows: deps.sql`
      select org_id
      from organisations
      where clock_target_ms > 0
        and clock_advancing`,
    oldest: deps.sql`org_id`,
  })
  return eachDue(deps.sql, realTime(deps.systemClock), { due, batch: 1 }, async (orgId) => {
    let steps = 0
    while (steps < STEPS_MAX && (await takeStep(deps, orgId))) steps += 1
    return steps
  })
}

/** What is due in sandboxes whose clocks are ahead, and is not yet by the real time. Answers how much was done. */
export async function workAhead(deps: MoveDeps): Promise<number> {
  const ahead = await findDue(
    deps.sql,
    deps.systemClock(),
    (isWorkedOn) => deps.sql<{ org_id: number }[]>`
    select org_id
    from organisations
    where clock_target_ms > 0
      and not clock_advancing
      and ${isWorkedOn}`,
  )
  return eachOrganisation(ahead, async (orgId) => {
    const { clock_ahead_ms: aheadMs } = await readStoredClock(orgId, deps.sql)
    noteOffset(deps.offsets, orgId, aheadMs)
    return doDue(deps, orgId)
  })
}

/** Whether there is another step to take. */
async function takeStep(deps: MoveDeps, orgId: OrgId): Promise<boolean> {
  const { sql, clock, offsets } = deps
  const { clock_ahead_ms: fromMs, clock_target_ms: targetMs, clock_advancing } = await readStoredClock(orgId, sql)
  if (!clock_advancing) return false
  noteOffset(offsets, orgId, fromMs)
  await doDue(deps, orgId)
  if (fromMs === targetMs) {
    await arrive(orgId, sql, targetMs)
    return false
  }
  const now = clock(orgId)
  const [next] = await findUpcoming(orgId, sql, now)
  const nextMs = next ? next.at.getTime() - now.getTime() : STEP_MAX_MS
  const toMs = Math.min(fromMs + Math.min(nextMs, STEP_MAX_MS), targetMs)
  await sql`
    update organisations
    set clock_ahead_ms = ${toMs}
    where org_id = ${orgId}
      and clock_ahead_ms = ${fromMs}`
  return true
}

const arrive = (orgId: OrgId, sql: Sql, targetMs: number) => sql`
  update organisations
  set clock_advancing = false
  where org_id = ${orgId}
    and clock_target_ms = ${targetMs}
    and clock_ahead_ms = ${targetMs}`

async function doDue({ clock, systemClock, jobs }: MoveDeps, orgId: OrgId): Promise<number> {
  let sum = 0
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    let count = 0
    for (const job of jobs) count += await job.run({ clock, systemClock, only: orgId })
    sum += count
    if (count === 0) break
  }
  return sum
}
