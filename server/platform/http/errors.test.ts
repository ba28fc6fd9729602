import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorCatalogue } from '../../program/errors.ts'
import { ApiError, invalidParameters } from './errors.ts'

const documentation = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'errors.md'), 'utf8')

test('every code has a section in docs/errors.md that gives its status and type, and no section is without a code', () => {
  const sections = documentation
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = '', , facts = ''] = section.split('\n')
      return `${code}: ${facts}`
    })
  const codes = Object.entries(errorCatalogue).map(([code, [status, type]]) => `${code}: ${status} · \`${type}\``)
  assert.deepEqual(sections.toSorted(), codes.toSorted())
})

test('the type of a refusal follows from its status', () => {
  const types: Record<number, string[]> = {
    401: ['authentication_error'],
    402: ['payment_error'],
    403: ['permission_error'],
    409: ['conflict_error', 'idempotency_error'],
    422: ['idempotency_error', 'invalid_request_error'],
    429: ['rate_limit_error'],
    500: ['api_error'],
    502: ['api_error'],
    503: ['api_error'],
  }
  for (const [code, [status, type]] of Object.entries(errorCatalogue)) {
    assert.ok((types[status] ?? ['invalid_request_error']).includes(type), code)
  }
})

test('a refusal has the body of the contract, with its own fields among the rest', () => {
  const refusal = new ApiError('state_conflict', { param: 'quantity', available: 3, headers: { 'retry-after': '1' } })
  assert.deepEqual(refusal.toBody('https://tickets.example.org/docs', 'req_1'), {
    error: {
      type: 'conflict_error',
      code: 'state_conflict',
      message: 'The object is not in a state that allows this.',
      param: 'quantity',
      available: 3,
      doc_url: 'https://tickets.example.org/docs/errors#state_conflict',
      request_id: 'req_1',
    },
  })
})

test('a refusal without a parameter has no param, and none without problems has errors', () => {
  assert.deepEqual(Object.keys(new ApiError('route_unknown').toBody('', '').error), [
    'type',
    'code',
    'message',
    'doc_url',
    'request_id',
  ])
})

test('the cause of a refusal is for the log and never in the body', () => {
  const cause = new Error('connection to 10.0.0.7 refused')
  const refusal = new ApiError('service_unavailable', { cause })
  assert.equal(refusal.cause, cause)
  assert.doesNotMatch(JSON.stringify(refusal.toBody('', '')), /10\.0\.0\.7/)
})

test('several problems make one refusal, whose headline is the first', () => {
  const problems = [
    { param: 'limit', code: 'parameter_invalid' as const, message: 'limit must be at most 100.' },
    { param: 'serach', code: 'parameter_unknown' as const, message: 'serach is not a parameter of this operation.' },
  ]
  const { error } = invalidParameters(problems).toBody('', '')
  assert.deepEqual(
    [error.code, error.param, error.message, error.errors],
    ['parameter_invalid', 'limit', 'limit must be at most 100.', problems],
  )
})

test('a wrong parameter is among the problems also where it is the only one that was looked at', () => {
  const refusal = new ApiError('parameter_missing', { param: 'payment_method', message: 'payment_method is missing.' })
  assert.deepEqual(refusal.toBody('', '').error.errors, [
    { param: 'payment_method', code: 'parameter_missing', message: 'payment_method is missing.' },
  ])
  assert.equal(new ApiError('resource_missing', { param: 'user_id' }).toBody('', '').error.errors, undefined)
})

test('a stored refusal comes back word for word, under the request id of the one who asks again', () => {
  for (const code of Object.keys(errorCatalogue)) {
    const details = { message: 'Only 3 are left.', param: 'quantity', available: 3 }
    const first = new ApiError(code, details, errorCatalogue)
    const stored = JSON.parse(JSON.stringify(first.toBody('', '')))
    const again = ApiError.fromBody(first.status, stored)
    assert.equal(again.status, first.status)
    assert.deepEqual(again.toBody('https://x/docs', 'req_2'), first.toBody('https://x/docs', 'req_2'))
  }
})
