import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Operation } from '../operation.ts'

const echo: Operation = (app) =>
  app.post('/v1/echo', { config: { scope: 'members:write', shows: 'nothing' } }, async () => ({}))

const house = await openHouse({ extraOperations: [echo] })
const { key } = await house.organisation()
await house.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = house.app.server.address() as AddressInfo

const open = () => connect({ port, host: '127.0.0.1', allowHalfOpen: true })

/** Sends these very bytes and reads until the server ends the connection. */
async function exchange(bytes: string) {
  const socket = open()
  socket.write(bytes)
  const answer = await text(socket)
  socket.destroy()
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, error: JSON.parse(body).error }
}

const request = (line: string, headers: string[] = [], body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: grandstand.test',
    `Authorization: Bearer ${key}`,
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n')

const malformed = {
  'what is not HTTP': 'hello\r\n\r\n',
  'a header with a space in its name': 'GET /healthz HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
  'an unknown version of HTTP': 'GET /healthz HTTP/1.7\r\nHost: x\r\n\r\n',
  'HTTP/2 without being asked': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a length that is no number': request(
    'POST /v1/echo',
    ['Content-Type: application/json', 'Content-Length: abc'],
    '{}',
  ),
  'two lengths at once': request('POST /v1/echo', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'a chunk that is none': request(
    'POST /v1/echo',
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    'zz\r\n',
  ),
  'bytes in the address that must be escaped': request('GET /v1/customers?search=é'),
}

for (const [name, bytes] of Object.entries(malformed)) {
  test(`${name} gets the documented body`, async () => {
    const { status, headers, error } = await exchange(bytes)
    assert.deepEqual([status, error.type, error.code], [400, 'invalid_request_error', 'body_malformed'])
    assert.equal(error.doc_url, 'http://grandstand.test/docs/errors#body_malformed')
    assert.equal(error.request_id, headers['request-id'])
    assert.match(headers['request-id'] ?? '', /^req_[0-9A-Za-z]{16,40}$/)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-ratelimit-limit'], '300')
    assert.match(headers['x-ratelimit-remaining'] ?? '', /^[0-9]+$/)
  })
}

test('a request without a Host, or with an unknown Expect, is answered like any other', async () => {
  const head = ['POST /v1/none HTTP/1.1', 'Connection: close', 'Content-Length: 0']
  for (const lines of [head, [...head, 'Host: x', 'Expect: 999-nonsense']]) {
    const { status, headers, error } = await exchange(`${lines.join('\r\n')}\r\n\r\n`)
    assert.deepEqual([status, error.code], [404, 'route_unknown'])
    assert.equal(error.request_id, headers['request-id'])
  }
})

test('headers beyond 32 KiB are 431 with the documented body', async () => {
  const { status, error } = await exchange(request('GET /healthz', [`X-Long: ${'a'.repeat(33 * 1024)}`]))
  assert.deepEqual([status, error.code], [431, 'headers_too_large'])
})

test('an address beyond 8 KiB is 414 with the documented body', async () => {
  const { status, error } = await exchange(request(`GET /v1/customers?search=${'a'.repeat(9000)}`))
  assert.deepEqual([status, error.code], [414, 'url_too_long'])
})

test('a body that announces too much is refused before it is sent', async () => {
  const { status, error } = await exchange(
    request('POST /v1/echo', ['Content-Type: application/json', 'Content-Length: 262145']),
  )
  assert.deepEqual([status, error.code], [413, 'body_too_large'])
})

test('a body that grows too large on the way is refused', async () => {
  const chunk = `fffff\r\n${'a'.repeat(0xfffff)}\r\n0\r\n\r\n`
  const { status, error } = await exchange(
    request('POST /v1/echo', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], chunk),
  )
  assert.deepEqual([status, error.code], [413, 'body_too_large'])
})

test('what was refused cannot be used to keep the server from stopping', async () => {
  const socket = open()
  socket.resume().write('hello\r\n\r\n')
  await once(socket, 'end')
  // Our side stays open on purpose: without the server's own end of it this would wait for ever.
  await house.app.close()
  socket.destroy()
})
