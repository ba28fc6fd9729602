import assert from 'node:assert/strict'
import type { SettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { dueJobs } from '../../server/fans/clock/due-jobs.ts'
import { advanceClocks, workAhead } from '../../server/fans/clock/move-clocks.ts'
import type { DueJob } from '../../server/platform/values/due-job.ts'
import type { House, Tenant } from '../harness/house.ts'

/** A sandbox's clock, moved over HTTP and by the worker. */
export function clockOf(house: House, { key }: Pick<Tenant, 'key'>, settling: SettleDeps, more: DueJob[] = []) {
  const { sql, clock, offsets } = house
  const deps = { sql, clock, systemClock: clock, offsets, jobs: [...dueJobs(settling), ...more] }
  const read = async () => (await house.call('GET', '/v1/manage/clock', { key })).body
  const ask = (body: object) => house.call('POST', '/v1/manage/clock/advance', { key, body })
  return {
    deps,
    read,
    ask,
    /** The worker takes it to where it was asked to be. */
    move: () => advanceClocks(deps),
    /** Until all that was due is done. */
    async advance(ms: number): Promise<void> {
      const answer = await ask({ seconds: ms / 1000 })
      assert.equal(answer.status, 200, answer.text)
      await advanceClocks(deps)
      assert.equal((await read()).advancing_to_unix, null)
    },
    /** What the worker does by itself where a clock is ahead. */
    work: () => workAhead(deps),
  }
}
