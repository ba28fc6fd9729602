import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { freshPlan } from './fresh-plan.ts'

const { sql } = await openTestDatabase({ poolSize: 1 })
const kept = (marker: string) => sql`select 1 from pg_prepared_statements where statement like ${`%${marker}%`}`

test('a query is sent without keeping its plan, and answers the same', async () => {
  const query = () => sql<{ twice: number }[]>`select 2 * ${21}::int as twice /* once only */`
  for (let runs = 0; runs < 7; runs += 1) assert.equal((await freshPlan(query()))[0]?.twice, 42)
  assert.equal((await kept('once only')).length, 0)
  await query()
  assert.equal((await kept('once only')).length, 1)
})

test('what is no query is refused', () => {
  assert.throws(() => freshPlan({}), /a query that has not been sent/)
})
