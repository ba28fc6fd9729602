import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { key } = await house.organisation()

test('an address without an operation is 404 route_unknown, with a key and without', async () => {
  for (const path of [
    '/v1',
    '/v2/customers',
    '/v1/customer',
    '/v1/organisation/',
    '//v1/customers',
    '/v1/customers/1/2',
    '/V1/customers',
  ]) {
    for (const options of [{ key }, {}]) {
      const { status, body } = await house.call('GET', path, options)
      assert.deepEqual([status, body.error.code], [404, 'route_unknown'], path)
    }
  }
})

test('an address that cannot be decoded is 404', async () => {
  for (const path of ['/v1/%zz', '/v1/customers/%E4%', '/%']) {
    const { status, body, headers } = await house.call('GET', path, { key })
    assert.deepEqual([status, body.error.code], [404, 'route_unknown'], path)
    assert.ok(headers['request-id'] && headers['x-ratelimit-limit'], path)
  }
})

test('a wrong method is 405, and Allow names the right ones', async () => {
  for (const [method, path] of [
    ['POST', '/v1/customers'],
    ['DELETE', '/v1/customers/any'],
    ['PUT', '/v1/organisation'],
    ['PATCH', '/healthz'],
    ['POST', '/openapi.json'],
    ['POST', '/docs/errors'],
    ['OPTIONS', '/v1/customers'],
    ['TRACE', '/v1/customers'],
    ['PROPFIND', '/v1/customers'],
  ] as const) {
    const { status, body, headers } = await house.call(method, path, { key })
    assert.deepEqual(
      [status, body.error.code, headers.allow],
      [405, 'method_not_allowed', 'GET, HEAD'],
      `${method} ${path}`,
    )
  }
})

test('a wrong method is told which are right, and where staff do the same', async () => {
  const { body } = await house.call('POST', '/v1/customers', { key })
  assert.equal(body.error.message, 'This address answers to GET, HEAD. Did you mean POST /v1/manage/customers?')
  const { body: other } = await house.call('PUT', '/v1/organisation', { key })
  assert.equal(other.error.message, 'This address answers to GET, HEAD.')
})

test('a wrong method does not read the body', async () => {
  const answer = await house.call('POST', '/v1/customers', {
    key,
    form: '{',
    headers: { 'content-type': 'text/plain' },
  })
  assert.equal(answer.status, 405)
})

test('HEAD answers wherever GET does, with the same status and headers and no body', async () => {
  for (const path of [
    '/v1/customers',
    '/v1/organisation',
    '/healthz',
    '/openapi.json',
    '/v1/customers/none',
    '/v1/customers?limit=0',
  ]) {
    const get = await house.call('GET', path, { key })
    const head = await house.call('HEAD', path, { key })
    assert.deepEqual([head.status, head.text], [get.status, ''], path)
    assert.equal(head.headers['content-type'], get.headers['content-type'], path)
    assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.text)), path)
  }
})
