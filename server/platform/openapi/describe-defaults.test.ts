import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDefaults } from './describe-defaults.ts'

const operation = (schema: object) => ({
  paths: {
    '/baskets': {
      post: {
        parameters: [{ in: 'query', name: 'limit', required: true, schema: { type: 'integer', default: 20 } }],
        requestBody: { required: true, content: { 'application/json': { schema } } },
      },
    },
  },
})
const described = (schema: object) =>
  (describeDefaults(operation(schema)) as ReturnType<typeof operation>).paths['/baskets'].post

test('what has a default in a body is told in words, however deep it lies, and is not required', () => {
  const item = {
    type: 'object',
    required: ['price_id', 'best_available'],
    properties: {
      price_id: { type: 'integer' },
      best_available: { type: 'boolean', default: false, description: 'seats side by side' },
      language: { type: 'string', default: 'en' },
    },
  }
  const { requestBody } = described({
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: item } },
  })
  assert.deepEqual(requestBody, {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['items'],
          properties: {
            items: {
              type: 'array',
              items: {
                type: 'object',
                required: ['price_id'],
                properties: {
                  price_id: { type: 'integer' },
                  best_available: {
                    type: 'boolean',
                    description: 'seats side by side; false by default',
                    'x-default': false,
                  },
                  language: { type: 'string', description: '`en` by default', 'x-default': 'en' },
                },
              },
            },
          },
        },
      },
    },
  })
  assert.equal(item.properties.best_available.default, false, 'the schema that validates is left alone')
})

test('a body in which nothing has to be said may be left out, and a parameter with a default too', () => {
  const { parameters, requestBody } = described({
    type: 'object',
    properties: { refund: { type: 'boolean', default: false } },
  })
  assert.deepEqual([requestBody.required, parameters[0]?.required, parameters[0]?.schema.default], [false, false, 20])
  assert.equal(described({ type: 'object', required: ['name'], properties: { name: {} } }).requestBody.required, true)
})
