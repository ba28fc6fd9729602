import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { generateOpenapi, openapiFile } from '../../operator/openapi/generate.ts'
import { withComponents } from './components.ts'
import { type OpenApi, operationsOf, type Schema } from './openapi-types.ts'
import { printDocument } from './print.ts'
import { withTitles } from './titles.ts'

const text = await generateOpenapi()
const document: OpenApi = JSON.parse(text)
const operations = Object.values(document.paths ?? {}).flatMap((item) => operationsOf(item, document))
const { schemas = {}, responses = {} } = document.components ?? {}

/** 400 kB for the first 172 of them; texts in several languages have made them a little larger. */
const BYTES_AN_OPERATION = 2550

test('the document is small enough to read and to load', async () => {
  const { size } = await stat(openapiFile)
  assert.ok(size < operations.length * BYTES_AN_OPERATION, `openapi.json has ${size} bytes`)
  assert.equal(printDocument(document), text)
})

/** Objects that stand in another place than under a name. */
function unnamed(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const isObject = 'properties' in node && 'type' in node && node.type === 'object'
  const inner = Object.entries(node).flatMap(([key, part]) => unnamed(part, `${at}/${key}`))
  // The second part of an object that holds another is the object's own.
  return isObject && !at.endsWith('/allOf/1') ? [at, ...inner] : inner
}

test('every object has a name: bodies, answers, lists, and what stands in them', () => {
  const within = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(schema).flatMap(([key, part]) => unnamed(part, `${name}/${key}`)),
  )
  assert.deepEqual([...unnamed(document.paths, 'paths'), ...unnamed(responses, 'responses'), ...within], [])
  for (const name of ['TaggedCustomerList', 'CreateMember', 'CheckoutBasket', 'BasketItem'])
    assert.ok(schemas[name], name)
})

test('an object that holds another, and more, says so', () => {
  assert.deepEqual(schemas.OrderWithTickets?.allOf?.[0], { $ref: '#/components/schemas/Order' })
  assert.deepEqual(schemas.OrderWithTickets?.allOf?.[1]?.required, ['tickets', 'memberships', 'charges'])
})

test('what we send is described like what we answer, under the scope that shows the same', () => {
  const { post } = document.webhooks?.['order.completed'] ?? {}
  assert.equal(post?.['x-scope'], 'orders:read')
  assert.deepEqual(post?.requestBody?.content?.['application/json']?.schema, {
    $ref: '#/components/schemas/OrderCompletedMessage',
  })
  assert.deepEqual(schemas.OrderCompletedMessageData?.properties?.order, {
    $ref: '#/components/schemas/OrderInMessage',
  })
})

test('a list that is followed by a header declares it', () => {
  const [, scans] = operations.find(([, { operationId }]) => operationId === 'listEventScans') ?? []
  const { headers } = scans?.responses?.['200'] ?? {}
  assert.equal((headers?.Link as { schema?: Schema } | undefined)?.schema?.type, 'string')
  assert.equal('headers' in (schemas.ScanList ?? {}), false)
})

test('no name hides what every JavaScript program has', () => {
  const taken = Object.keys(schemas).filter((name) => name in globalThis || ['Event', 'Node', 'Text'].includes(name))
  assert.deepEqual(taken, [])
})

test('every answer names its headers, and every operation the refusal that any of them may give', () => {
  for (const [method, { operationId, responses: answers = {}, 'x-scope': scope }] of operations) {
    const [, success] = Object.entries(answers).find(([status]) => status.startsWith('2')) ?? []
    const names = Object.keys(success?.headers ?? {})
    assert.ok(names.includes('Request-Id'), operationId)
    assert.equal(names.includes('X-RateLimit-Remaining'), scope !== undefined, operationId)
    assert.equal(names.includes('Idempotent-Replayed'), method !== 'GET', operationId)
    assert.ok(answers.default?.headers?.['Retry-After'], operationId)
  }
})

/** Everything by which an answer says what it may hold. */
const closedValues = (name: string, schema: Schema): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([field, { enum: values, items }]) =>
    values || items?.enum ? [`${name}.${field}`] : [],
  )

/** The names of the schemas that something leads to. Bodies of requests stand apart, under names of their own. */
function schemasBehind(node: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(node).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue
    found.add(name)
    schemasBehind(schemas[name] ?? {}, found)
  }
  return found
}

test('the values of an answer are open, those of a body are not', () => {
  const told = schemasBehind([document.paths, responses, document.webhooks ?? {}])
  assert.ok(told.has('Basket') && !told.has('CreateApiKey'))
  const answers = Object.entries(schemas).filter(([name]) => told.has(name))
  assert.deepEqual(
    answers.flatMap(([name, schema]) => closedValues(name, schema)),
    [],
  )
  assert.deepEqual(schemas.Basket?.allOf?.[1]?.properties?.status?.['x-extensible-enum']?.at(0), 'open')
  assert.ok(schemas.CreateApiKey?.properties?.type?.enum)
})

test('is caught: one name for two objects', () => {
  const thing = (type: string): Schema => ({ title: 'Thing', type: 'object', properties: { id: { type } } })
  const answering = (schema: Schema) => ({ '200': { content: { 'application/json': { schema } } } })
  const get = (operationId: string, type: string) => ({ get: { operationId, responses: answering(thing(type)) } })
  const twice = { paths: { '/a': get('a', 'string'), '/b': get('b', 'integer') } }
  assert.throws(() => withComponents(withTitles(twice), {}), /two schemas are called Thing/)
})
