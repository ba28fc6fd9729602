import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { continueRuns } from './continue-runs.ts'

const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const deps = { sql, clock, systemClock: clock, payments }

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const work = async () => {
  while ((await continueRuns(deps)) > 0);
}
const runOf = async (runId: number) => (await manage('GET', `runs/${runId}`)).body

/** Orders of an event of their own, and a run that refunds them all. */
async function refunding(count: number) {
  const offer = await addOffer(house, club, { capacity: 100 })
  const orderIds: number[] = []
  for (let sold = 0; sold < count; sold += 1) orderIds.push((await sellOrder(house, club, { offer })).orderId)
  const { body } = await manage('POST', 'runs', { object_type: 'orders', action: 'refund', ids: orderIds })
  return { orderIds, runId: body.run_id as number }
}

const refundCounts = async (orderIds: number[]) => {
  const counts: number[] = []
  for (const orderId of orderIds) counts.push((await manage('GET', `orders/${orderId}/refunds`)).body.data.length)
  return counts
}

test('any number of workers refund each order once, and the run is finished once', async () => {
  const { orderIds, runId } = await refunding(12)
  await Promise.all([continueRuns(deps), continueRuns(deps), continueRuns(deps), continueRuns(deps)])
  await work()
  const run = await runOf(runId)
  assert.deepEqual([run.run_status, run.items], ['finished', { waiting: 0, done: 12, skipped: 0, failed: 0 }])
  assert.deepEqual(
    await refundCounts(orderIds),
    orderIds.map(() => 1),
  )
})

test('a worker that is killed in the middle of an order leaves it as it was, and the next one does it once', async () => {
  const { orderIds, runId } = await refunding(4)
  const [, , third = 0] = orderIds.toSorted((one, other) => one - other)
  await sql.begin(async (tx) => {
    await tx`select 1 from orders where org_id = ${club.orgId} and order_id = ${third} for update`
    const script = join(import.meta.dirname, '../../../tests/workers/runs-worker.ts')
    const worker = spawn(process.execPath, [script, house.url, clock().toISOString()], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(worker, 'exit')
    await awaitedLock(sql)
    worker.kill('SIGKILL')
    await ended
  })
  await work()
  const run = await runOf(runId)
  assert.deepEqual([run.run_status, run.items.done, run.items.failed], ['finished', 4, 0])
  assert.deepEqual(await refundCounts(orderIds), [1, 1, 1, 1])
})

test('whoever stops a run waits for the object in hand, and finds nothing begun after it', async () => {
  const { orderIds, runId } = await refunding(3)
  const [first = 0] = orderIds.toSorted((one, other) => one - other)
  let working: Promise<number> | undefined
  let stopping: ReturnType<typeof manage> | undefined
  await sql.begin(async (tx) => {
    await tx`select 1 from orders where org_id = ${club.orgId} and order_id = ${first} for update`
    working = continueRuns(deps)
    await awaitedLock(sql)
    stopping = manage('POST', `runs/${runId}/stop`)
    await awaitedLock(sql, 2)
  })
  assert.ok(stopping)
  const { body } = await stopping
  await working
  assert.deepEqual([body.run_status, body.items], ['stopped', { waiting: 2, done: 1, skipped: 0, failed: 0 }])
  assert.deepEqual((await refundCounts(orderIds)).toSorted(), [0, 0, 1])
  await work()
  assert.equal((await runOf(runId)).items.waiting, 2)
})
