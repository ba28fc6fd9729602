import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedOf, openCluster, takeAtOnce, takeInTurn } from '../../../tests/builders/rate-limits.ts'

const cluster = await openCluster()
const { sql } = cluster
const a = await cluster.startProcess()
const b = await cluster.startProcess()
const c = await cluster.startProcess()
const d = await cluster.startProcess()
const all = [a, b, c, d]

test('one request here and four hundred there: exactly three hundred pass', async () => {
  const key = cluster.newKey()
  assert.equal(allowedOf(await takeInTurn(a, key, 1)), 1)
  assert.equal(allowedOf(await takeInTurn(b, key, 400)), 299)
})

test('what a process holds unused is given back before another one refuses', async () => {
  const key = cluster.newKey()
  const passed = [await takeInTurn(a, key, 60), await takeInTurn(b, key, 60), await takeInTurn(c, key, 400)]
  assert.equal(allowedOf(passed.flat()), 300)
})

for (const concurrency of [2, 3, 4]) {
  test(`five thousand requests at once on ${concurrency} processes: exactly three hundred pass`, async () => {
    const key = cluster.newKey()
    assert.equal(allowedOf(await takeAtOnce(all.slice(0, concurrency), key, 5_000)), 300)
  })
}

test('requests in turn on four processes: the first three hundred pass, in order', async () => {
  const key = cluster.newKey()
  const outcomes: boolean[] = []
  for (let n = 0; n < 340; n += 1) {
    const process = all[(n * n) % 4] ?? a
    outcomes.push((await process.take(key)).allowed)
  }
  assert.equal(outcomes.lastIndexOf(true), 299)
  assert.equal(outcomes.filter(Boolean).length, 300)
})

test('the day of an organisation is exact over many keys and processes', async () => {
  const key = cluster.newKey({ organisationPerDay: 500 })
  const verdicts = await Promise.all(
    Array.from({ length: 1_000 }, async (_, n) => (all[n % 4] ?? a).take({ ...key, keyId: n % 7 })),
  )
  assert.equal(allowedOf(verdicts), 500)
})

test('two keys whose limits cross do not block each other’s last tokens', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = cluster.newKey({ perMinute: 1, organisationPerDay: 1 })
    const verdicts = await Promise.all([a, b, c, d].map(async (process) => process.take(key)))
    assert.equal(allowedOf(verdicts), 1)
  }
})

test('a limit that is raised during an on-sale opens every process at once', async () => {
  const key = cluster.newKey({ perMinute: 100 })
  assert.equal(allowedOf(await takeAtOnce(all, key, 200)), 100)
  assert.equal(allowedOf(await takeAtOnce(all, { ...key, perMinute: 5_000 }, 1_000)), 1_000)
})

test('a limit that is lowered calls back what was leased under the higher one', async () => {
  const key = cluster.newKey({ perMinute: 1_000 })
  assert.equal(allowedOf(await takeInTurn(a, key, 70)), 70)
  assert.equal(allowedOf(await takeInTurn(b, { ...key, perMinute: 100 }, 60)), 30)
  assert.equal(allowedOf(await takeInTurn(a, { ...key, perMinute: 100 }, 60)), 0)
})

test('processes find each other again after their listening connections were cut', async () => {
  const key = cluster.newKey()
  await takeInTurn(a, key, 60)
  const cut = await sql<{ pid: number }[]>`
    select pid, pg_terminate_backend(pid)
    from pg_stat_activity
    where query ilike 'listen%'
      and datname = current_database()`
  // Those that were cut take a moment to go, and a new one hears nothing before its statement is done.
  const listeners = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)
      from pg_stat_activity
      where query ilike 'listen%'
        and state = 'idle'
        and datname = current_database()
        and pid <> all (${cut.map(({ pid }) => pid)})`
    return row?.count ?? 0
  }
  while ((await listeners()) < 4) {
    // Each look asks the database, and the test's own time limit bounds it.
  }
  assert.equal(allowedOf(await takeInTurn(b, key, 300)), 240)
})

test('no statement failed in any process', () => {
  assert.deepEqual(
    all.flatMap(({ failures }) => failures),
    [],
  )
})
