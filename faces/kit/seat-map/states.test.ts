import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStates, type StatesAnswer, unpack } from './states.ts'

const answer = (more: Partial<StatesAnswer>): StatesAnswer => ({
  ...{ version: 'v1', revision: 'r1', seats: 5, since: null, states: null, changes: null },
  ...more,
})
const none = { not_for_sale: [], free: [], held: [], taken: [] }

test('two bits are a seat', () => {
  assert.deepEqual([...unpack(Buffer.from([0b11100100, 0b01]).toString('base64'), 5)], [0, 1, 2, 3, 1])
})

test('changes are made to what was known, in another array, so that a comparison sees them', () => {
  const whole = readStates(answer({ states: Buffer.from([0b01010101, 0b01]).toString('base64') }))
  assert.ok(whole)
  const changes = { ...none, held: [1], taken: [4] }
  const next = readStates(answer({ revision: 'r2', since: 'r1', changes }), whole)
  assert.deepEqual([...(next?.bytes ?? [])], [1, 2, 1, 1, 3])
  assert.deepEqual([...whole.bytes], [1, 1, 1, 1, 1])
  const same = readStates(answer({ revision: 'r2', since: 'r2', changes: none }), next)
  assert.equal(same, next)
})

test('changes of another revision, or of another drawing, are no answer', () => {
  const whole = readStates(answer({ states: Buffer.from([0, 0]).toString('base64') }))
  assert.equal(readStates(answer({ revision: 'r3', since: 'r2', changes: none }), whole), undefined)
  assert.equal(readStates(answer({ version: 'v2', since: 'r1', changes: none }), whole), undefined)
  assert.equal(readStates(answer({ since: 'r1', changes: none })), undefined)
})
