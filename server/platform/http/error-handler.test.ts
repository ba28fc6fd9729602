import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import type { RequestPayload } from 'fastify'
import { openHouse } from '../../../tests/harness/house.ts'
import { mintKey } from '../../access/api-keys/key-format.ts'
import type { Operation } from '../operation.ts'
import { openDatabase, type Sql } from '../postgres/database.ts'
import { createLoggers } from '../process/logger.ts'
import { asApiError } from './error-handler.ts'

const lines: string[] = []
const loggers = createLoggers('info', { write: (line: string) => void lines.push(line) })
const logged = () => lines.splice(0).map((line) => JSON.parse(line))

const failing =
  (path: string, fail: (sql: Sql) => unknown): Operation =>
  (app, { sql }) =>
    app.get(path, { config: { scope: 'customers:read', shows: 'nothing' } }, async () => fail(sql))

const { promise: isBeingRead, resolve: noteReading } = Promise.withResolvers<void>()
const ends: string[] = []
const { promise: bothEnded, resolve: noteBoth } = Promise.withResolvers<void>()
/** One upload lets its caller know once the body is being read, the other begins to read only when its caller is gone. */
const uploads: Operation = (app) => {
  const config = { scope: 'members:write', shows: 'nothing' } as const
  const onSend = async ({ url }: { url: string }) => {
    if (ends.push(url) === 2) noteBoth()
  }
  const reading = {
    preParsing: (
      _request: unknown,
      _reply: unknown,
      payload: RequestPayload,
      done: (e: null, p: RequestPayload) => void,
    ) => {
      setImmediate(noteReading)
      done(null, payload)
    },
  }
  app.post('/v1/uploads/read', { config, onSend, ...reading }, async () => ({}))
  app.post(
    '/v1/uploads/late',
    {
      config,
      onSend,
      onRequest: ({ raw }, _reply, done) => void (raw.destroyed ? done() : raw.once('close', () => done())),
    },
    async () => ({}),
  )
}

const house = await openHouse({
  loggers,
  extraOperations: [
    failing('/v1/bug', () => {
      throw new TypeError('cannot read the secret plan')
    }),
    failing('/v1/rejection', () => Promise.reject('a text instead of an error')),
    failing('/v1/mistake', (sql) => sql`select secret_column from customers`),
    failing('/v1/slow', (sql) => sql.begin((tx) => [tx`set local statement_timeout = 1`, tx`select pg_sleep(60)`])),
    failing('/v1/broken', (sql) => sql`select pg_terminate_backend(pg_backend_pid())`),
    uploads,
  ],
})
const { key } = await house.organisation()

for (const [name, path, cause] of [
  ['an exception', '/v1/bug', /secret plan/],
  ['a rejection that is no error', '/v1/rejection', /a text instead/],
  ['a mistake in a statement', '/v1/mistake', /secret_column/],
] as const) {
  test(`${name} is a 500 that tells nothing, and the log has the cause under the same request id`, async () => {
    logged()
    const { status, body, text, headers } = await house.call('GET', path, { key })
    assert.deepEqual([status, body.error.type, body.error.code], [500, 'api_error', 'internal_error'])
    assert.doesNotMatch(text, cause)
    assert.doesNotMatch(text, /stack|select|node_modules|\.ts/i)
    const failure = logged().find(({ msg }) => msg === 'request failed')
    assert.match(failure.err.message, cause)
    assert.equal(failure.request_id, headers['request-id'])
  })
}

test('a database that is gone is a 503 for requests that need it, and a malformed key still a 401', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1 })
  const orphan = await openHouse({ sql: gone })
  const { status, body, headers } = await orphan.call('GET', '/v1/customers', { key: mintKey('sk', 'live') })
  assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'service_unavailable', '1'])
  assert.equal((await orphan.call('GET', '/v1/customers', { key: 'gs_sk_live_typo' })).status, 401)
  assert.equal((await orphan.call('GET', '/healthz')).status, 200)
  await gone.end({ timeout: 1 })
})

test('an id of a node that has no block of its own yet is a 503, and another check is not', () => {
  const refusal = (constraint_name: string) =>
    asApiError(Object.assign(new Error(), { code: '23514', constraint_name }))
  assert.equal(refusal('orders_id_of_cell').code, 'service_unavailable')
  assert.equal(refusal('orders_paid').code, 'internal_error')
})

test('what the database says in passing is told apart from what is wrong', () => {
  for (const code of [
    '57P01',
    '57P03',
    // What a cluster says of a node that it does not reach.
    '08006',
    '53300',
    '40001',
    '40P01',
    '55P03',
    '57014',
    'ECONNREFUSED',
    'EAI_AGAIN',
    'CONNECT_TIMEOUT',
  ]) {
    assert.equal(asApiError(Object.assign(new Error(), { code })).status, 503, code)
  }
  for (const code of ['42P01', '23505', '22P02', 'ERR_ASSERTION', '', undefined]) {
    assert.equal(asApiError(Object.assign(new Error(), { code })).status, 500, code)
  }
  for (const thrown of [undefined, null, 7, 'text', {}]) assert.equal(asApiError(thrown).status, 500)
})

test('a caller who hangs up half way through the body is no failure of ours, and keeps nothing waiting', async () => {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.app.server.address() as AddressInfo
  logged()
  const send = (path: string) => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json']
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write([...head, 'Content-Length: 1000', '', '{"half":'].join('\r\n'))
    return socket
  }
  const early = send('/v1/uploads/read')
  await isBeingRead
  early.destroy()
  const late = send('/v1/uploads/late')
  await once(house.app.server, 'request')
  late.destroy()
  await bothEnded
  assert.deepEqual(ends.toSorted(), ['/v1/uploads/late', '/v1/uploads/read'])
  assert.deepEqual(
    logged().filter(({ level }) => level >= 50),
    [],
  )
})

for (const [name, path] of [
  ['a statement that takes too long', '/v1/slow'],
  ['a database that ends the connection', '/v1/broken'],
] as const) {
  test(`${name} is a 503 that may be tried again after a second`, async () => {
    const { status, body, headers } = await house.call('GET', path, { key })
    assert.deepEqual([status, body.error.type, body.error.code], [503, 'api_error', 'service_unavailable'])
    assert.equal(headers['retry-after'], '1')
    assert.ok(logged().some(({ msg, err }) => msg === 'request failed' && err.message))
  })
}
