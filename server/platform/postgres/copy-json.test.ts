import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { CopyToJson, readCopy } from './copy-json.ts'

const { sql } = await openTestDatabase()
await sql`create table sample (n integer generated always as identity, words text, number bigint, flag boolean, list text[])`

type Row = { words: string | null; number: number | null; flag: boolean | null; list: string[] | null }

async function objectsOf(): Promise<{ text: string; objects: Row[] }> {
  const copier = new CopyToJson([
    { name: 'words', kind: 'string' },
    { name: 'number', kind: 'number' },
    { name: 'flag', kind: 'boolean' },
    { name: 'list', kind: 'json' },
  ])
  await readCopy(sql`copy (select words, number, flag, to_json(list) from sample order by n) to stdout`, (line) =>
    copier.add(line),
  )
  const text = Buffer.concat(copier.take()).toString()
  return { text, objects: JSON.parse(`[${text}]`) }
}

const nasty = [
  '',
  '\\N',
  '\\',
  '\\\\N',
  '\\.',
  '"',
  '\\"',
  'a\tb\nc\rd',
  '\b\f\v\u0001\u001f\u007f',
  '\u2028\u2029',
  '🎟️ Łukasz O’Brien',
  '\u0085\ufeff',
  'null',
  '{"a":[1]}',
  '</script>',
]
const anyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
)
const anyRow: fc.Arbitrary<Row> = fc
  .record({
    words: fc.option(anyText),
    number: fc.option(fc.maxSafeInteger()),
    flag: fc.option(fc.boolean()),
    list: fc.option(fc.array(anyText, { maxLength: 4 })),
  })
  .map((row) => ({ ...row }))

test('what the database holds comes out as JSON.stringify would write it, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 60 }), async (rows) => {
      await sql`truncate sample`
      if (rows.length > 0) await sql`insert into sample ${sql(rows)}`
      const { text, objects } = await objectsOf()
      assert.deepEqual(objects, rows)
      assert.equal(text, rows.map((row) => JSON.stringify(row)).join(','))
    }),
    { numRuns: 60 },
  )
})

test('a text that is longer than a block comes out whole', async () => {
  const rows = [1, 300_000, 2, 700_000].map((length) => ({
    words: '\u0001'.repeat(length),
    number: length,
    flag: true,
    list: null,
  }))
  await sql`truncate sample`
  await sql`insert into sample ${sql(rows)}`
  assert.deepEqual((await objectsOf()).objects, rows)
})

test('columns that were not declared are an error, not a wrong object, and the connection goes on', async () => {
  const copier = new CopyToJson([{ name: 'a', kind: 'number' }])
  await assert.rejects(
    readCopy(sql`copy (select 1, 2) to stdout`, (line) => copier.add(line)),
    /other columns/,
  )
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
})

test('a statement that fails half way is an error, and the connection goes on', async () => {
  let lines = 0
  const copy = sql`copy (select 1 / (20000 - n) from generate_series(1, 30000) n) to stdout`
  await assert.rejects(
    readCopy(copy, () => {
      lines += 1
    }),
    { code: '22012' },
  )
  assert.ok(lines > 0)
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
})

test('a statement that cannot begin is an error', async () => {
  await assert.rejects(
    readCopy(sql`copy (select nothing) to stdout`, () => {}),
    { code: '42703' },
  )
})
