import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { openReceiver, verified } from '../../../../tests/outside/receiver.ts'

const house = await openWebhookHouse()
const sender = house.sender()

test('a change is told to the endpoint at once, signed over the very bytes, and the log says so', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { secret, id } = await house.endpoint(club, receiver.url)
  await house.raise(club)
  await sender.drain()
  assert.equal(receiver.received.length, 1)
  const [first] = receiver.received
  assert.ok(first)
  const message = verified(secret, first) as { type: string; org_id: string; sequence: number; data: object }
  assert.deepEqual(Object.keys(message), ['type', 'timestamp', 'org_id', 'data', 'sequence'])
  assert.deepEqual([message.type, message.org_id, message.sequence], ['customer.created', String(club.orgId), 1])
  assert.equal(first.headers['content-type'], 'application/json; charset=utf-8')
  assert.throws(() => verified(secret, { ...first, body: first.body.replace('Fan', 'Fam') }), /No matching signature/)
  const [delivery] = await deliveriesOf(house, club)
  assert.deepEqual(
    [delivery.status, delivery.message_id, delivery.webhook_endpoint_id, delivery.attempts.length],
    ['succeeded', first.headers['webhook-id'], id, 1],
  )
  assert.equal(delivery.attempts[0].response_status, 200)
})

test('what the list of messages gives is what was sent, in order', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  await house.endpoint(club, receiver.url)
  await house.raise(club, 5)
  await sender.drain()
  const { body } = await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const sent = receiver.received
    .map(({ headers, body: text }) => ({ message_id: headers['webhook-id'], ...JSON.parse(text) }))
    .sort((a, b) => a.sequence - b.sequence)
  assert.deepEqual(body.data, sent)
  assert.deepEqual(
    body.data.map(({ sequence }: { sequence: number }) => sequence),
    [1, 2, 3, 4, 5],
  )
})

test('an endpoint gets the types it asked for, and no organisation hears of another', async () => {
  const club = await house.organisation()
  const other = await house.organisation()
  const [all, members, foreign] = [await openReceiver(), await openReceiver(), await openReceiver()]
  await house.endpoint(club, all.url, ['*'])
  await house.endpoint(club, members.url, ['member.created'])
  await house.endpoint(other, foreign.url)
  await house.raise(club, 2)
  await sender.drain()
  assert.deepEqual([all.received.length, members.received.length, foreign.received.length], [2, 0, 0])
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a failing endpoint is tried ten times, at the times of the schedule, and then the delivery has failed', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(503)
  await house.endpoint(club, receiver.url)
  await house.raise(club)
  await sender.drain()
  const delays = [5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
  for (const [index, delayMs] of delays.entries()) {
    const before = receiver.received.length
    assert.equal(before, index + 1)
    house.clock.advance(delayMs - 1000)
    await sender.drain()
    assert.equal(receiver.received.length, before, `attempt ${index + 2} came before its time`)
    house.clock.advance(5000)
    await sender.drain()
  }
  assert.equal(receiver.received.length, 10)
  const [delivery] = await deliveriesOf(house, club)
  assert.deepEqual([delivery.status, delivery.next_attempt_at, delivery.attempts.length], ['failed', null, 10])
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  house.clock.advance(30 * HOUR)
  await sender.drain()
  assert.equal(receiver.received.length, 10)
})

test('a receiver that comes back gets everything that it missed, each message once', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(500)
  await house.endpoint(club, receiver.url)
  await house.raise(club, 40)
  await sender.drain()
  receiver.answer(200)
  const failed = receiver.received.length
  house.clock.advance(10 * MINUTE)
  await sender.drain()
  const got = receiver.received.slice(failed).map((item) => sequenceOf(item))
  assert.deepEqual(
    got.toSorted((a, b) => a - b),
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
})

const sequenceOf = ({ body }: { body: string }): number => JSON.parse(body).sequence

test('Retry-After is heeded: not before the schedule, and not for ever', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver((response) => response.writeHead(429, { 'retry-after': '600' }).end('slow down'))
  await house.endpoint(club, receiver.url)
  await house.raise(club)
  await sender.drain()
  house.clock.advance(599_000)
  await sender.drain()
  assert.equal(receiver.received.length, 1)
  house.clock.advance(2000)
  await sender.drain()
  assert.equal(receiver.received.length, 2)
  const [delivery] = await deliveriesOf(house, club)
  assert.equal(delivery.attempts[0].response_start, 'slow down')
})

test('a redirect is a failure and is not followed', async () => {
  const club = await house.organisation()
  const elsewhere = await openReceiver()
  const receiver = await openReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end())
  await house.endpoint(club, receiver.url)
  await house.raise(club)
  await sender.drain()
  assert.deepEqual([receiver.received.length, elsewhere.received.length], [1, 0])
  const [delivery] = await deliveriesOf(house, club)
  assert.deepEqual([delivery.status, delivery.attempts[0].response_status], ['pending', 307])
})

test('410 disables the endpoint at once, cancels what waits for it, and the others are told', async () => {
  const club = await house.organisation()
  const gone = await openReceiver(410)
  const other = await openReceiver()
  const { id } = await house.endpoint(club, gone.url)
  await house.endpoint(club, other.url, ['webhook_endpoint.disabled'])
  await house.raise(club, 50)
  await sender.drain()
  await sender.drain()
  const { body } = await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: club.key })
  assert.deepEqual([body.status, body.disabled_reason, body.statistics.pending], ['disabled', 'gone', 0])
  assert.equal(other.received.length, 1)
  const told = JSON.parse(other.received[0]?.body ?? '{}')
  assert.deepEqual([told.type, told.data.webhook_endpoint.webhook_endpoint_id], ['webhook_endpoint.disabled', id])
  assert.ok(gone.received.length < 20)
})

test('five days without a success disable an endpoint; one success in between starts them anew', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(500)
  const { id } = await house.endpoint(club, receiver.url)
  const status = async () => (await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: club.key })).body
  const day = async (answer: number) => {
    receiver.answer(answer)
    await house.raise(club)
    await sender.drain()
    house.clock.advance(24 * HOUR)
  }
  await day(500)
  for (let n = 0; n < 3; n += 1) await day(500)
  assert.equal(typeof (await status()).failing_since, 'number')
  await day(204)
  const well = await status()
  assert.deepEqual([well.failing_since, typeof well.last_success_at], [null, 'number'])
  for (let n = 0; n < 6; n += 1) await day(500)
  const ill = await status()
  assert.deepEqual([ill.status, ill.disabled_reason], ['disabled', 'failing'])
  const rows = await house.sql`
    select action, actor_kind
    from audit_log
    where org_id = ${club.orgId}
      and action = 'webhook_endpoint.disabled'`
  assert.deepEqual([...rows], [{ action: 'webhook_endpoint.disabled', actor_kind: 'system' }])
})

test('while a secret is being rolled, either verifies; afterwards only the new one', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { id, secret: old } = await house.endpoint(club, receiver.url)
  const rolled = await house.call('POST', `/v1/webhook_endpoints/${id}/roll_secret`, {
    key: club.key,
    body: { overlap_seconds: 3600 },
  })
  house.clock.set(new Date())
  await house.sql`
    update webhook_endpoints
    set previous_secret_expires_at = ${new Date(Date.now() + 60_000)}
    where org_id = ${club.orgId}`
  await house.raise(club)
  await sender.drain()
  const [first] = receiver.received
  assert.ok(first)
  for (const secret of [old, rolled.body.secret]) assert.ok(verified(secret, first))
  house.clock.advance(61_000)
  await house.raise(club)
  await sender.drain()
  const second = receiver.received[1]
  assert.ok(second)
  assert.ok(verified(rolled.body.secret, second))
  assert.throws(() => verified(old, second))
})
