import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { arrayText } from './values.ts'

const { sql } = await openTestDatabase({ poolSize: 1 })

test('a value of each type comes back as it went', async () => {
  const at = new Date('2026-03-01T09:30:00.125Z')
  const [row] = await sql`
    select ${7}::bigint as whole, ${-7}::integer as small, ${1.5}::float8 as real, ${'1.50'}::numeric as decimal,
      ${true}::boolean as flag, ${at}::timestamptz as at, ${new Date('2026-03-01')}::date as day, ${'Zoë'}::text as text,
      ${Buffer.from([0, 255, 92])}::bytea as bytes, ${{ a: [1, null, '"'] }}::jsonb as object, ${null}::text as nothing`
  assert.deepEqual(row, {
    whole: 7,
    small: -7,
    real: 1.5,
    decimal: '1.50',
    flag: true,
    at,
    day: new Date('2026-03-01'),
    text: 'Zoë',
    bytes: Buffer.from([0, 255, 92]),
    object: { a: [1, null, '"'] },
    nothing: null,
  })
})

test('arrays come back as they went, whatever is in them', async () => {
  const at = new Date('2026-03-01T09:30:00.125Z')
  const [row] = await sql`
    select ${[1, null, Number.MAX_SAFE_INTEGER]}::bigint[] as whole, ${[true, false, null]}::boolean[] as flags,
      ${[at, null]}::timestamptz[] as times, ${[Buffer.from([0, 34, 92]), null]}::bytea[] as bytes,
      ${[{ a: '"\\' }, null]}::jsonb[] as objects, ${[]}::text[] as none, ${[[1, 2], [3, 4]]}::integer[] as nested`
  assert.deepEqual(row, {
    whole: [1, null, Number.MAX_SAFE_INTEGER],
    flags: [true, false, null],
    times: [at, null],
    bytes: [Buffer.from([0, 34, 92]), null],
    objects: [{ a: '"\\' }, null],
    none: [],
    nested: [
      [1, 2],
      [3, 4],
    ],
  })
})

test('any texts come back as they went, in an array too', async () => {
  const texts = fc.array(fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))))
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const [row] = await sql<{ texts: unknown; first: unknown }[]>`
        select ${given}::text[] as texts, ${given[0] ?? null}::text as first`
      assert.deepEqual({ ...row }, { texts: given, first: given[0] ?? null })
    }),
    { numRuns: 200 },
  )
})

test('a whole number that JavaScript cannot hold is an error, not another number', async () => {
  await assert.rejects(async () => sql`select ${'9007199254740993'}::bigint`, RangeError)
  assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
})

test('what is no value is refused before anything is sent', async () => {
  for (const value of [undefined, [1, undefined], new Date(Number.NaN), () => 1, Symbol('x')]) {
    await assert.rejects(async () => sql`select ${value as never}`, { message: /cannot be sent/ })
  }
  await assert.rejects(async () => sql`insert into nowhere ${sql({ a: undefined })}`, { code: 'UNDEFINED_VALUE' })
})

test('an array is written as PostgreSQL writes it', () => {
  assert.equal(arrayText([1, null, 'two words', '"', '\\', [true]]), '{1,NULL,"two words","\\"","\\\\",{"true"}}')
})
