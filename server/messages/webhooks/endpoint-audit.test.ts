import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club

test('the audit log says where messages went, and nothing that a thief could use', async () => {
  const path = '/v1/webhook_endpoints'
  const create = (url: string) => house.call('POST', path, { key, body: { url } })
  assert.equal((await create('https://user:pass@example.org/hooks')).status, 400)
  const { body: made } = await create('https://example.org/hooks?token=first-token')
  const own = `${path}/${made.webhook_endpoint_id}`
  const change = { url: 'https://example.org/hooks?token=second-token' }
  assert.equal((await house.call('PATCH', own, { key, body: change })).status, 200)
  const { body: rolled } = await house.call('POST', `${own}/roll_secret`, { key, body: {} })
  assert.equal((await house.call('DELETE', own, { key })).status, 200)
  const { text, body } = await house.call('GET', '/v1/manage/audit_log', { key })
  for (const secret of ['first-token', 'second-token', made.secret, rolled.secret, 'user:pass'])
    assert.ok(!text.includes(secret), `${secret} is in the log`)
  const urls = body.data
    .filter(({ action }: { action: string }) => /created|changed|deleted/.test(action))
    .flatMap(({ before, after }: Record<string, { url?: string } | null>) => [before?.url, after?.url])
    .filter((url: string | undefined) => url !== undefined)
  // Created, changed from and to, deleted: that it changed is said, though not to what.
  assert.deepEqual(urls, Array(4).fill('https://example.org/hooks?[hidden]'))
})
