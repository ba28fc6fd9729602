import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denominationsOf, sumOfCount } from './cash-count.ts'

test('a drawer is counted by its notes and coins, to the cent', () => {
  assert.equal(denominationsOf('AUD').at(-1), 0.05)
  assert.equal(denominationsOf('USD').includes(0.25), true)
  assert.equal(denominationsOf('JPY').at(-1), 1)
  const counts = [
    { value: 50, pieces: 3 },
    { value: 0.1, pieces: 3 },
    { value: 0.2, pieces: 1 },
  ]
  assert.equal(sumOfCount(counts), 150.5)
  assert.equal(sumOfCount([]), 0)
})
