import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sinceStart } from './since-start.ts'

test('a moment is told from the start in the largest unit that says it exactly', () => {
  assert.deepEqual(sinceStart(-7 * 86_400), { count: 7, unit: 'day', isBefore: true })
  assert.deepEqual(sinceStart(-90_000), { count: 25, unit: 'hour', isBefore: true })
  assert.deepEqual(sinceStart(5400), { count: 90, unit: 'minute', isBefore: false })
  assert.deepEqual(sinceStart(0), { count: 0, unit: 'minute', isBefore: false })
})
