import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../../tests/outside/receiver.ts'
import { claimQueues, releaseQueues } from './queues.ts'

const house = await openWebhookHouse()
const receiver = await openReceiver()

test('workers share what is due: each claim takes a quarter of what is left, and at last nothing is', async () => {
  const club = await house.organisation()
  for (let n = 0; n < 12; n += 1) await house.endpoint(club, `${receiver.url}${n}`)
  await house.raise(club)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const workers = [randomUUID(), randomUUID(), randomUUID()]
  const taken: number[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const claimed = await claimQueues(house.sql, workers[turn % 3] ?? '', house.clock(), 100)
    taken.push(claimed.length)
  }
  assert.deepEqual(taken, [3, 3, 2, 1, 1, 1, 1, 0, 0])
})

test('what is given back with a queue is due at once, behind what has waited longer', async () => {
  const club = await house.organisation()
  const [worker, other] = [randomUUID(), randomUUID()]
  for (let n = 0; n < 2; n += 1) await house.endpoint(club, `${receiver.url}${n}`)
  await house.raise(club)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const [first] = await claimQueues(house.sql, worker, house.clock(), 1)
  assert.ok(first)
  house.clock.advance(1000)
  await releaseQueues(house.sql, worker, [{ ...first, pausedUntil: house.clock() }])
  const ids: number[] = []
  for (let n = 0; n < 2; n += 1)
    ids.push(...(await claimQueues(house.sql, other, house.clock(), 1)).map((queue) => queue.endpointId))
  assert.deepEqual(ids.indexOf(first.endpointId), 1)
})

test('an endpoint with a long queue goes from worker to worker, and gets each message once', async () => {
  const club = await house.organisation()
  const busy = await openReceiver()
  await house.endpoint(club, busy.url)
  await house.raise(club, 150)
  const servedBy = new Set<number>()
  const workers = [0, 1, 2].map((n) =>
    house.sender({ offeredAfterMs: 0, inFlightMax: 1, onAttempt: () => servedBy.add(n) }).start(),
  )
  await busy.arrived(150)
  await Promise.all(workers.map((worker) => worker.stop()))
  assert.equal(busy.received.length, 150)
  assert.equal(new Set(busy.received.map(({ headers }) => headers['webhook-id'])).size, 150)
  assert.ok(servedBy.size > 1, 'one worker kept it')
})
