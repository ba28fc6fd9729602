import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Gauge } from 'prom-client'
import { openHouse } from '../../../tests/harness/house.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const metrics = createMetrics()
const house = await openHouse({ metrics })
const { key } = await house.organisation()

const server = await serveMetrics(metrics, '127.0.0.1', 0)
after(() => server.close())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('requests are counted by method, route template and status, whatever the address held', async () => {
  await house.call('GET', '/v1/customers/ann@example.org', { key })
  await house.call('GET', '/v1/customers/bob@example.org', { key })
  await house.call('GET', '/nowhere/ann@example.org')
  const text = await (await fetch(`${address}/metrics`)).text()
  assert.match(
    text,
    /^grandstand_http_request_seconds_count\{method="GET",route="\/v1\/customers\/:customer_id",status="404"\} 2$/m,
  )
  assert.match(text, /^grandstand_http_request_seconds_count\{method="GET",route="unknown",status="404"\} 1$/m)
  assert.doesNotMatch(text, /@example\.org/)
})

test('refusals by a rate limit are counted', async () => {
  const remoteAddress = '192.0.2.7'
  for (let count = 0; count < 302; count += 1) await house.call('GET', '/v1/none', { remoteAddress })
  const text = await metrics.registry.metrics()
  assert.match(text, /^grandstand_rate_limited_total 2$/m)
  assert.match(text, /^grandstand_rate_limit_store_failures_total 0$/m)
})

test('metrics are served on their own port only, and nothing else is served there', async () => {
  assert.equal((await fetch(`${address}/`)).status, 404)
  assert.equal((await fetch(`${address}/v1/customers`)).status, 404)
  assert.match((await fetch(`${address}/metrics`)).headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal((await house.call('GET', '/metrics', { key })).status, 404)
})

test('a figure that cannot be read is a 500, and the process goes on', async () => {
  const broken = createMetrics()
  new Gauge({
    name: 'broken',
    help: 'cannot be read',
    registers: [broken.registry],
    collect: () => Promise.reject(new Error('no database')),
  })
  const other = await serveMetrics(broken, '127.0.0.1', 0)
  after(() => other.close())
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/metrics`
  const statusOf = async () => (await fetch(url, { signal: AbortSignal.timeout(5000) })).status
  assert.deepEqual([await statusOf(), await statusOf()], [500, 500])
})
