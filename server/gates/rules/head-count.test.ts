import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayHold, peopleOf } from './head-count.ts'

const range = (passes: string) => {
  const { atLeast, atMost } = peopleOf(passes)
  return [atLeast, atMost]
}

test('a second admission is one person or two, until a supervisor says which', () => {
  assert.deepEqual(range('E'), [1, 1])
  assert.deepEqual(range('EE'), [1, 2])
  assert.deepEqual(range('EEE'), [1, 3])
  assert.deepEqual(range('EO'), [2, 2])
  assert.deepEqual(range('ES'), [1, 1])
})

test('an exit is one person, and never below nobody', () => {
  assert.deepEqual(range('EX'), [0, 0])
  assert.deepEqual(range('X'), [0, 0])
  assert.deepEqual(range('XE'), [1, 1])
  assert.deepEqual(range('EEX'), [0, 1])
  assert.deepEqual(range('EOX'), [1, 1])
  assert.deepEqual(range('EXS'), [1, 1])
})

test('a device holds what it reported and what it could have let in since, each holder once', () => {
  assert.equal(mayHold({ reported: 3, unheardMs: -5_000, holders: 200 }), 3)
  assert.equal(mayHold({ reported: 3, unheardMs: 4_001, holders: 200 }), 8)
  assert.equal(mayHold({ reported: 3, unheardMs: 7_200_000, holders: 200 }), 200)
  assert.equal(mayHold({ reported: 250, unheardMs: 0, holders: 200 }), 250)
  assert.equal(mayHold({ reported: 0, unheardMs: 7_200_000, holders: null }), 7_200)
})
