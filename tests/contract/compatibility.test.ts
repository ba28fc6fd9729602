import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiFile, readOpenapi } from '../../server/operator/openapi/generate.ts'
import { contractOf, printContract } from '../../server/platform/openapi/contract.ts'
import type { OpenApi, Schema } from '../../server/platform/openapi/openapi-types.ts'
import { breakingChanges } from './compatibility.ts'
import {
  answering,
  bothWays,
  described,
  maybeText,
  object,
  oneWay,
  PLACE,
  taking,
  text,
  thing,
} from './compatibility-fixture.ts'

for (const [what, [before, after, says]] of Object.entries({ ...oneWay, ...bothWays })) {
  test(`breaks: ${what}`, () => assert.deepEqual(breakingChanges(before, after), [PLACE + says]))
}

for (const [what, [before, after]] of Object.entries(oneWay)) {
  test(`is fine: the way back from “${what}”`, () => assert.deepEqual(breakingChanges(after, before), []))
}

for (const [what, [before, after]] of Object.entries(bothWays)) {
  test(`breaks the other way round too: ${what}`, () => assert.equal(breakingChanges(after, before).length, 1))
}

test('is fine: a new value of a field in an answer', () => {
  const status = (...values: string[]) => answering(object({ status: { type: 'string', enum: values } }))
  assert.deepEqual(breakingChanges(status('open'), status('open', 'paused')), [])
})

test('is fine: a new body field that is required on paper but has a default', () => {
  const colour: Schema = { type: 'string', default: 'red' }
  assert.deepEqual(breakingChanges(taking(object({})), taking(object({ colour }))), [])
})

test('is fine: a refusal that is no longer given', () => {
  const refusing = described({ responses: { '200': {}, '404': {} } })
  assert.deepEqual(breakingChanges(refusing, described({ responses: { '200': {} } })), [])
})

test('a field that the error body loses breaks, though no success status is concerned', () => {
  const refusing = (schema: Schema) =>
    described({ responses: { '404': { content: { 'application/json': { schema } } } } })
  assert.deepEqual(breakingChanges(refusing(thing), refusing(object({ id: { type: 'integer' } }))), [
    `${PLACE} 404 $.name: is gone`,
  ])
})

test('references are followed on both sides, and one to itself comes to an end', () => {
  const $ref = '#/components/schemas/Node'
  const node = (name: Schema): Record<string, Schema> => ({ Node: object({ name, next: { $ref } }) })
  assert.deepEqual(breakingChanges(answering({ $ref }, node(text)), answering({ $ref }, node(text))), [])
  assert.deepEqual(breakingChanges(answering({ $ref }, node(text)), answering({ $ref }, node(maybeText))), [
    `${PLACE} 200 $.name: may now be null`,
  ])
  assert.deepEqual(breakingChanges(answering(object({ name: text })), answering({ $ref }, node(text))), [])
})

test('the parts of allOf count as one', () => {
  const whole = answering({ allOf: [object({ id: { type: 'integer' } }), object({ name: text })] })
  assert.deepEqual(breakingChanges(answering(thing), whole), [])
  assert.deepEqual(breakingChanges(whole, answering(object({ name: text }))), [`${PLACE} 200 $.id: is gone`])
})

test('our own document is compatible with itself, and not with one that lost a field', async () => {
  const document = await readOpenapi(openapiFile)
  const current: OpenApi = JSON.parse(document)
  assert.deepEqual(breakingChanges(current, JSON.parse(document)), [])
  const poorer: OpenApi = JSON.parse(document)
  delete poorer.components?.schemas?.Customer?.properties?.mobile_number
  const broken = breakingChanges(current, poorer)
  for (const line of [
    'GET /v1/customers 200 $.data[].mobile_number',
    'GET /v1/customers/{customer_id} 200 $.mobile_number',
  ]) {
    assert.ok(broken.includes(`${line}: is gone`), `${line} is not in ${broken.join('\n')}`)
  }
})

/** What is left of a description once it is kept as a release and read again. */
const kept = (document: OpenApi): OpenApi => JSON.parse(printContract(contractOf(document)))

test('what is kept of a release tells the same breaks as the whole of it', () => {
  for (const [before, after] of Object.values({ ...oneWay, ...bothWays })) {
    assert.deepEqual(breakingChanges(kept(before), after), breakingChanges(before, after))
  }
})

test('what is kept of our own document binds it, fields that are called description or title included', async () => {
  const document = await readOpenapi(openapiFile)
  const contract = kept(JSON.parse(document))
  assert.deepEqual(breakingChanges(contract, JSON.parse(document)), [])
  const poorer: OpenApi = JSON.parse(document)
  delete poorer.components?.schemas?.WebhookEndpoint?.properties?.description
  assert.match(breakingChanges(contract, poorer).join('\n'), /webhook_endpoints.*\.description: is gone/)
  assert.ok(printContract(contract).length < (document.length * 3) / 4)
})
