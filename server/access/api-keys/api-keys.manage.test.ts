import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const manage = (method: string, path: string, body?: unknown, headers = {}) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, headers, ...(body === undefined ? {} : { body }) })

test('a key is created, used, rolled and revoked over HTTP; its secret is shown once', async () => {
  const made = await manage('POST', '/api_keys', { type: 'sk', name: 'website', scopes: ['customers:read'] })
  assert.equal(made.status, 201, made.text)
  const customers = (key: string) => house.call('GET', '/v1/customers', { key })
  assert.equal((await customers(made.body.secret)).status, 200)
  const rolled = await manage('POST', `/api_keys/${made.body.key_id}/roll`, { overlap_seconds: 0 })
  assert.equal(rolled.status, 201, rolled.text)
  assert.deepEqual(rolled.body.scopes, ['customers:read'])
  house.clock.advance(5_000)
  assert.equal((await customers(made.body.secret)).body.error.code, 'api_key_expired')
  assert.equal((await customers(rolled.body.secret)).status, 200)
  assert.equal((await manage('POST', `/api_keys/${rolled.body.key_id}/revoke`)).body.status, 'revoked')
  house.clock.advance(5_000)
  assert.equal((await customers(rolled.body.secret)).body.error.code, 'api_key_revoked')
  const list = await manage('GET', '/api_keys')
  assert.equal(list.text.includes(rolled.body.secret), false)
})

test('a scope that the type of key cannot have is refused by its place in the list', async () => {
  const { status, body } = await manage('POST', '/api_keys', {
    type: 'pk',
    name: 'shop',
    scopes: ['events:read', 'manage'],
  })
  assert.equal(status, 400)
  assert.equal(body.error.param, 'scopes[1]')
})

test('a repeated creation gives the same secret again, and the database never holds it readable', async () => {
  const headers = { 'idempotency-key': 'create-once' }
  const first = await manage('POST', '/api_keys', { type: 'gk', name: 'north gate' }, headers)
  const again = await manage('POST', '/api_keys', { type: 'gk', name: 'north gate' }, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
  const [row] = await house.sql<{ text: string }[]>`
    select encode(response_sealed, 'escape') as text
    from idempotency_keys
    where org_id = ${club.orgId}`
  assert.equal(row?.text.includes(first.body.secret.slice(12, 30)), false)
})

test('a thousand keys are the whole list, and of one more the list says so', async () => {
  const rich = await house.organisation()
  const add = (count: number) => house.sql`
    insert into api_keys (org_id, kind, mode, name, key_hash, hint, scopes)
    select ${rich.orgId}, 'sk', 'test', 'key', sha256(gen_random_uuid()::text::bytea), 'gs_sk_test_…', '{manage}'
    from generate_series(1, ${count}::integer)`
  const list = async () => (await house.call('GET', '/v1/manage/api_keys', { key: rich.key })).body
  await add(999)
  const whole = await list()
  assert.deepEqual([whole.data.length, whole.has_more], [1000, false])
  await add(1)
  const part = await list()
  assert.deepEqual([part.data.length, part.has_more], [1000, true])
})

test('every change of a key is in the audit log, newest first, without any secret', async () => {
  const { body, text } = await manage('GET', '/audit_log?object_type=api_key&limit=2')
  assert.equal(body.has_more, true)
  const next = await manage('GET', `/audit_log?object_type=api_key&limit=2&cursor=${body.next_cursor}`)
  const actions = [...body.data, ...next.body.data].map((entry: { action: string }) => entry.action)
  assert.deepEqual(actions, ['api_key.created', 'api_key.revoked', 'api_key.rolled', 'api_key.created'])
  assert.doesNotMatch(text, /gs_[sgp]k_(live|test)_[0-9A-Za-z]{38}/)
})
