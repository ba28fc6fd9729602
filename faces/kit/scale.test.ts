import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelledEvery, marksUpTo } from './scale.ts'

test('marks are round, and the last is not below the highest value', () => {
  assert.deepEqual(marksUpTo(1740), [0, 500, 1000, 1500, 2000])
  assert.deepEqual(marksUpTo(7), [0, 2, 4, 6, 8])
  assert.deepEqual(marksUpTo(0.3), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(marksUpTo(0), [0, 1])
  for (const highest of [1, 3, 99, 101, 12_345, 1e9]) {
    const marks = marksUpTo(highest)
    assert.ok((marks.at(-1) ?? 0) >= highest && marks.length <= 6, `${highest}: ${marks}`)
  }
})

test('labels have room', () => {
  assert.equal(labelledEvery(60, 600, 60), 6)
  assert.equal(labelledEvery(3, 600, 60), 1)
  assert.equal(labelledEvery(10, 0, 60), 10)
})
