import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { literal, textLiteral } from './sql.ts'

const { sql } = await openTestDatabase({ poolSize: 1 })

test('a literal is a whole number and nothing else', async () => {
  const [row] = await sql`select 5 - ${literal(sql, -7)} as twelve`
  assert.equal(row?.twelve, 12)
  for (const value of [
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '1; drop table sample' as unknown as number,
  ]) {
    assert.throws(() => literal(sql, value), RangeError)
  }
})

test('a text as a literal is that text, whatever stands in it', async () => {
  for (const text of ["it's", "'; drop table sample; --", '\\', '%_', 'Åsa 🎟', '', '$1']) {
    const [row] = await sql`select ${textLiteral(sql, text)} as same`
    assert.equal(row?.same, text)
  }
})

const kept = (marker: string) => sql`select 1 from pg_prepared_statements where statement like ${`%${marker}%`}`

test('a query is sent without keeping its plan, and answers the same', async () => {
  const query = () => sql<{ twice: number }[]>`select 2 * ${21}::int as twice /* once only */`
  for (let runs = 0; runs < 7; runs += 1) assert.equal((await query().freshPlan())[0]?.twice, 42)
  assert.equal((await kept('once only')).length, 0)
  await query()
  assert.equal((await kept('once only')).length, 1)
})

test('what has been sent has its plan', async () => {
  const sent = sql`select 1`
  await sent
  assert.throws(() => sent.freshPlan(), /a query that has not been sent/)
})
