import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { openReceiver, type Receiver } from '../../../tests/outside/receiver.ts'
import { publishAll } from './publish.ts'

const house = await openWebhookHouse()
const sender = house.sender()
const HOUR_MS = 3_600_000

const create = async (club: Tenant, { url }: Receiver) =>
  (await house.call('POST', '/v1/webhook_endpoints', { key: club.key, body: { url } })).body
const look = async (club: Tenant, id: number) =>
  (await house.call('GET', `/v1/webhook_endpoints/${id}`, { key: club.key })).body
const typesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).type)
const sequencesOf = ({ received }: Receiver) =>
  received
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type !== 'ping')
    .map(({ sequence }) => sequence)
    .sort((a, b) => a - b)

test('a new endpoint gets a ping and nothing else until it has answered one, and then all that it missed', async () => {
  const club = await house.organisation()
  const victim = await openReceiver(404)
  const { webhook_endpoint_id: id, proven_at } = await create(club, victim)
  assert.equal(proven_at, null)
  await house.raise(club, 20)
  await sender.drain()
  assert.deepEqual(typesOf(victim), ['ping'])
  assert.equal((await deliveriesOf(house, club)).length, 1, 'what waits is not written down')
  house.clock.advance(10_000)
  victim.answer(204)
  await house.raise(club, 5)
  await sender.drain()
  assert.deepEqual(typesOf(victim).slice(0, 2), ['ping', 'ping'])
  assert.deepEqual(
    sequencesOf(victim),
    Array.from({ length: 25 }, (_, n) => n + 2),
  )
  assert.ok((await look(club, id)).proven_at)
  await house.raise(club)
  await sender.drain()
  assert.equal(victim.received.length, 28)
  house.clock.set(new Date())
})

test('what happened before an endpoint was made is not sent to it', async () => {
  const club = await house.organisation()
  await house.raise(club, 3)
  await sender.drain()
  const receiver = await openReceiver()
  await create(club, receiver)
  await house.raise(club)
  await sender.drain()
  assert.deepEqual(sequencesOf(receiver), [5])
})

test('a test proves an endpoint too, and takes the place of the ping that waits', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(500)
  const { webhook_endpoint_id: id } = await create(club, receiver)
  await sender.drain()
  receiver.answer(200)
  await house.raise(club)
  for (let n = 0; n < 3; n += 1) await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: club.key })
  assert.equal((await deliveriesOf(house, club, '&status=pending')).length, 1)
  await sender.drain()
  assert.deepEqual(typesOf(receiver), ['ping', 'ping', 'customer.created'])
})

test('a changed address is proven anew, and what waits goes there once it is', async () => {
  const club = await house.organisation()
  const [old, next] = [await openReceiver(500), await openReceiver(500)]
  const { id } = await house.endpoint(club, old.url)
  await house.raise(club, 2)
  await sender.drain()
  const path = `/v1/webhook_endpoints/${id}`
  const moved = await house.call('PATCH', path, { key: club.key, body: { url: next.url } })
  assert.equal(moved.body.proven_at, null)
  await house.raise(club)
  house.clock.advance(HOUR_MS)
  await sender.drain()
  assert.deepEqual(typesOf(next), ['ping'])
  for (const [address, body] of [
    [`${path}/replay`, { since: 1_700_000_000 }],
    [`/v1/webhook_deliveries/${(await deliveriesOf(house, club))[1].webhook_delivery_id}/retry`, undefined],
  ] as const) {
    const answer = await house.call('POST', address, { key: club.key, ...(body ? { body } : {}) })
    assert.deepEqual([answer.status, answer.body.error?.code], [409, 'state_conflict'], address)
  }
  next.answer(200)
  await house.call('POST', `${path}/test`, { key: club.key })
  await sender.drain()
  assert.deepEqual(sequencesOf(next), [1, 2, 4])
  house.clock.set(new Date())
})

test('an answer from the address before proves nothing for the new one', async () => {
  const club = await house.organisation()
  const victim = await openReceiver(404)
  const own = await openReceiver((response) => {
    // The address changes while the answer is on its way.
    void house
      .call('PATCH', `/v1/webhook_endpoints/${id}`, { key: club.key, body: { url: victim.url } })
      .then(() => response.writeHead(200).end())
  })
  const { webhook_endpoint_id: id } = await create(club, own)
  await house.raise(club)
  await sender.drain()
  assert.equal((await look(club, id)).proven_at, null)
  assert.deepEqual(typesOf(victim), ['ping'])
})

test('an endpoint that answers no ping in three days is disabled; enabled again, it is asked again', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver(503)
  const { webhook_endpoint_id: id } = await create(club, receiver)
  await house.raise(club)
  await sender.drain()
  for (const hours of [0.01, 0.1, 0.6, 2.1, 5.1, 10.1, 14.1, 20.1, 24.1]) {
    house.clock.advance(hours * HOUR_MS)
    await sender.drain()
  }
  assert.deepEqual(
    typesOf(receiver),
    Array.from({ length: 10 }, () => 'ping'),
  )
  const silent = await look(club, id)
  assert.deepEqual([silent.status, silent.disabled_reason], ['disabled', 'failing'])
  receiver.answer(200)
  await house.call('PATCH', `/v1/webhook_endpoints/${id}`, { key: club.key, body: { status: 'enabled' } })
  await sender.drain()
  assert.deepEqual(typesOf(receiver).slice(10), ['ping', 'customer.created', 'webhook_endpoint.disabled'])
  house.clock.set(new Date())
})

test('while many write, an endpoint that is being proven misses nothing and gets nothing twice', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const [WRITERS, EACH] = [6, 40]
  await create(club, receiver)
  const write = async () => {
    for (let n = 0; n < EACH; n += 1) {
      const messages = [{ type: 'customer.updated' as const, data: { n } }]
      await house.sql.begin((tx) => publishAll(club.orgId, tx, house.clock, messages))
    }
  }
  const workers = [house.sender().start(), house.sender().start()]
  await Promise.all(Array.from({ length: WRITERS }, write))
  await receiver.arrived(WRITERS * EACH + 1)
  await Promise.all(workers.map((worker) => worker.stop()))
  assert.deepEqual(
    sequencesOf(receiver),
    Array.from({ length: WRITERS * EACH }, (_, n) => n + 2),
  )
})
