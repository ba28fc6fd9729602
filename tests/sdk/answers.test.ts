import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { GrandstandError, grandstand } from '../../sdk/src/index.ts'

/** An API that answers as it is told to. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = { 'content-type': 'application/json' }

test('an answer that breaks off in the middle is asked for again, under the same key', async () => {
  const keys: unknown[] = []
  const url = await answering((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(201, { ...json, 'content-length': '100' })
    if (keys.length > 1) response.end(JSON.stringify({ id: 'bsk_1' }).padEnd(100))
    else response.write('{"id":', () => response.destroy())
  })
  const basket = await grandstand({ key: 'gs_sk_test_', url }).baskets.open({})
  assert.equal(basket.id, 'bsk_1')
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
})

test('a stream lasts longer than the time that its beginning may take', async () => {
  const url = await answering((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    setTimeout(() => response.end('data: 2\n\n'), 1200)
  })
  const live = await grandstand({ key: 'gs_sk_test_', url, timeoutMs: 1000 }).gates.watchEvent(1)
  assert.equal(await live.text(), 'data: 1\n\ndata: 2\n\n')
})

test('an answer that never comes to its end is given up in time', async () => {
  const url = await answering((_request, response) => {
    response.writeHead(200, json).write('{')
  })
  const api = grandstand({ key: 'gs_sk_test_', url, timeoutMs: 100, attemptsMax: 1 })
  const refused = await api.organisation.retrieve().catch((error: unknown) => error)
  assert.ok(refused instanceof GrandstandError)
  assert.equal(refused.code, 'timed_out')
})

test('what a proxy in between says is told apart from what Grandstand says', async () => {
  const url = await answering((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  })
  const api = grandstand({ key: 'gs_sk_test_', url, attemptsMax: 1 })
  const refused = await api.organisation.retrieve().catch((error: unknown) => error)
  assert.ok(refused instanceof GrandstandError)
  assert.deepEqual([refused.code, refused.status], ['unknown_answer', 502])
})
