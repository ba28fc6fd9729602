import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../tests/outside/receiver.ts'

const house = await openWebhookHouse()
const club = await house.organisation()
const { key } = club

test('the audit log says where messages went, and nothing that a thief could use', async () => {
  const path = '/v1/webhook_endpoints'
  const create = (url: string) => house.call('POST', path, { key, body: { url } })
  assert.equal((await create('https://user:pass@example.org/hooks')).status, 400)
  const { body: creation } = await create('https://example.org/hooks?token=first-token')
  const own = `${path}/${creation.webhook_endpoint_id}`
  const change = { url: 'https://example.org/hooks?token=second-token' }
  assert.equal((await house.call('PATCH', own, { key, body: change })).status, 200)
  const { body: rolled } = await house.call('POST', `${own}/roll_secret`, { key, body: {} })
  assert.equal((await house.call('DELETE', own, { key })).status, 200)
  const { text, body } = await house.call('GET', '/v1/manage/audit_log', { key })
  for (const secret of ['first-token', 'second-token', creation.secret, rolled.secret, 'user:pass'])
    assert.ok(!text.includes(secret), `${secret} is in the log`)
  const urls = body.data
    .filter(({ action }: { action: string }) => /created|changed|deleted/.test(action))
    .flatMap(({ before, after }: Record<string, { url?: string } | null>) => [before?.url, after?.url])
    .filter((url: string | undefined) => url !== undefined)
  // Created, changed from and to, deleted: that it changed is said, though not to what.
  assert.deepEqual(urls, Array(4).fill('https://example.org/hooks?[hidden]'))
})

test('other receivers hear that an endpoint was given up, and not the token in its address', async () => {
  const watched = await house.organisation()
  const [gone, other] = [await openReceiver(410), await openReceiver()]
  await house.endpoint(watched, `${gone.url}?token=of-the-till`)
  await house.endpoint(watched, other.url, ['webhook_endpoint.disabled'])
  await house.raise(watched)
  // What is said when an endpoint is given up is numbered with what comes next.
  for (let round = 0; round < 2; round += 1) await house.sender().drain()
  assert.equal(gone.received.at(0)?.path, '/?token=of-the-till')
  const [told] = other.received
  assert.equal(JSON.parse(told?.body ?? '{}').data.webhook_endpoint.url, `${gone.url}?[hidden]`)
})
