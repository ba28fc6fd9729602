import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './errors.ts'
import { createSlots } from './slots.ts'

const isFull = (error: unknown) => error instanceof ApiError && error.status === 503

test('an organisation has its own bound, and all of them have one together', () => {
  const slots = createSlots({ all: 3, each: 2 })
  const first = slots.take(1)
  slots.take(1)
  assert.throws(() => slots.take(1), isFull)
  slots.take(2)
  assert.throws(() => slots.take(3), isFull)
  first()
  slots.take(3)
  assert.throws(() => slots.take(1), isFull, 'all three are taken')
})

test('a slot that is given back twice is one slot', () => {
  const slots = createSlots({ all: 1, each: 1 })
  const giveBack = slots.take(1)
  giveBack()
  giveBack()
  slots.take(1)
  assert.throws(() => slots.take(1), isFull)
})
