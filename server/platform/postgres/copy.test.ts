import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { type CopyValue, copyRows } from './copy.ts'

const { sql } = await openTestDatabase({ poolSize: 1 })
await sql`create table sample (id integer primary key, text text, flag boolean, at timestamptz)`

const copy = () => sql`copy sample (id, text, flag, at) from stdin`
const row = (id: CopyValue, text: CopyValue = 'x'): CopyValue[] => [id, text, true, null]
const count = async () => Number((await sql`select count(*) from sample`)[0]?.count)

/** Enough rows for many blocks; one of them may be spoilt. */
function* manyRows(rows: number, spoil: (id: number) => CopyValue = (id) => id): Generator<CopyValue[]> {
  for (let id = 1; id <= rows; id += 1) yield row(spoil(id), 'text of fifty characters, to make a block full soon')
}

test('every kind of value arrives as it was, and no character is special', async () => {
  const at = new Date('2026-03-14T08:30:00.123Z')
  const texts = [
    'tab\there',
    'line\nbreak',
    'carriage\rreturn',
    'back\\slash',
    '\\N',
    '\\.',
    '',
    'Ólafsdóttir 😀',
    '"quoted", \'too\'',
  ]
  const rows: CopyValue[][] = [
    ...texts.map((text, index): CopyValue[] => [index, text, index % 2 === 0, at]),
    [99, null, null, null],
  ]
  assert.equal(await copyRows(copy(), rows), rows.length)
  const stored = await sql`select id, text, flag, at from sample order by id`
  assert.deepEqual(
    stored.map(({ id, text, flag, at: when }) => [id, text, flag, when]),
    rows,
  )
  await sql`truncate sample`
})

test('a million characters leave in blocks, and each row is counted once', async () => {
  const counts: number[] = []
  assert.equal(await copyRows(copy(), manyRows(20_000), (rows) => counts.push(rows)), 20_000)
  assert.equal(
    counts.reduce((sum, rows) => sum + rows, 0),
    20_000,
  )
  assert.ok(counts.length > 10)
  assert.equal(await count(), 20_000)
  await sql`truncate sample`
})

test('no rows at all is no failure', async () => {
  assert.equal(await copyRows(copy(), []), 0)
})

test('a row that the database refuses, first or last, fails the copy and leaves nothing', async () => {
  for (const rows of [
    [row('not a number')],
    [row(1), row(1)],
    [row(1), row(2), [3]],
    manyRows(5_000, (id) => (id === 5_000 ? 1 : id)),
    manyRows(5_000, (id) => (id === 2 ? 'no' : id)),
  ]) {
    await assert.rejects(copyRows(copy(), rows), { name: 'PostgresError' })
    assert.equal(await count(), 0)
  }
})

test('a maker of rows that fails ends the copy, and the connection serves the next one', async () => {
  for (const rowsBefore of [0, 1, 5_000]) {
    const failing = function* () {
      yield* manyRows(rowsBefore)
      throw new Error('no more rows')
    }
    await assert.rejects(copyRows(copy(), failing()), /no more rows/)
    assert.equal(await count(), 0)
  }
  assert.equal(await copyRows(copy(), [row(1)]), 1)
  await sql`truncate sample`
})

test('a copy into a table that is not there fails', async () => {
  await assert.rejects(copyRows(sql`copy nowhere (id) from stdin`, [[1]]), { code: '42P01' })
})
