import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { namesOf, records } from './records.ts'

const columns = {
  id: 'bigint',
  name: 'text',
  flag: 'boolean',
  places: 'integer',
  at: 'timestamptz',
  key: 'uuid',
} as const

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('rows arrive as they were given, whatever their texts are made of', async () => {
  const { sql } = await openTestDatabase({ poolSize: 1 })
  const at = new Date('2026-03-01T09:30:00.125Z')
  const key = '6f1f5d7e-6f0b-4d5c-9a52-1b2f5f4b9b11'
  const names = [
    'Ada',
    '',
    ' ',
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    'a,b',
    '{x}',
    "O'Brien",
    'two\nlines',
    '\t',
    '李',
    '👩‍🚀',
    '$1',
  ]
  const rows = [
    ...names.map((name, id) => ({ id, name, flag: id % 2 === 0, places: 7 - id, at, key })),
    { id: Number.MAX_SAFE_INTEGER, name: null, flag: null, places: null, at: null, key: null },
  ]
  assert.deepEqual([...(await sql`select ${namesOf(sql, columns)} from ${records(sql, columns, rows)}`)], rows)
  assert.deepEqual([...(await sql`select ${7} as x, r.* from ${records(sql, columns, [])} where ${true}`)], [])
})

test('columns that are written out at the call leave nothing behind, ten thousand times over', async () => {
  const { sql } = await openTestDatabase({ poolSize: 1 })
  const read = async () => {
    const twoColumns = { id: 'bigint', name: 'text' } as const
    const rows = [{ id: 1, name: 'Ada' }]
    await sql`select ${namesOf(sql, twoColumns)} from ${records(sql, twoColumns, rows)}`
  }
  const heapAfter = async (times: number) => {
    for (let n = 0; n < times; n += 100) await Promise.all(Array.from({ length: 100 }, read))
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(1_000)
  const after = await heapAfter(10_000)
  // A tag that remembered each of them came to nine million.
  assert.ok(after - before < 3_000_000, `${after - before} bytes more`)
})
