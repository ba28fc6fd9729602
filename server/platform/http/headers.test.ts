import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'

const failing: Operation = (app) =>
  app.get('/v1/failing', { config: { scope: 'customers:read', shows: 'nothing' } }, async () => {
    throw new Error('on purpose')
  })

const house = await openHouse({ extraOperations: [failing] })
const { key } = await house.organisation()
const secured = await openHouse({ publicUrl: 'https://tickets.example.org' })

const answers = {
  'a success': () => house.call('GET', '/v1/customers', { key }),
  'a bad parameter': () => house.call('GET', '/v1/customers?limit=0', { key }),
  'a missing key': () => house.call('GET', '/v1/customers'),
  'a bad key': () => house.call('GET', '/v1/customers', { key: 'nonsense' }),
  'a missing object': () => house.call('GET', '/v1/customers/none', { key }),
  'an unknown address': () => house.call('GET', '/v1/none', { key }),
  'an address that cannot be decoded': () => house.call('GET', '/v1/%zz', { key }),
  'a wrong method': () => house.call('POST', '/v1/customers', { key }),
  'an address that is too long': () => house.call('GET', `/v1/customers?search=${'a'.repeat(9000)}`, { key }),
  'an id that is too long': () => house.call('GET', `/v1/customers/${'a'.repeat(600)}`, { key }),
  'a failure of ours': () => house.call('GET', '/v1/failing', { key }),
  'the description': () => house.call('GET', '/openapi.json'),
}

for (const [name, call] of Object.entries(answers)) {
  test(`the answer to ${name} has the headers that every answer has`, async () => {
    const { headers } = await call()
    assert.match(headers['request-id'] ?? '', /^req_[0-9A-Za-z]{16,40}$/)
    assert.match(headers['x-ratelimit-limit'] ?? '', /^[1-9][0-9]*$/)
    assert.match(headers['x-ratelimit-remaining'] ?? '', /^[0-9]+$/)
    // Programs may keep the description, and ask whether it is still the same.
    assert.equal(headers['cache-control'], name === 'the description' ? 'no-cache' : 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
  })
}

test('each request has an id of its own, and a refusal repeats it in its body', async () => {
  const [one, two] = [await answers['a missing object'](), await answers['a missing object']()]
  assert.notEqual(one.headers['request-id'], two.headers['request-id'])
  assert.equal(one.body.error.request_id, one.headers['request-id'])
})

test('an id that the caller sends is never taken for ours', async () => {
  const { headers } = await house.call('GET', '/healthz', { headers: { 'request-id': 'mine', 'x-request-id': 'mine' } })
  assert.match(headers['request-id'] ?? '', /^req_[0-9A-Za-z]{16,40}$/)
})

test('health checks have no rate headers', async () => {
  const { headers } = await house.call('GET', '/healthz')
  assert.equal(headers['x-ratelimit-limit'], undefined)
})

test('an address of 8 KiB is read, and one byte more is 414', async () => {
  const address = (bytes: number) => '/v1/customers?search='.padEnd(bytes, 'a')
  const { status, body } = await house.call('GET', address(8192), { key })
  assert.deepEqual([status, body.error.param], [400, 'search'])
  const tooLong = await house.call('GET', address(8193), { key })
  assert.deepEqual([tooLong.status, tooLong.body.error.code], [414, 'url_too_long'])
  const longPath = await house.call('GET', `/v1/customers/${'a'.repeat(9000)}`, { key })
  assert.deepEqual([longPath.status, longPath.body.error.code], [414, 'url_too_long'])
})

test('browsers are told to stay on https only where the address outside is https', async () => {
  const { headers } = await secured.call('GET', '/healthz')
  assert.match(headers['strict-transport-security'] ?? '', /^max-age=\d+/)
  assert.equal((await house.call('GET', '/healthz')).headers['strict-transport-security'], undefined)
})
