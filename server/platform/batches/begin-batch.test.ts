import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openDatabase, type Tx } from '../postgres/database.ts'
import { beginBatch, finish } from './begin-batch.ts'

const { sql, url } = await openHouse()
const admin = openDatabase(url, { poolSize: 1 })
after(() => admin.end())
await sql`create table kept (id integer primary key)`

const keep = (tx: Tx, id: number) => tx`
  insert into kept (id)
  values (${id})`
const kept = async () => {
  const rows = await sql<{ id: number }[]>`
    select id
    from kept
    order by id`
  return rows.map(({ id }) => id)
}

test('what the last statements wrote is committed when the answer comes', async () => {
  const answer = await beginBatch(sql, async (tx) => {
    await keep(tx, 1)
    return { last: [keep(tx, 2), keep(tx, 3)], answer: 'done' }
  })
  assert.equal(answer, 'done')
  assert.deepEqual(await kept(), [1, 2, 3])
})

test('a last statement that fails undoes the batch, those behind it too, and says why', async () => {
  const before = await kept()
  const failing = beginBatch(sql, async (tx) => {
    await keep(tx, 4)
    return { last: [keep(tx, 5), keep(tx, 1), keep(tx, 6)], answer: 'done' }
  })
  await assert.rejects(failing, { code: '23505' })
  assert.deepEqual(await kept(), before)
})

test('a batch that throws undoes what it wrote, and never commits', async () => {
  const before = await kept()
  const failing = beginBatch(sql, async (tx) => {
    await keep(tx, 7)
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  assert.deepEqual(await kept(), before)
})

test('the connection is as it was for the next transaction', async () => {
  await beginBatch(sql, async (tx) => ({ last: [keep(tx, 8)], answer: undefined }))
  const settings = await Promise.all(
    Array.from(
      { length: 20 },
      () => sql`select current_setting('enable_seqscan') as scan, txid_current_if_assigned() as id`,
    ),
  )
  for (const [row] of settings) assert.deepEqual({ ...row }, { scan: 'on', id: null })
})

test('who commits in their own time waits for the last statements', async () => {
  await sql.begin(async (tx) => {
    const answer = await finish({ last: [keep(tx, 9)], answer: 'done' })
    assert.equal(answer, 'done')
    const [row] = await tx`
      select 1 as one
      from kept
      where id = 9`
    assert.equal(row?.one, 1)
  })
})

test('a value that only the driver refuses undoes the batch, and nothing is committed around it', async () => {
  const before = await kept()
  const unsendable = [undefined, new Date(Number.NaN), [1, undefined], sql`${undefined as never}`]
  for (const value of unsendable) {
    const failing = beginBatch(sql, async (tx) => {
      await keep(tx, 20)
      return { last: [keep(tx, 21), tx`select ${value as never}`, keep(tx, 22)], answer: undefined }
    })
    await assert.rejects(failing, { message: /cannot be sent/ })
  }
  assert.deepEqual(await kept(), before)
})

test('a commit that is refused undoes the batch and says why', async () => {
  await sql`create table late (id integer, unique (id) deferrable initially deferred)`
  const before = await kept()
  const failing = beginBatch(sql, async (tx) => {
    await keep(tx, 30)
    const twice = [1, 2].map(() => tx`insert into late (id) values (${1})`)
    return { last: [...twice, keep(tx, 31)], answer: undefined }
  })
  await assert.rejects(failing, { code: '23505' })
  assert.deepEqual(await kept(), before)
  assert.equal(await beginBatch(sql, async (tx) => ({ last: [keep(tx, 32)], answer: 'next' })), 'next')
  assert.deepEqual(await kept(), [...before, 32])
})

test('a connection that is lost in the last statements, with the commit behind them, commits nothing', async () => {
  const before = await kept()
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rival = sql.begin(async (tx) => {
    await keep(tx, 41)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const pid = Promise.withResolvers<number>()
  const failing = beginBatch(sql, async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    pid.resolve(row?.pid ?? 0)
    return { last: [keep(tx, 40), keep(tx, 41), keep(tx, 42)], answer: undefined }
  })
  const outcome = assert.rejects(failing, { code: /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/ })
  await awaitedLock(sql)
  await sql`select pg_terminate_backend(${await pid.promise}::integer)`
  await outcome
  over.resolve()
  await rival
  assert.deepEqual(await kept(), [...before, 41])
})

test('no statement of a batch is planned to read a table from end to end, the first ones neither', async () => {
  const scan = await beginBatch(sql, async (tx) => {
    const [row] = await tx<{ scan: string }[]>`select current_setting('enable_seqscan') as scan`
    return { last: [], answer: row?.scan }
  })
  assert.equal(scan, 'off')
})

const pidOf = (tx: Tx) => tx<{ pid: number }[]>`select pg_backend_pid() as pid`
const batchPid = () =>
  beginBatch(sql, async (tx) => {
    const [row] = await pidOf(tx)
    return { last: [], answer: row?.pid ?? 0 }
  })
const isOpen = async (pid: number) => {
  const rows = await sql`
    select 1
    from pg_stat_activity
    where pid = ${pid}
      and state like 'idle in transaction%'`
  return rows.length > 0
}

test('the next batch goes on where the last one committed, and once none comes the connection is given back', async () => {
  const first = await batchPid()
  assert.equal(await batchPid(), first)
  const [one, other] = await Promise.all([batchPid(), batchPid()])
  assert.notEqual(one, other)
  for (const pid of [one, other]) while (await isOpen(pid)) await nextTurn()
})

test('a connection that is lost while it waits for a batch is used by none', async () => {
  const pid = await batchPid()
  await admin`select pg_terminate_backend(${pid}::integer, 5000)`
  // A batch that took it before the loss was noticed fails; its statements never go to the connection that takes its place.
  await batchPid().catch((error) => assert.match(String(error.code), /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/))
  assert.notEqual(await batchPid(), pid)
})
