import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import type { SystemClock } from '../values/clock.ts'
import type { Db } from './database.ts'
import { createDatabaseClock, noteworthySeconds } from './database-clock.ts'

const { sql } = await openTestDatabase()

/** A machine whose clock is wrong by so much. */
const wrongBy = (ms: number) => ({
  clock: (() => new Date(Date.now() + ms)) as SystemClock,
  elapsedMs: () => performance.now(),
})

const databaseNow = async (): Promise<number> => {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return row?.now.getTime() ?? 0
}

test('whatever its machine says, a process has the time of the database', async () => {
  for (const minutes of [-20, 0, 20]) {
    const { clock, aheadMs } = await createDatabaseClock(sql, wrongBy(minutes * 60_000))
    const [before, between, after] = [await databaseNow(), clock().getTime(), await databaseNow()]
    const slackMs = 1000
    assert.ok(between >= before - slackMs && between <= after + slackMs, `${minutes}: ${before} ${between} ${after}`)
    assert.ok(Math.abs(aheadMs() - minutes * 60_000) < slackMs)
  }
})

/** A database whose clock, and whose slowness, the test sets; its machine counts the milliseconds that the test lets pass. */
function madeUpDatabase() {
  const state = { nowMs: 1_000_000, elapsedMs: 0, roundTripMs: 0 }
  const pass = (ms: number) => {
    state.nowMs += ms
    state.elapsedMs += ms
  }
  const db = (async () => {
    pass(state.roundTripMs / 2)
    const now_ms = state.nowMs
    pass(state.roundTripMs / 2)
    return [{ now_ms }]
  }) as unknown as Db
  return { state, pass, db, machine: { clock: () => new Date(0), elapsedMs: () => state.elapsedMs } }
}

test('half of the round trip is taken off, so that a slow answer is no difference', async () => {
  const { state, db, machine, pass } = madeUpDatabase()
  state.roundTripMs = 80
  const { clock, measure } = await createDatabaseClock(db, machine)
  assert.equal(clock().getTime(), state.nowMs)
  pass(30_000)
  state.roundTripMs = 600
  await measure()
  assert.equal(clock().getTime(), state.nowMs)
})

test('it is put right by a measurement and never goes backwards: it waits until the database has caught up', async () => {
  const { state, db, machine, pass } = madeUpDatabase()
  const { clock, measure } = await createDatabaseClock(db, machine)
  const first = clock().getTime()
  state.nowMs -= 500
  await measure()
  assert.equal(clock().getTime(), first)
  pass(400)
  assert.equal(clock().getTime(), first)
  pass(200)
  assert.equal(clock().getTime(), first + 100)
  state.nowMs += 5000
  await measure()
  assert.equal(clock().getTime(), first + 5100)
})

test('a person is told of more than two seconds, either way', () => {
  assert.deepEqual([0, 2000, -2000, 2040, -1_200_000].map(noteworthySeconds), [
    undefined,
    undefined,
    undefined,
    2,
    -1200,
  ])
})
