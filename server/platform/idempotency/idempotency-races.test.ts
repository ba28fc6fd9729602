import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'
import { change } from './idempotency.ts'

/** The operation waits for this lock in the middle of its transaction; a test that holds it holds the operation. */
const GATE = 815

const slowEffect: Operation = (app, deps) =>
  app.post('/v1/effects', { config: { scope: 'members:write', shows: 'nothing' } }, async (request, reply) =>
    change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
      await tx`insert into effects (org_id) values (${request.orgId})`
      await tx`select pg_advisory_xact_lock(${GATE})`
      return { done: true }
    }),
  )

const house = await openHouse({ extraOperations: [slowEffect] })
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
await house.sql`create table effects (org_id bigint not null)`

const send = (idempotencyKey: string, { key } = club) =>
  house.call('POST', '/v1/effects', { key, headers: { 'idempotency-key': idempotencyKey } })
const count = async () => Number((await house.sql`select count(*) from effects`)[0]?.count)

/** Closes the gate, runs the test with it closed, and opens it again. */
async function withGateClosed(work: () => Promise<void>): Promise<void> {
  const keeper = await house.sql.reserve()
  try {
    await keeper`select pg_advisory_lock(${GATE})`
    await work()
  } finally {
    await keeper`select pg_advisory_unlock(${GATE})`
    keeper.release()
  }
}

/** The backends that stand at the gate, once there are so many. */
async function waitingAtGate(backends: number): Promise<number[]> {
  for (;;) {
    const rows = await house.sql<{ pid: number }[]>`
      select pid
      from pg_locks
      where locktype = 'advisory'
        and objid = ${GATE}
        and database = (select oid from pg_database where datname = current_database())
        and not granted`
    if (rows.length >= backends) return rows.map(({ pid }) => pid)
  }
}

test('a duplicate that arrives while the first is running is told so at once, and afterwards gets its answer', async () => {
  let first: ReturnType<typeof send> | undefined
  await withGateClosed(async () => {
    first = send('running')
    await waitingAtGate(1)
    for (const duplicate of await Promise.all([send('running'), send('running')])) {
      assert.deepEqual([duplicate.status, duplicate.body.error.code], [409, 'idempotency_key_in_use'])
      assert.equal(duplicate.headers['retry-after'], '1')
    }
  })
  assert.deepEqual((await first)?.body, { done: true })
  const again = await send('running')
  assert.deepEqual([again.body, again.headers['idempotent-replayed']], [{ done: true }, 'true'])
  assert.equal(await count(), 1)
})

test('another key, and the same key of another organisation, do not wait', async () => {
  await house.sql`truncate effects`
  const running: ReturnType<typeof send>[] = []
  await withGateClosed(async () => {
    running.push(send('one'), send('two'), send('one', other))
    assert.equal((await waitingAtGate(3)).length, 3)
  })
  for (const answer of await Promise.all(running)) assert.equal(answer.status, 200)
  assert.equal(await count(), 3)
})

test('of many identical requests at once exactly one has its effect', async () => {
  await house.sql`truncate effects`
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('storm')))
  for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status))
  assert.equal(answers.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed']).length, 1)
  assert.equal(await count(), 1)
})

test('a crash in the middle leaves neither an effect nor a key, and the retry succeeds', async () => {
  await house.sql`truncate effects`
  await withGateClosed(async () => {
    const crashing = send('crash')
    const [pid = 0] = await waitingAtGate(1)
    await house.sql`select pg_terminate_backend(${pid}::integer)`
    const answer = await crashing
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'service_unavailable'])
    assert.equal(answer.headers['retry-after'], '1')
  })
  assert.equal(await count(), 0)
  const retry = await send('crash')
  assert.deepEqual([retry.status, retry.headers['idempotent-replayed']], [200, undefined])
  assert.equal(await count(), 1)
})
