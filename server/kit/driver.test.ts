import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../tests/harness.ts'

const { sql } = await openTestDatabase({ poolSize: 1 })

test('after a connection broke in the middle of its rows, the next statements get their own rows and nobody else’s', async () => {
  const broken = sql`
    select n, repeat('x', 1000) as filling, case when n = 5000 then pg_terminate_backend(pg_backend_pid()) end
    from generate_series(1, 10000) as n`
  await assert.rejects(async () => broken)
  for (const answer of [41, 42, 43]) {
    const rows = await sql<{ answer: number }[]>`select ${answer}::integer as answer`
    assert.deepEqual([...rows], [{ answer }])
  }
})

test('a value that cannot be sent fails its own statement, and those beside it get their answers', async () => {
  const outcomes = await Promise.allSettled([
    sql`select 1 as n`,
    sql`select ${undefined as never}::integer as n`,
    sql`select 3 as n`,
  ])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value[0]?.n : outcome.reason.code)),
    [1, 'UNDEFINED_VALUE', 3],
  )
})
