import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import type { Tenant } from '../../../../tests/harness/house.ts'
import { openReceiver } from '../../../../tests/outside/receiver.ts'
import { orgIdOf } from '../../../access/principal.ts'
import { lockSequence } from '../number-messages.ts'
import { publishAll } from '../publish.ts'
import type { AnswerPace } from './lane.ts'
import type { Target } from './read-targets.ts'
import { createRequestSlots, type RequestSlots } from './request-slots.ts'

const house = await openWebhookHouse()

test('endpoints of one organisation that take their time leave requests for the others', async () => {
  const [dawdling, other] = [await house.organisation(), await house.organisation()]
  const held: ServerResponse[] = []
  const [slow, well] = [await openReceiver((response) => held.push(response)), await openReceiver()]
  for (let n = 0; n < 16; n += 1) await house.endpoint(dawdling, `${slow.url}${n}`)
  await house.endpoint(other, well.url)
  await house.raise(dawdling, 10)
  const worker = house.sender({ inFlightMax: 20 }).start()
  await slow.arrived(10)
  // In one go: the requests that are held are given up after a while, and free their places.
  const messages = Array.from({ length: 30 }, (_, n) => ({ type: 'customer.updated' as const, data: { n } }))
  await house.sql.begin((tx) => publishAll(other.orgId, tx, house.clock, messages))
  await well.arrived(30)
  assert.equal(slow.received.length, 10)
  slow.answer(200)
  for (const response of held) response.end()
  await slow.arrived(160)
  await worker.stop()
})

test('a request that hangs does not hold up what comes for the same endpoint', async () => {
  const club = await house.organisation()
  const held: ServerResponse[] = []
  const receiver = await openReceiver((response) => held.push(response))
  await house.endpoint(club, receiver.url)
  let answered = 0
  const onAttempt = () => {
    answered += 1
  }
  const worker = house.sender({ timeoutMs: 5000, onAttempt }).start()
  await house.raise(club)
  await receiver.arrived(1)
  await house.raise(club)
  await receiver.arrived(2)
  const answeredBefore = answered
  receiver.answer(200)
  for (const response of held) response.end()
  await worker.stop()
  assert.equal(answeredBefore, 0, 'the second did not wait for the end of the first')
})

test('what comes for an endpoint that is left alone does not end its pause; a test by hand does', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(500)
  const { id } = await house.endpoint(club, receiver.url)
  const sender = house.sender()
  await house.raise(club, 10)
  await sender.drain()
  const tried = receiver.received.length
  for (let n = 0; n < 3; n += 1) {
    await house.raise(club)
    await sender.drain()
  }
  assert.equal(receiver.received.length, tried)
  receiver.answer(200)
  await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: club.key })
  await sender.drain()
  const got = receiver.received.slice(tried).map(({ body }) => JSON.parse(body).type)
  assert.ok(got.includes('ping') && got.length > 3, 'it answers again, and has what waited')
})

test('while requests are scarce, endpoints have theirs in turn', async () => {
  const club = await house.organisation()
  const order: string[] = []
  for (const name of ['a', 'b', 'c']) {
    const receiver = await openReceiver((response) => {
      order.push(name)
      response.end()
    })
    await house.endpoint(club, receiver.url)
  }
  await house.raise(club, 10)
  await house.sender({ inFlightMax: 1 }).drain()
  assert.equal(order.length, 30)
  const turns = Array.from({ length: 10 }, (_, turn) =>
    order
      .slice(turn * 3, turn * 3 + 3)
      .sort()
      .join(''),
  )
  assert.deepEqual(new Set(turns), new Set(['abc']))
})

test('of a hundred requests half may go to one organisation or to suspects, and a fifth is kept for who answers quickly', () => {
  const laneOf = (org: number, pace: AnswerPace, failures = 0) => ({
    target: { orgId: orgIdOf(org) } as Target,
    pace,
    failures,
  })
  const fill = (lane: ReturnType<typeof laneOf>, slots: RequestSlots) => {
    let count = 0
    while (slots.take(lane)) count += 1
    return count
  }
  assert.equal(fill(laneOf(1, 'quick'), createRequestSlots(100)), 50)
  const slots = createRequestSlots(100)
  assert.equal(fill(laneOf(1, 'slow'), slots), 50)
  assert.equal(fill(laneOf(2, 'quick', 1), slots), 0)
  assert.equal(fill(laneOf(3, 'unknown'), slots), 30)
  const leave = slots.take(laneOf(4, 'quick'))
  assert.equal(fill(laneOf(4, 'quick'), slots), 19)
  assert.equal(slots.inUse(), 100)
  leave?.()
  assert.equal(fill(laneOf(5, 'quick'), slots), 1)
})

test('memory holds no more of long messages than it may, and all are sent', async () => {
  const club = await house.organisation()
  let under = 0
  let most = 0
  const receiver = await openReceiver((response) => {
    under += 1
    most = Math.max(most, under)
    setImmediate(() => {
      under -= 1
      response.end()
    })
  })
  for (let n = 0; n < 3; n += 1) await house.endpoint(club, `${receiver.url}${n}`)
  const long = 'x'.repeat(100_000)
  const messages = Array.from({ length: 20 }, () => ({ type: 'customer.updated' as const, data: { long } }))
  await house.sql.begin((tx) => publishAll(club.orgId, tx, house.clock, messages))
  await house.sender({ lengthMax: 150_000 }).drain()
  assert.equal(receiver.received.length, 60)
  assert.equal(new Set(receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)).size, 60)
  assert.ok(most <= 2, `${most} long messages at once`)
})

test('a hundred organisations whose messages cannot be numbered now do not keep the next one from being heard', async () => {
  const busy: Tenant[] = []
  for (let n = 0; n < 100; n += 1) busy.push(await house.organisation())
  const club = await house.organisation()
  const receiver = await openReceiver()
  await house.endpoint(club, receiver.url)
  const { promise: heard, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  for (const { orgId } of [...busy, club]) {
    await house.sql.begin((tx) => publishAll(orgId, tx, house.clock, [{ type: 'customer.updated', data: {} }]))
    await house.sql.begin((tx) => lockSequence(orgId, tx))
  }
  const numbering = house.sql.begin(async (tx) => {
    for (const { orgId } of busy) await lockSequence(orgId, tx)
    lock()
    await heard
  })
  await locked
  await house.sender().drain()
  release()
  await numbering
  assert.equal(receiver.received.length, 1)
})
