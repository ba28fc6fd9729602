import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { openDatabase } from '../postgres/database.ts'
import { readMigrations } from '../postgres/migrate.ts'

let aheadMs = 0
const readiness = { draining: false, newestMigration: (await readMigrations()).length, clockAheadMs: () => aheadMs }
const house = await openHouse({ readiness })

const statuses = async ({ call } = house) => [
  (await call('GET', '/healthz')).status,
  (await call('GET', '/readyz')).status,
]

test('a process that runs on a migrated database is alive and ready, without a key', async () => {
  assert.deepEqual(await statuses(), [200, 200])
  assert.deepEqual((await house.call('GET', '/readyz')).body, { status: 'ok' })
})

test('a process whose machine has another time than the database is ready all the same, and says by how much', async () => {
  for (const [ms, seconds] of [
    [1_200_000, 1200],
    [-2_500, -2.5],
  ] as const) {
    aheadMs = ms
    const { status, body } = await house.call('GET', '/readyz')
    assert.deepEqual([status, body], [200, { status: 'ok', clock_ahead_seconds: seconds }])
  }
  aheadMs = 0
})

test('a process that is stopping is alive but not ready', async () => {
  readiness.draining = true
  assert.deepEqual(await statuses(), [200, 503])
  readiness.draining = false
})

test('a process whose database lacks a migration is alive but not ready; one that a newer process has added does no harm', async () => {
  const { newestMigration } = readiness
  readiness.newestMigration = newestMigration + 1
  assert.deepEqual(await statuses(), [200, 503])
  readiness.newestMigration = newestMigration - 1
  assert.deepEqual(await statuses(), [200, 200])
  readiness.newestMigration = newestMigration
})

test('a process whose database is away is alive but not ready and does not say why', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1 })
  const orphan = await openHouse({ sql: gone })
  assert.deepEqual(await statuses(orphan), [200, 503])
  const { text, body } = await orphan.call('GET', '/readyz')
  assert.equal(body.error.code, 'service_unavailable')
  assert.doesNotMatch(text, /127\.0\.0\.1|ECONN/)
  await gone.end({ timeout: 1 })
})

test('health checks are outside every rate limit, also for a caller who is over it', async () => {
  const remoteAddress = '192.0.2.7'
  for (let count = 0; count < 301; count += 1) await house.call('GET', '/v1/none', { remoteAddress })
  assert.equal((await house.call('GET', '/v1/none', { remoteAddress })).status, 429)
  assert.equal((await house.call('GET', '/healthz', { remoteAddress })).status, 200)
  assert.equal((await house.call('GET', '/readyz', { remoteAddress })).status, 200)
})
