import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedOf, openCluster, takeAtOnce, takeInTurn } from '../../../tests/builders/rate-limits.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { createRateLimits } from './rate-limits.ts'
import { blockMax } from './window.ts'

const cluster = await openCluster()
const { sql, clock } = cluster

/** A process that was killed after so many requests, and one that goes on. */
async function killAfter(requests: number) {
  const key = cluster.newKey()
  const killed = await cluster.startProcess()
  const survivor = await cluster.startProcess({ recallMs: 1 })
  await takeInTurn(killed, key, requests)
  await killed.crash()
  return { key, survivor }
}

test('a process that is killed loses at most the block that it held', async () => {
  const { key, survivor } = await killAfter(100)
  const passed = allowedOf(await takeInTurn(survivor, key, 300))
  assert.ok(passed <= 200 && passed >= 200 - blockMax(300), `${passed} passed`)
})

test('what a killed process held is waited for once, then refused from memory and asked for ever more seldom', async () => {
  const { key, survivor } = await killAfter(40)
  await takeInTurn(survivor, key, 300)
  const before = survivor.statements()
  const more = Array.from({ length: 50 }, () => survivor.take(key))
  assert.ok(more.every((verdict) => !(verdict instanceof Promise) && !verdict.allowed))
  assert.equal(survivor.statements(), before)
})

test('tokens that come back without a word are found at the next look', async () => {
  const { key, survivor } = await killAfter(40)
  await takeInTurn(survivor, key, 300)
  await sql`update rate_limit_windows set leased = used where org_id = ${key.orgId}`
  assert.equal((await survivor.take(key)).allowed, false)
  clock.advance(250)
  assert.equal((await survivor.take(key)).allowed, false, 'no request waits for the look')
  // Each turn asks the database, and the test's own time limit bounds it.
  while (!(await survivor.take(key)).allowed) await sql`select 1`
})

test('without a store every request passes with its headers, and the store is left alone for a while', async () => {
  const key = cluster.newKey({ perMinute: 5 })
  const limits = await cluster.startProcess()
  await sql`alter table rate_limit_windows rename to away`
  assert.equal(allowedOf(await takeInTurn(limits, key, 20)), 20)
  assert.deepEqual(await limits.take(key), { allowed: true, limit: 5, remaining: 5 })
  assert.equal(limits.failures.length, 1)
  assert.equal(limits.statements(), 1)
  clock.advance(1_000)
  await limits.take(key)
  assert.equal(limits.failures.length, 2)
  await sql`alter table away rename to rate_limit_windows`
  clock.advance(1_000)
  assert.equal(allowedOf(await takeInTurn(limits, key, 20)), 5)
  assert.equal(limits.failures.length, 2)
})

test('one organisation’s failing store does not lift the limits of another', async () => {
  const broken = cluster.newKey({ perMinute: 5 })
  const sound = cluster.newKey({ perMinute: 5 })
  const limits = await cluster.startProcess()
  await sql`alter table rate_limit_windows rename to away`
  await limits.take(broken)
  await sql`alter table away rename to rate_limit_windows`
  assert.equal(allowedOf(await takeInTurn(limits, sound, 10)), 5)
  assert.equal(allowedOf(await takeInTurn(limits, broken, 10)), 10)
})

test('a database that refuses connections lets every request pass', async () => {
  const failures: unknown[] = []
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { poolSize: 1 })
  const onStoreFailure = (error: unknown) => failures.push(error)
  const limits = createRateLimits({ sql: nowhere, systemClock: clock, addressPerMinute: 1, onStoreFailure })
  assert.equal(allowedOf(await takeInTurn(limits, cluster.newKey({ perMinute: 5 }), 20)), 20)
  assert.ok(failures.length > 0)
  await limits.stop()
  await nowhere.end({ timeout: 0 })
})

test('a store that hangs holds requests up once, for its patience, and counts again when it answers', async () => {
  const key = cluster.newKey({ perMinute: 5 })
  const limits = await cluster.startProcess({ storePatienceMs: 20 })
  await sql.begin(async (blocking) => {
    await blocking`lock table rate_limit_windows in access exclusive mode`
    const crowd = await takeAtOnce([limits], key, 10)
    assert.equal(allowedOf(crowd), 10)
    assert.equal(limits.failures.length, 1)
    clock.advance(1_000)
    assert.equal(allowedOf(await takeInTurn(limits, key, 10)), 10)
    assert.equal(limits.failures.length, 1, 'nothing queues behind the statement that is overdue')
  })
  await limits.stop()
  const after = await cluster.startProcess()
  assert.equal(allowedOf(await takeInTurn(after, key, 10)), 5)
})

test('what is known to be used up is refused without a store as well', async () => {
  const key = cluster.newKey({ perMinute: 5 })
  const limits = await cluster.startProcess()
  await takeInTurn(limits, key, 6)
  await sql`alter table rate_limit_windows rename to away`
  assert.equal(allowedOf(await takeInTurn(limits, key, 5)), 0)
  await sql`alter table away rename to rate_limit_windows`
})
