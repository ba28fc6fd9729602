import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { openDatabase } from './database.ts'

const { sql, url } = await openTestDatabase({ poolSize: 1 })

test('after a connection broke in the middle of its rows, the next statements get their own rows only', async () => {
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

test('a statement that comes just after its connection was lost fails, and the process and the pool live on', async () => {
  let socket: Socket | undefined
  const dial = () => {
    socket = new Socket()
    return socket
  }
  const lone = openDatabase(url, { poolSize: 1, socket: dial })
  const late = Promise.withResolvers<unknown>()
  const begun = lone.begin(async (tx) => {
    await tx`select 1`
    // Sent before any code but the driver can have heard of the loss.
    socket?.once('close', () => void tx`select 2`.then(late.reject, late.resolve))
    socket?.destroy()
    await late.promise
  })
  await assert.rejects(begun, { code: 'CONNECTION_CLOSED' })
  assert.equal(((await late.promise) as { code?: string }).code, 'CONNECTION_CLOSED')
  const [row] = await lone`select 3 as n`
  assert.equal(row?.n, 3)
  await lone.end()
})
