import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('the driver, which remembers every template for ever, is given the same ones again', async () => {
  const { sql } = await openTestDatabase({ poolSize: 1 })
  const templateOf = (made: unknown) => (made as { strings: unknown }).strings
  assert.equal(templateOf(namesOf(sql, columns)), templateOf(namesOf(sql, columns)))
  assert.equal(templateOf(records(sql, columns, [])), templateOf(records(sql, columns, [])))
})
