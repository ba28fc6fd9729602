import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/schema'
import { openapiFile, readOpenapi } from '../../operator/openapi/generate.ts'
import { type OpenApi, operationsOf, type Schema } from '../openapi/openapi-types.ts'
import { sampleOf } from './sample.ts'

const document = JSON.parse(await readOpenapi(openapiFile)) as OpenApi

/** All at once, as the document has them, with what they refer to beside them. */
function checkerOf(properties: Record<string, Schema>) {
  const text = JSON.stringify({ type: 'object', properties, $defs: document.components?.schemas })
  return Compile(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object)
}

test('the answer that the reference shows for an operation is one that its own schema allows', () => {
  const answers = Object.values(document.paths ?? {}).flatMap((item) =>
    operationsOf(item, document).flatMap(([, { operationId = '', responses = {} }]) => {
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
      const schema = answer?.content?.['application/json']?.schema
      return schema ? [{ operationId, schema }] : []
    }),
  )
  assert.ok(answers.length > 200)
  const schemas = Object.fromEntries(answers.map(({ operationId, schema }) => [operationId, schema]))
  const samples = answers.map(({ operationId, schema }) => [operationId, sampleOf(document, schema)])
  const [, problems] = checkerOf(schemas).Errors(Object.fromEntries(samples))
  assert.deepEqual(
    problems.map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
  )
})

test('a sample says what its fields are for', () => {
  const schema = document.components?.schemas?.Venue
  assert.ok(schema)
  const { venue_id, timezone } = sampleOf(document, schema) as Record<string, unknown>
  assert.deepEqual([venue_id, timezone], ['7', 'Europe/Copenhagen'])
})
