import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { openDatabase, type Tx } from './database.ts'

const { sql, url } = await openTestDatabase({ poolSize: 2 })
const admin = openDatabase(url, { poolSize: 1 })
after(() => admin.end({ timeout: 1 }))
await sql`create table sample (id integer primary key)`

const ids = async () => (await admin<{ id: number }[]>`select id from sample order by id`).map(({ id }) => id)
const add = (tx: Tx, id: number) => tx`insert into sample (id) values (${id})`
/** What a failover or an operator does to a connection: its backend ends in the middle of a statement. */
const breakDown = (tx: Tx) => tx`select pg_terminate_backend(pg_backend_pid()), ${1}::integer`

/** How a lost connection shows, depending on who notices first. */
const lost = { code: /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/ }

beforeEach(() => admin`truncate sample`)

test('what a transaction did is there when it ends, and its result is returned', async () => {
  const result = await sql.begin(async (tx) => {
    await add(tx, 1)
    assert.deepEqual(await ids(), [])
    return 'done'
  })
  assert.equal(result, 'done')
  assert.deepEqual(await ids(), [1])
})

test('whatever is thrown undoes the transaction and comes out as it is', async () => {
  const error = new Error('on purpose')
  await assert.rejects(
    sql.begin(async (tx) => {
      await add(tx, 1)
      throw error
    }),
    error,
  )
  assert.deepEqual(await ids(), [])
})

test('a statement that failed undoes the transaction even where its error was caught', async () => {
  const attempt = sql.begin(async (tx) => {
    await add(tx, 1)
    await add(tx, 1).catch(() => {})
    return 'all is well'
  })
  await assert.rejects(attempt, { code: '23505' })
  assert.deepEqual(await ids(), [])
})

test('the first failure is told, not the refusals that follow from it', async () => {
  const attempt = sql.begin(async (tx) => {
    await add(tx, 1)
    await add(tx, 1).catch(() => {})
    await add(tx, 2)
  })
  await assert.rejects(attempt, { code: '23505' })
})

test('a savepoint is undone alone, and so is one within another', async () => {
  await sql.begin(async (tx) => {
    await add(tx, 1)
    await tx.savepoint(async (outer) => {
      await add(outer, 2)
      await assert.rejects(
        outer.savepoint((inner) => add(inner, 2)),
        { code: '23505' },
      )
      await add(outer, 3)
    })
    await assert.rejects(
      tx.savepoint(async (outer) => {
        await add(outer, 4)
        await outer
          .savepoint((inner) => add(inner, 5))
          .then(() => assert.rejects(outer.savepoint((inner) => add(inner, 5))))
        throw new Error('on purpose')
      }),
    )
    await add(tx, 6)
  })
  assert.deepEqual(await ids(), [1, 2, 3, 6])
})

test('statements may be returned as a list, to be sent one after the other', async () => {
  await sql.begin((tx) => [add(tx, 1), add(tx, 2)])
  assert.deepEqual(await ids(), [1, 2])
})

test('fragments, lists of columns and unsafe statements work in a transaction as outside', async () => {
  const rows = await sql.begin(async (tx) => {
    await tx`insert into sample ${tx([{ id: 7 }, { id: 8 }], 'id')}`
    await tx.unsafe('insert into sample values ($1)', [9])
    return tx<{ id: number }[]>`select ${tx('id')} from sample where true ${tx`and id > ${7}`} order by id`
  })
  assert.deepEqual(
    rows.map(({ id }) => id),
    [8, 9],
  )
})

/** Runs a transaction whose connection breaks, on a pool of its own, and says how the work and the whole ended. */
async function breaking(work: (tx: Tx) => Promise<unknown>) {
  const fragile = openDatabase(url, { poolSize: 1 })
  const { promise: workEnd, resolve: endWork } = Promise.withResolvers<string>()
  const attempt = fragile.begin(async (tx) => {
    await add(tx, 1)
    await work(tx).then(() => endWork('content'), endWork)
    await add(tx, 2)
  })
  await assert.rejects(attempt, lost)
  const end = await workEnd
  await fragile.end({ timeout: 1 })
  return end
}

test('a connection that breaks in the middle of a statement fails the transaction, and nothing of it stays', async () => {
  assert.notEqual(await breaking(breakDown), 'content')
  assert.deepEqual(await ids(), [])
})

test('a connection that breaks within savepoints fails the transaction, and nothing of it stays', async () => {
  const fragile = openDatabase(url, { poolSize: 1 })
  const attempt = fragile.begin(async (tx) => {
    await add(tx, 1)
    await tx.savepoint((outer) => outer.savepoint((inner) => breakDown(inner)))
  })
  await assert.rejects(attempt, lost)
  assert.deepEqual(await ids(), [])
  await fragile.end({ timeout: 1 })
})

test('on a connection that is lost nothing more is sent, and everything that waited is refused', async () => {
  const end = await breaking(async (tx) => {
    const waiting = [breakDown(tx), add(tx, 3), add(tx, 4), add(tx, 5)]
    for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
    await assert.rejects(add(tx, 6))
  })
  assert.equal(end, 'content')
  assert.deepEqual(await ids(), [])
})

test('a connection that is lost between two statements gets no other', async () => {
  const fragile = openDatabase(url, { poolSize: 1 })
  const { promise: isLost, resolve: proceed } = Promise.withResolvers<void>()
  const { promise: afterwards, resolve: note } = Promise.withResolvers<unknown>()
  const attempt = fragile.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    await admin`select pg_terminate_backend(${row?.pid ?? 0}::integer)`
    await isLost
    await add(tx, 1).then(note, note)
  })
  await assert.rejects(attempt, lost)
  proceed()
  assert.ok((await afterwards) instanceof Error)
  assert.deepEqual(await ids(), [])
  await fragile.end({ timeout: 1 })
})

test('a pool that is closed meanwhile waits for the transaction, and ends', async () => {
  const closing = openDatabase(url, { poolSize: 1 })
  let ended: Promise<void> = Promise.resolve()
  await closing.begin(async (tx) => {
    await add(tx, 1)
    ended = closing.end()
    await add(tx, 2)
  })
  await ended
  assert.deepEqual(await ids(), [1, 2])
})

test('transactions that fail give their connections back', async () => {
  for (let round = 0; round < 10; round += 1) {
    await assert.rejects(
      sql.begin(async (tx) => tx`select 1 / 0`),
      { code: '22012' },
    )
  }
  await Promise.all(Array.from({ length: 10 }, (_, id) => sql.begin((tx) => add(tx, id))))
  assert.equal((await ids()).length, 10)
})
