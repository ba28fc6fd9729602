import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../../server/platform/openapi/openapi-types.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { type OperationSpec, openapiOf, readOperations, send } from '../harness/operations.ts'
import { makeExample } from '../rules/owed.ts'
import { type Described, described, type Fields, type FieldType } from './contract-fields-fixture.ts'

const house = await openHouse()
const operations = new Map(readOperations(openapiOf(house)).map((spec) => [`${spec.method} ${spec.path}`, spec]))

for (const [name, row] of Object.entries(described)) {
  test(`${name} has the fields, types and parameters of the description, in the document and in an answer`, async () => {
    const operation = operations.get(name)
    assert.ok(operation, 'no such operation')
    assert.deepEqual(documentFindings(operation, row), [])
    assert.deepEqual(parameterFindings(operation, row), [])
    assert.deepEqual(await answerFindings(operation, row), [])
  })
}

function documentFindings({ success }: OperationSpec, { answer, items, exact }: Described): string[] {
  const properties = success.schema?.properties ?? {}
  const added = exact ? Object.keys(properties).filter((name) => !(name in answer)) : []
  return [
    ...schemaFindings('the answer', properties, answer),
    ...(items
      ? schemaFindings('an item', (properties.data?.items as Schema | undefined)?.properties ?? {}, items)
      : []),
    ...added.map((name) => `the answer has ${name}, which a shape that is given does not`),
  ]
}

function schemaFindings(where: string, properties: Record<string, Schema>, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, type]) => {
    const property = properties[name]
    if (!property) return [`${where} has no ${name}`]
    const written = typeOf(property)
    return written === type ? [] : [`${where}: ${name} is ${written}, the description says ${type}`]
  })
}

/** A field may be null, and has its type otherwise. */
function typeOf({ type, items }: Schema): string {
  const [only, ...more] = [type ?? []].flat().filter((each) => each !== 'null')
  if (more.length > 0) return [only, ...more].join(' or ')
  return only === 'array' && (items as Schema | undefined)?.type === 'integer' ? 'integer[]' : String(only)
}

function parameterFindings({ parameters }: OperationSpec, { query = {} }: Described): string[] {
  return Object.entries(query).flatMap(([name, wanted]) => {
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name)
    if (!parameter) return [`takes no ${name}`]
    const written = parameter.schema as Record<string, unknown>
    const differing = Object.entries(wanted).filter(([key, value]) => written[key] !== value)
    return [
      ...differing.map(([key, value]) => `${key} of ${name} is ${written[key]}, the description says ${value}`),
      ...(parameter.required ? [`${name} is required`] : []),
    ]
  })
}

/** A live answer, with every field asked for; nulls are absent values, which the document allows or not. */
async function answerFindings(operation: OperationSpec, { answer, items, exact }: Described): Promise<string[]> {
  const tenant = await house.organisation()
  const example = await makeExample(house, tenant, examples[operation.id] ?? {})
  const query = operation.path.endsWith('/scans') ? { include_sales: true } : {}
  const { status, body, text } = await send(house, operation, example, { key: tenant.key, query })
  if (status !== operation.success.status) return [`is answered with ${status} ${text}`]
  const added = exact ? Object.keys(body).filter((name) => !(name in answer)) : []
  const data = (items ? body.data : []) as Record<string, unknown>[]
  return [
    ...valueFindings('the answer', body, answer),
    ...(items && data.length === 0 ? ['the example has no items to look at'] : []),
    ...data.flatMap((item) => valueFindings('an item', item, items ?? {})),
    ...added.map((name) => `the answer has ${name}, which a shape that is given does not`),
  ]
}

const valueFindings = (where: string, value: Record<string, unknown>, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, type]) => {
    if (!(name in value)) return [`${where} has no ${name}`]
    return isOfType(value[name], type) ? [] : [`${where}: ${name} is ${JSON.stringify(value[name])}, not ${type}`]
  })

function isOfType(value: unknown, type: FieldType): boolean {
  if (value === null) return true
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer[]') return Array.isArray(value) && value.every(Number.isSafeInteger)
  return typeof value === type
}

test('a field of another name or type, and one too many in a shape that is given, are noticed', () => {
  const properties = { a: { type: ['string', 'null'] }, b: { type: 'number' }, data: { type: 'array', items: {} } }
  const operation = { success: { schema: { properties } } } as unknown as OperationSpec
  const fields: Fields = { a: 'string', b: 'integer', c: 'boolean', data: 'integer[]' }
  assert.deepEqual(documentFindings(operation, { answer: fields }), [
    'the answer: b is number, the description says integer',
    'the answer has no c',
    'the answer: data is array, the description says integer[]',
  ])
  const found = documentFindings(operation, { answer: { a: 'string', data: 'array' }, exact: true })
  assert.deepEqual(found, ['the answer has b, which a shape that is given does not'])
  assert.equal(valueFindings('x', { a: 1.5, b: '1', c: null }, { a: 'integer', b: 'number', c: 'string' }).length, 2)
})
