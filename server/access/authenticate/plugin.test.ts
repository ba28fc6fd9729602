import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../../platform/operation.ts'
import { hashKey } from '../api-keys/key-format.ts'
import { revokeKey } from '../api-keys/key-store.ts'

const publishable: Operation = (app) =>
  app.get('/v1/shop', { config: { scope: 'events:read', publishable: 'bearer' } }, async ({ orgId }) => ({ orgId }))
const secretOnly: Operation = (app) =>
  app.get('/v1/office', { config: { scope: 'events:read', shows: 'nothing' } }, async ({ orgId }) => ({ orgId }))

const house = await openHouse({ extraOperations: [publishable, secretOnly] })
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const get = (path: string, key?: string, remoteAddress?: string) =>
  house.call('GET', path, { ...(key === undefined ? {} : { key }), ...(remoteAddress ? { remoteAddress } : {}) })

test('a good key reaches its own organisation', async () => {
  assert.deepEqual((await get('/v1/office', club.key)).body, { orgId: club.orgId })
  assert.deepEqual((await get('/v1/office', other.key)).body, { orgId: other.orgId })
})

test('every 401 says why and asks for a bearer', async () => {
  const expired = await house.key(club.orgId, { expiresAt: new Date(house.clock().getTime() - 1) })
  const revoked = await house.key(club.orgId)
  const [row] = await house.sql<{ key_id: number }[]>`select key_id from api_keys where key_hash = ${hashKey(revoked)}`
  await revokeKey(club.orgId, house.sql, house.clock, row?.key_id ?? 0)
  for (const [key, code] of [
    [undefined, 'api_key_missing'],
    ['nonsense', 'api_key_invalid'],
    [expired, 'api_key_expired'],
    [revoked, 'api_key_revoked'],
  ] as const) {
    const { status, headers, body } = await get('/v1/office', key)
    assert.deepEqual([status, body.error.type, body.error.code], [401, 'authentication_error', code])
    assert.equal(headers['www-authenticate'], 'Bearer')
    assert.equal(headers['x-ratelimit-limit'], '300')
  }
})

test('a key that is sent without Bearer is told how to be sent', async () => {
  for (const authorization of [club.key, `Basic ${club.key}`]) {
    const { status, body } = await house.call('GET', '/v1/office', { headers: { authorization } })
    assert.deepEqual([status, body.error.code], [401, 'api_key_invalid'])
    assert.equal(body.error.message, 'Send the API key as: Authorization: Bearer <API key>.')
  }
})

test('a key without the scope is 403, and the message names the scope', async () => {
  const { status, body } = await get('/v1/office', await house.key(club.orgId, { scopes: ['customers:read'] }))
  assert.deepEqual([status, body.error.type, body.error.code], [403, 'permission_error', 'scope_missing'])
  assert.match(body.error.message, /events:read/)
})

test('a publishable key may call what is publishable, and nothing else even with the scope', async () => {
  const key = await house.key(club.orgId, { kind: 'pk' })
  assert.equal((await get('/v1/shop', key)).status, 200)
  const { status, body } = await get('/v1/office', key)
  assert.deepEqual([status, body.error.code], [403, 'scope_missing'])
})

test('a gate key may call nothing but the gates', async () => {
  const key = await house.key(club.orgId, { kind: 'gk' })
  for (const path of ['/v1/shop', '/v1/office', '/v1/customers', '/v1/organisation']) {
    assert.equal((await get(path, key)).status, 403, path)
  }
})

test('no key of a suspended organisation works, and other organisations notice nothing', async () => {
  const suspended = await house.organisation({ name: 'Suspended Club' })
  await house.sql`update organisations set suspended_at = now() where org_id = ${suspended.orgId}`
  for (const key of [suspended.key, await house.key(suspended.orgId, { kind: 'pk' })]) {
    const { status, body } = await get('/v1/shop', key)
    assert.deepEqual([status, body.error.code], [403, 'organisation_suspended'])
  }
  assert.equal((await get('/v1/shop', club.key)).status, 200)
})

test('a caller without a valid key is stopped by address after 300 requests a minute, whatever they ask for', async () => {
  const stranger = '203.0.113.9'
  for (let count = 0; count < 150; count += 1) {
    assert.equal((await get('/v1/office', 'guess', stranger)).status, 401)
    assert.equal((await get('/v1/none', undefined, stranger)).status, 404)
  }
  for (const path of ['/v1/office', '/openapi.json', '/v1/none']) {
    const { status, headers, body } = await get(path, undefined, stranger)
    assert.deepEqual([status, body.error.code], [429, 'rate_limit_address'], path)
    assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
    assert.equal(headers['x-ratelimit-remaining'], '0')
  }
  assert.equal((await get('/v1/office', club.key, stranger)).status, 200)
  assert.equal((await get('/v1/office', 'guess', '203.0.113.10')).status, 401)
})

test('an address that the caller claims for itself does not count', async () => {
  const answer = await house.call('GET', '/v1/none', {
    headers: { 'x-forwarded-for': '198.51.100.1' },
    remoteAddress: '203.0.113.9',
  })
  assert.equal(answer.status, 429)
})

test('an operation that declares no scope cannot be registered', async () => {
  const careless: Operation = (app) => app.get('/v1/careless', async () => ({}))
  await assert.rejects(openHouse({ extraOperations: [careless] }), /GET \/v1\/careless declares no scope/)
})
