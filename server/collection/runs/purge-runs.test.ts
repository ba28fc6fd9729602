import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { continueRuns } from './continue-runs.ts'
import { purgeRuns, RUNS_KEPT_MS } from './purge-runs.ts'

const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const later = (ms: number) => () => new Date(clock().getTime() + ms)

test('a run that is over or was never started is forgotten with its items after ninety days, one that goes on is not', async () => {
  const { orderId } = await sellOrder(house, club)
  const tag = { object_type: 'orders', action: 'tag', tag: 'press' }
  const finished = (await manage('POST', 'runs', { ...tag, ids: [orderId] })).body.run_id
  const waiting = (await manage('POST', 'runs', { ...tag, filters: {}, wait: true })).body.run_id
  while ((await continueRuns({ sql, clock, systemClock: clock, payments })) > 0);
  const running = (await manage('POST', 'runs', { ...tag, ids: [orderId] })).body.run_id
  const statuses = async () => {
    const runs = [finished, waiting, running]
    return Promise.all(runs.map(async (runId) => (await manage('GET', `runs/${runId}`)).status))
  }
  assert.equal(await purgeRuns(sql, later(RUNS_KEPT_MS - DAY_MS)), 0)
  assert.deepEqual(await statuses(), [200, 200, 200])
  assert.ok((await purgeRuns(sql, later(RUNS_KEPT_MS + DAY_MS))) > 0)
  assert.deepEqual(await statuses(), [404, 404, 200])
  const items = await sql<{ run_id: number }[]>`
    select run_id
    from run_items
    where org_id = ${club.orgId}`
  assert.deepEqual(
    items.map(({ run_id }) => run_id),
    [running],
  )
  assert.deepEqual((await manage('GET', 'orders?tag=press')).body.data.length, 1, 'what was done stays')
})
