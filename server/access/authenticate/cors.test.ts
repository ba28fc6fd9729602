import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../../operation.ts'
import { Input, Integer } from '../../platform/http/schema.ts'

const shop: Operation = (app) => {
  const config = { scope: 'baskets:write', publishable: 'bearer' } as const
  const schema = {
    params: Input({ id: Integer() }),
    querystring: Input({ limit: Integer({ default: 1, maximum: 5 }) }),
  }
  app.get('/v1/shop/:id', { config, schema }, async () => ({}))
  app.post('/v1/shop/:id', { config, schema: { params: schema.params } }, async () => ({}))
}

const house = await openHouse({ extraOperations: [shop] })
const { orgId, key: secretKey } = await house.organisation()
const publishableKey = await house.key(orgId, { kind: 'pk' })

const origin = 'https://www.club.example.org'
const browse = (path: string, call: Call = {}) =>
  house.call('GET', path, { ...call, headers: { origin, ...call.headers } })
const preflight = (path: string, method = 'GET') =>
  house.call('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
const corsHeaders = ({ headers }: { headers: Record<string, string> }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('a page may read the answer to a publishable key, with the headers that it needs', async () => {
  const { status, headers } = await browse('/v1/shop/1', { key: publishableKey })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], '*')
  const exposed = (headers['access-control-expose-headers'] ?? '').split(', ')
  for (const name of [
    'request-id',
    'retry-after',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'idempotent-replayed',
  ]) {
    assert.ok(exposed.includes(name), name)
  }
  assert.equal(headers['access-control-allow-credentials'], undefined)
})

test('a page may read why it was refused', async () => {
  for (const [path, call, status] of [
    ['/v1/shop/1', {}, 401],
    ['/v1/shop/1', { key: 'nonsense' }, 401],
    ['/v1/shop/1?limit=6', { key: publishableKey }, 400],
    ['/v1/shop/x', { key: publishableKey }, 404],
  ] as const) {
    const answer = await browse(path, call)
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [status, '*'])
  }
})

test('a page can do nothing with a secret or a gate key', async () => {
  for (const key of [secretKey, await house.key(orgId, { kind: 'gk' })]) {
    assert.deepEqual(corsHeaders(await browse('/v1/shop/1', { key })), [])
  }
})

test('what takes no publishable key has no CORS headers at all', async () => {
  for (const key of [publishableKey, secretKey])
    assert.deepEqual(corsHeaders(await browse('/v1/customers', { key })), [])
  assert.deepEqual(corsHeaders(await browse('/v1/customers')), [])
  assert.deepEqual(corsHeaders(await browse('/v1/none', { key: publishableKey })), [])
})

test('a preflight of a publishable operation names its methods and the headers that we read', async () => {
  for (const method of ['GET', 'POST']) {
    const { status, headers, text } = await preflight('/v1/shop/1', method)
    assert.deepEqual([status, text], [204, ''])
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.deepEqual(headers['access-control-allow-methods']?.split(', ').toSorted(), ['GET', 'HEAD', 'POST'])
    const allowed = (headers['access-control-allow-headers'] ?? '').split(', ')
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-sso-token'])
      assert.ok(allowed.includes(name))
    assert.match(headers['access-control-max-age'] ?? '', /^[1-9][0-9]*$/)
  }
})

test('a preflight is answered whatever the path and the query hold, as a browser sends them along', async () => {
  for (const path of ['/v1/shop/1?limit=3', '/v1/shop/not-an-id?unknown=1&limit=x', '/v1/shop/1?limit=1&limit=2']) {
    assert.equal((await preflight(path)).status, 204, path)
  }
})

test('a preflight of anything else is 405 without CORS headers, so that the browser stops', async () => {
  for (const path of ['/v1/customers', '/v1/organisation']) {
    const answer = await preflight(path)
    assert.deepEqual([answer.status, corsHeaders(answer)], [405, []])
  }
  assert.equal((await preflight('/v1/none')).status, 404)
})

test('a preflight needs no key and counts by address', async () => {
  const { headers } = await preflight('/v1/shop/1')
  assert.equal(headers['x-ratelimit-limit'], '300')
})
