import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLoggers } from '../../server/platform/process/logger.ts'
import { createMetrics } from '../../server/platform/process/metrics.ts'
import { statementName } from '../../server/platform/traces/traces.ts'
import { openTraces } from '../../server/program/open-traces.ts'
import { openHouse } from '../harness/house.ts'
import { startServer } from '../harness/program.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector that keeps what it is sent. */
async function openCollector() {
  const spans: Span[] = []
  const keys: (string | string[] | undefined)[] = []
  // Never rejects: what it reads is what this test has sent.
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const sent = JSON.parse(Buffer.concat(parts).toString()) as Export
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    keys.push(request.headers['x-key'])
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, keys }
}

const collector = await openCollector()
const { logger } = createLoggers('silent')
const begin = (ratio: number) => openTraces({ url: collector.url, headers: { 'x-key': 'secret' }, ratio }, logger)

/** A provider of ours, called by an operation as payments call theirs. */
const provider = createServer((_request, response) => response.end('paid'))
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
after(() => provider.close())
const { port } = provider.address() as AddressInfo

const attribute = ({ attributes }: Span, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue))
}

test('a request is a trace: its organisation and id, its statements without their values, and whom it called', async () => {
  const traces = begin(1)
  const metrics = createMetrics({ exemplars: true })
  const house = await openHouse({
    traces,
    metrics,
    extraOperations: [
      (app, { outbound }) =>
        app.get('/v1/planted', { config: { scope: 'public' }, schema: { hide: true } as object }, async () => {
          await outbound.fetch(`http://127.0.0.1:${port}/v1/secret`)
          await new Promise((resolve) =>
            get(`http://127.0.0.1:${port}/v1/secret`, (answer) => answer.resume().on('end', resolve)),
          )
          return {}
        }),
    ],
  })
  traces.observeDatabase(house.nodes?.sql ?? house.sql)
  const club = await house.organisation()
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  const { headers: answered } = await house.call('POST', '/v1/manage/venues', {
    key: club.key,
    headers,
    body: { name: 'Ann’s Field' },
  })
  await house.call('GET', '/v1/planted')
  const exemplars = await metrics.registry.metrics()
  await traces.close()
  const [write] = collector.spans.filter(({ name }) => name === 'POST /v1/manage/venues')
  assert.ok(write)
  assert.deepEqual(
    [
      write.traceId,
      write.parentSpanId,
      attribute(write, 'grandstand.org_id'),
      attribute(write, 'http.response.status_code'),
    ],
    ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331', club.orgId, 201],
  )
  assert.equal(attribute(write, 'grandstand.request_id'), answered['request-id'])
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === write.spanId)
  assert.ok(
    statements.some(({ name }) => /^(insert|with) venues$/.test(name)),
    statements.map(({ name }) => name).join(),
  )
  const [call] = collector.spans.filter(({ name }) => name === 'GET /v1/planted')
  const calls = collector.spans.filter(
    ({ parentSpanId, name }) => parentSpanId === call?.spanId && name.startsWith('GET'),
  )
  assert.deepEqual(
    calls.map((span) => [span.name, attribute(span, 'http.response.status_code')]),
    Array.from({ length: 2 }, () => ['GET 127.0.0.1', 200]),
  )
  assert.doesNotMatch(JSON.stringify(collector.spans), /Ann|gs_sk_|\/v1\/secret/)
  assert.ok(collector.keys.every((key) => key === 'secret'))
  assert.match(exemplars, /grandstand_http_request_seconds_bucket.* # \{trace_id="0af7651916cd43dd8448eb211c80319c"\}/)
  assert.match(exemplars, /# EOF\n$/)
})

test('how many traces are kept is ours to say, whatever a caller asks for', async () => {
  const before = collector.spans.length
  const traces = begin(0)
  const house = await openHouse({ traces })
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  await house.call('GET', '/v1/nowhere', { headers })
  await traces.close()
  assert.equal(collector.spans.length, before)
})

test('a background task is a trace of its own, also where it fails', async () => {
  const before = collector.spans.length
  const traces = begin(1)
  const failing = { name: 'sweep', everyMs: 1, run: () => Promise.reject(new Error('no database')) }
  const [task] = traces.traced([failing])
  await assert.rejects(async () => task?.run(), /no database/)
  await traces.close()
  assert.deepEqual(
    collector.spans.slice(before).map(({ name }) => name),
    ['sweep'],
  )
})

test('a statement has the name of what it does to which table', () => {
  assert.equal(statementName('select 1'), 'select')
  assert.equal(statementName('\n  select * from orders where org_id = $1'), 'select orders')
  assert.equal(statementName('insert into tickets (org_id) select $1'), 'insert tickets')
  assert.equal(statementName('with due as (select * from debts) update debts set x = 1'), 'with debts')
})

test('the program sends its traces where the setting says, and the last of them before it ends', async () => {
  const before = collector.spans.length
  const folder = await mkdtemp(join(tmpdir(), 'grandstand traces '))
  after(() => rm(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` }
  const server = await startServer(settings)
  await fetch(`${server.url}/v1/organisation`)
  server.child.kill('SIGTERM')
  const { code, stdout } = await server.ended
  assert.equal(code, 0)
  const traced = collector.spans.slice(before).find(({ name }) => name === 'GET /v1/organisation')
  assert.match(stdout, new RegExp(`"trace_id":"${traced?.traceId}"`))
})
