import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { literal } from './literal.ts'

const { sql } = await openTestDatabase()

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

test('a literal is no template, which the driver would remember for ever', () => {
  assert.equal((literal(sql, 7) as unknown as { tagged: boolean }).tagged, false)
})
