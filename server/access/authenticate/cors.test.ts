import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, openHouse } from '../../../tests/harness/house.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Integer } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'

const shop: Operation = (app) => {
  const config = { scope: 'baskets:write', publishable: 'bearer' } as const
  const schema = {
    params: Input({ id: Integer() }),
    querystring: Input({ limit: Integer({ default: 1, maximum: 5 }) }),
  }
  app.get('/v1/shop/:id', { config, schema }, async () => ({}))
  app.post('/v1/shop/:id', { config, schema: { params: schema.params } }, async () => ({}))
  app.get('/v1/broken', { config }, async () => {
    throw new Error('on purpose')
  })
  app.get('/v1/busy', { config }, async () => {
    throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
  })
}

const house = await openHouse({ extraOperations: [shop] })
const { orgId, key: secretKey } = await house.organisation()
const publishableKey = await house.key(orgId, { kind: 'pk' })
const gateKey = await house.key(orgId, { kind: 'gk' })

const origin = 'https://www.club.example.org'
const browse = (path: string, call: Call & { method?: string } = {}) =>
  house.call(call.method ?? 'GET', path, { ...call, headers: { origin, ...call.headers } })
const preflight = (path: string, method = 'GET', remoteAddress = '192.0.2.1') =>
  house.call('OPTIONS', path, {
    remoteAddress,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
const corsHeaders = ({ headers }: { headers: Record<string, string> }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

function assertReadable({ headers }: { headers: Record<string, string> }, label: string) {
  assert.equal(headers['access-control-allow-origin'], '*', label)
  const exposed = (headers['access-control-expose-headers'] ?? '').split(', ')
  for (const name of ['request-id', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'idempotent-replayed'])
    assert.ok(exposed.includes(name), `${label}: ${name}`)
  assert.equal(headers['access-control-allow-credentials'], undefined, label)
}

test('a page may read the answer to a publishable key, with the headers that it needs', async () => {
  const answer = await browse('/v1/shop/1', { key: publishableKey })
  assert.equal(answer.status, 200)
  assertReadable(answer, 'publishable key')
})

test('a scanner in a browser may read what the gates answer', async () => {
  const answer = await browse('/v1/gate/device', { key: gateKey })
  assert.equal(answer.status, 200)
  assertReadable(answer, 'gate key')
  const enrolment = await browse('/v1/gate/enrol', { method: 'POST', body: { enrolment_code: 'NOTACODE' } })
  assert.ok(enrolment.status >= 400 && enrolment.status < 500)
  assertReadable(enrolment, 'enrolment')
})

test('a page may read why it was refused, whatever refused it', async () => {
  const few = await house.key(orgId, { kind: 'pk', requestsPerMinute: 1 })
  await browse('/v1/shop/1', { key: few })
  for (const [path, call, status] of [
    ['/v1/shop/1', {}, 401],
    ['/v1/shop/1', { key: 'nonsense' }, 401],
    ['/v1/shop/1?limit=6', { key: publishableKey }, 400],
    ['/v1/shop/x', { key: publishableKey }, 404],
    ['/v1/none', { key: publishableKey }, 404],
    ['/v1/%zz', { key: publishableKey }, 404],
    [`/v1/shop/${'1'.repeat(9000)}`, { key: publishableKey }, 414],
    ['/v1/customers', { key: publishableKey }, 403],
    ['/v1/shop/1', { key: gateKey }, 403],
    ['/v1/shop/1', { key: publishableKey, method: 'DELETE' }, 405],
    ['/v1/shop/1', { key: publishableKey, method: 'POST', body: { text: 'x'.repeat(20_000) } }, 413],
    ['/v1/shop/1', { key: few }, 429],
    ['/v1/broken', { key: publishableKey }, 500],
    ['/v1/busy', { key: publishableKey }, 503],
  ] as [string, Call & { method?: string }, number][]) {
    const answer = await browse(path, call)
    assert.equal(answer.status, status, path)
    assertReadable(answer, `${status} ${path.slice(0, 40)}`)
  }
})

test('what an address without a key is refused for asking too often, a page may read as well', async () => {
  const remoteAddress = '203.0.113.40'
  for (let n = 0; n < 300; n += 1) await browse('/v1/none', { remoteAddress })
  const answer = await browse('/v1/shop/1', { remoteAddress })
  assert.deepEqual([answer.status, answer.body.error.code], [429, 'rate_limit_address'])
  assertReadable(answer, 'address')
})

test('a page can read nothing of what a secret key is answered', async () => {
  for (const path of ['/v1/shop/1', '/v1/customers', '/v1/none']) {
    assert.deepEqual(corsHeaders(await browse(path, { key: secretKey })), [], path)
  }
})

test('a secret key that a browser sends from another site does nothing, and the page is told why', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const call = { key: secretKey, headers: { 'sec-fetch-site': site } }
    const answer = await browse('/v1/customers', call)
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'secret_key_in_browser'], site)
    assertReadable(answer, site)
  }
  const ours = await browse('/v1/customers', { key: secretKey, headers: { 'sec-fetch-site': 'same-origin' } })
  assert.equal(ours.status, 200)
})

test('a server, which sends no origin, gets no CORS headers', async () => {
  for (const key of [publishableKey, secretKey])
    assert.deepEqual(corsHeaders(await house.call('GET', '/v1/events', { key })), [])
})

test('a preflight is answered for every address, whatever its path and query hold', async () => {
  for (const path of [
    '/v1/shop/1?limit=3',
    '/v1/shop/not-an-id?unknown=1&limit=x',
    '/v1/shop/1?limit=1&limit=2',
    '/v1/gate/scans',
    '/v1/customers',
    '/v1/none',
    '/baskets',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, text } = await preflight(path, method)
      assert.deepEqual([status, text, headers['access-control-allow-origin']], [204, '', '*'], path)
      assert.ok(headers['access-control-allow-methods']?.split(', ').includes(method))
      const allowed = (headers['access-control-allow-headers'] ?? '').split(', ')
      for (const name of [
        'authorization',
        'content-type',
        'idempotency-key',
        'x-sso-token',
        'x-order-secret',
        'x-debt-secret',
        'x-card-secret',
        'x-event-preview',
      ])
        assert.ok(allowed.includes(name))
      assert.match(headers['access-control-max-age'] ?? '', /^[1-9][0-9]*$/)
    }
  }
})

test('a thousand preflights of one address are all answered and count nowhere', async () => {
  const remoteAddress = '203.0.113.41'
  for (let n = 0; n < 1000; n += 1) {
    const { status, headers } = await preflight('/v1/shop/1', 'POST', remoteAddress)
    assert.equal(status, 204)
    assert.equal(headers['x-ratelimit-limit'], undefined)
  }
  const stranger = await browse('/v1/shop/1', { remoteAddress })
  assert.deepEqual([stranger.status, stranger.headers['x-ratelimit-remaining']], [401, '299'])
})

test('a hundred fans behind one address do not lock each other out', async () => {
  const club = await house.organisation()
  await house.sql`
    update organisations
    set key_requests_per_minute = default, key_requests_per_day = default, address_requests_per_minute = default,
      address_requests_per_day = default
    where org_id = ${club.orgId}`
  const key = await house.key(club.orgId, { kind: 'pk' })
  const remoteAddress = '203.0.113.42'
  for (let fan = 0; fan < 100; fan += 1) {
    for (const path of ['/v1/events', '/v1/shop/1', '/v1/shop/2', '/v1/shop/3', '/v1/shop/4']) {
      assert.equal((await browse(path, { key, remoteAddress })).status, 200)
    }
  }
})

test('what a publishable key may ask from one address is a setting of the organisation', async () => {
  const club = await house.organisation()
  const settings = { address_requests_per_minute: 3, address_requests_per_day: 4 }
  const changed = await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: settings })
  assert.deepEqual(
    [changed.status, changed.body.address_requests_per_minute, changed.body.address_requests_per_day],
    [200, 3, 4],
  )
  const key = await house.key(club.orgId, { kind: 'pk' })
  const ask = async (remoteAddress: string) => (await browse('/v1/shop/1', { key, remoteAddress })).status
  for (let n = 0; n < 3; n += 1) assert.equal(await ask('203.0.113.43'), 200)
  assert.equal(await ask('203.0.113.43'), 429)
  assert.equal(await ask('203.0.113.44'), 200, 'another address has its own')
})
