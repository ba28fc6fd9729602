import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../tests/harness.ts'
import { beginBatch, finish } from './batch.ts'
import type { Tx } from './database.ts'

const { sql } = await openHouse()
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

test('the connection is as it was for whoever comes next', async () => {
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
