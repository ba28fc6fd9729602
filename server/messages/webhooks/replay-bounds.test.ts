import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../tests/outside/receiver.ts'

const house = await openWebhookHouse()
const sender = house.sender()

test('a second replay for an endpoint waits for the first', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(club, receiver.url)
  await house.raise(club, 3)
  await sender.drain()
  const replay = () =>
    house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: club.key, body: { since: 1_700_000_000 } })
  const both = await Promise.all([replay(), replay()])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal(both.find(({ status }) => status === 409)?.body.error.code, 'state_conflict')
  await sender.drain()
  assert.equal(receiver.received.length, 6)
  assert.equal((await replay()).status, 201)
})

test('an organisation has five replays under way at most', async () => {
  const club = await house.organisation()
  const other = await house.organisation()
  await house.raise(club)
  await house.raise(other)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  await house.call('GET', '/v1/webhook_messages', { key: other.key })
  const replayAt = async (tenant: typeof club) => {
    const { id } = await house.endpoint(tenant, 'http://127.0.0.1:9/')
    const body = { since: 1_700_000_000 }
    return (await house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: tenant.key, body })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await replayAt(club))
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 409])
  assert.equal(await replayAt(other), 201)
})

test('disabling an endpoint ends its replay', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  const { id } = await house.endpoint(club, receiver.url)
  await house.raise(club)
  await sender.drain()
  const path = `/v1/webhook_endpoints/${id}`
  await house.call('POST', `${path}/replay`, { key: club.key, body: { since: 1_700_000_000 } })
  for (const status of ['disabled', 'enabled']) await house.call('PATCH', path, { key: club.key, body: { status } })
  await sender.drain()
  assert.equal(receiver.received.length, 1)
})
