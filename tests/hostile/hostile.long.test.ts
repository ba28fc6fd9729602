import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { EVERYBODYS } from '../../server/platform/openapi/refusals.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { fc } from '../harness/chance.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { schemaFindings } from '../harness/schema-check.ts'
import { makeExample, newTenant } from '../rules/owed.ts'
import { plantedExamples, plantedOperations } from '../rules/planted.ts'
import { hostileFindings } from './answers.ts'
import { sendRaw } from './raw-http.ts'
import { bodyThatEndsTooSoon, HOST, rawRequests } from './raw-requests.ts'
import { type HostileRequest, hostileRequest, type Target } from './requests.ts'

const house = await openHouse({ extraOperations: plantedOperations })
const entries: Record<string, OperationExample> = { ...examples, ...plantedExamples }
const targets: Target[] = []
for (const operation of readOperations(openapiOf(house))) {
  const tenant = await newTenant(house, operation)
  const example = await makeExample(house, tenant, entries[operation.id] ?? {}).catch(() => ({}))
  targets.push({ operation, example, key: tenant.key })
}

/** HOSTILE_RUNS=50000 PROPERTY_SEED=<number> npm run test:run -- tests/hostile/hostile.long.test.ts looks harder, and elsewhere. */
const runs = Number(process.env.HOSTILE_RUNS ?? Math.max(1000, targets.length * 12))

const byId = new Map(targets.map(({ operation }) => [operation.id, operation]))

/** A bent address may lead to a neighbour, so what any operation of the method may answer is documented. */
const documented = new Map<string, Set<number>>()
for (const { operation } of targets) {
  const statuses = documented.get(operation.method) ?? new Set()
  for (const status of Object.keys({ ...operation.responses, ...EVERYBODYS })) statuses.add(Number(status))
  documented.set(operation.method, statuses)
}

/** An address with `..` in it is another operation's, whose answers are other ones. */
const isBentAway = (url: string) => {
  const [path = ''] = url.split('?')
  return new URL(`http://x${path}`).pathname.split('/').length !== path.split('/').length
}
const documentedFor = (method: string) => [...(documented.get(method === 'HEAD' ? 'GET' : method) ?? [])]

async function answerTo({ operationId, method, url, headers, payload }: HostileRequest): Promise<string[]> {
  const response = await house.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  const answer = {
    method,
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    text: response.body,
  }
  const operation = byId.get(operationId)
  const isSuccess =
    method === operation?.method &&
    !isBentAway(url) &&
    answer.status === operation.success.status &&
    operation.success.schema
  const strange = isSuccess ? schemaFindings(operation.success.schema ?? {}, response.json()) : []
  return [...hostileFindings(documentedFor(method), answer), ...strange]
}

test(`${runs} hostile requests over all operations: no failure, no undocumented answer`, async () => {
  const property = fc.asyncProperty(hostileRequest(targets), async (request) => {
    assert.deepEqual(await answerTo(request), [])
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  })
  await fc.assert(property, { numRuns: runs })
})

const key = `Authorization: Bearer ${targets.find(({ operation }) => operation.scope)?.key ?? ''}`

/** Some of it is the beginning of a request, of which the server awaits the rest. */
const NOISE_ENDS_AFTER_MS = 300

await house.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = house.app.server.address() as AddressInfo

/** Whatever comes back over the wire is ours as well. */
async function rawFindings(bytes: Buffer, endsAfterMs?: number): Promise<string[]> {
  const answers = await sendRaw(port, bytes, endsAfterMs)
  if (answers.length === 0) return ['is not answered']
  return answers.flatMap((answer) => hostileFindings(documentedFor('GET'), { method: 'RAW', ...answer }))
}

for (const [what, bytes] of Object.entries(rawRequests(key))) {
  test(`over a socket: ${what}`, async () => assert.deepEqual(await rawFindings(bytes), []))
}

test('over a socket: a body that ends too soon', async () => {
  assert.deepEqual(await rawFindings(bodyThatEndsTooSoon(key), 0), [])
})

test('over a socket: a tunnel is not dug', async () => {
  assert.deepEqual(await sendRaw(port, Buffer.from(`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`)), [])
})

test('over a socket: random bytes, in place of a request and within one', async () => {
  const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  const within = noise.map((bytes) =>
    Buffer.concat([
      Buffer.from('GET /v1/customers?search='),
      bytes,
      Buffer.from(` HTTP/1.1\r\n${HOST}\r\n${key}\r\n\r\n`),
    ]),
  )
  // Noise may as well be answered by nothing, and an end of the connection.
  const property = fc.asyncProperty(fc.oneof(noise, within), async (bytes) => {
    const findings = await rawFindings(bytes, NOISE_ENDS_AFTER_MS)
    assert.deepEqual(
      findings.filter((finding) => finding !== 'is not answered'),
      [],
    )
  })
  await fc.assert(property, { numRuns: 150 })
})

test('is caught: a failure, a bare refusal, an unknown code, another status than the catalogue’s, a leak', () => {
  const id = 'req_0123456789abcdef'
  const refusal = (fields: object) => ({
    method: 'GET',
    status: 404,
    headers: { 'request-id': id },
    text: JSON.stringify({
      error: {
        type: 'api_error',
        code: 'resource_missing',
        message: 'x',
        doc_url: 'http://x',
        request_id: id,
        ...fields,
      },
    }),
  })
  assert.deepEqual(hostileFindings([], refusal({})), [])
  assert.match(hostileFindings([], { ...refusal({}), status: 500 }).join(), /fails with 500/)
  assert.match(hostileFindings([], { ...refusal({}), status: 418 }).join(), /418 is not documented/)
  assert.match(hostileFindings([], { ...refusal({}), status: 400 }).join(), /resource_missing came with 400/)
  assert.match(hostileFindings([], { ...refusal({}), headers: {} }).join(), /no Request-Id/)
  assert.match(hostileFindings([], { ...refusal({}), text: 'Bad Request' }).join(), /no error of ours/)
  assert.match(hostileFindings([], refusal({ code: 'oops' })).join(), /oops is not in the catalogue/)
  assert.match(hostileFindings([], refusal({ message: 'select 1 from customers' })).join(), /gives away/)
})

test('after all this the house still answers', async () => {
  const { status } = await house.call('GET', '/readyz')
  assert.equal(status, 200)
})
