import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { compressJson } from './compress-json.ts'

const long = { data: Array.from({ length: 200 }, (_, id) => ({ id, name: 'Harbour City FC' })) }
const longer = { data: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'Harbour City FC' })) }

const app = Fastify()
compressJson(app)
app.get('/long', async (_request, reply) => reply.header('vary', 'authorization').send(long))
app.get('/longer', async () => longer)
app.get('/short', async () => ({ id: 1 }))
app.get('/text', async (_request, reply) => reply.type('text/csv').send('a,b\n'.repeat(1_000)))

const ask = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, method, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

for (const [url, body] of [
  ['/long', long],
  ['/longer', longer],
] as const)
  test(`${url} is compressed for a caller who accepts it, and is the same answer`, async () => {
    const { headers, rawPayload } = await ask(url, 'br, gzip')
    assert.equal(headers['content-encoding'], 'gzip')
    assert.ok(rawPayload.length < JSON.stringify(body).length / 4)
    assert.equal(Number(headers['content-length']), rawPayload.length)
    assert.deepEqual(JSON.parse(gunzipSync(rawPayload).toString()), body)
  })

test('a caller who does not accept it gets plain JSON, and caches keep the two apart', async () => {
  for (const encoding of [undefined, 'identity', 'gzip;q=0']) {
    const { headers, json } = await ask('/long', encoding)
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers.vary, 'authorization, accept-encoding')
    assert.deepEqual(json(), long)
  }
})

test('a short answer, another type and the head of an answer are left alone', async () => {
  for (const url of ['/short', '/text']) assert.equal((await ask(url, 'gzip')).headers['content-encoding'], undefined)
  assert.equal((await ask('/long', 'gzip', 'HEAD')).headers['content-encoding'], undefined)
})
