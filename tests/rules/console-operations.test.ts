import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsBySdkName } from './console-lists.ts'
import { calledIn, operationFindings } from './console-operations.ts'
import { isTestFile, readSource, readSources } from './source-files.ts'

const operations = operationsBySdkName(JSON.parse(await readSource('openapi.json')))
const files = (await readSources(['faces/console'], ['.ts', '.tsx'])).filter(
  ({ path }) => !isTestFile(path) && !path.startsWith('faces/console/words/'),
)
const called = calledIn(files)

test('every operation has a place in the console, or a reason why not', () => {
  assert.ok(called.size > 100, 'the calls of the console are read')
  assert.deepEqual(operationFindings(operations, called), [])
})

test('is caught: an operation without a page, a page of one that is gone, and a reason that holds no longer', () => {
  const without = new Set([...called].filter((name) => name !== 'orders.refund'))
  assert.match(operationFindings(operations, without).join(), /orders\.refund has no page/)
  assert.match(
    operationFindings(operations, new Set([...called, 'orders.forget'])).join(),
    /there is no orders\.forget/,
  )
  assert.match(
    operationFindings(operations, new Set([...called, 'members.retrieve'])).join(),
    /members\.retrieve is called/,
  )
})
