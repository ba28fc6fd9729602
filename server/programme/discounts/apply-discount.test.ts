import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { discountLines, divide, divideEvenly } from './apply-discount.ts'

test('ten percent of three lines is rounded once and divided by what they cost', () => {
  assert.deepEqual(discountLines([3333, 3333, 3334], { basisPoints: 1000, amountMinor: null }), [333, 333, 334])
  assert.deepEqual(discountLines([5], { basisPoints: 1000, amountMinor: null }), [1])
  assert.deepEqual(discountLines([100, 300], { basisPoints: null, amountMinor: 1000 }), [100, 300])
  assert.deepEqual(discountLines([100, 300], null), [0, 0])
})

test('parts add up to the whole, none above its weight, and equal weights differ by one at most', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1e13 }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 10_000 }), (prices, basisPoints) => {
      const whole = prices.reduce((sum, price) => sum + price, 0)
      const parts = discountLines(prices, { basisPoints, amountMinor: null })
      const off = parts.reduce((sum, part) => sum + part, 0)
      assert.ok(Math.abs(off - (whole * basisPoints) / 10_000) <= 0.5 + whole / 2 ** 52)
      parts.forEach((part, index) => {
        assert.ok(part >= 0 && part <= (prices[index] ?? 0))
      })
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 100 }), (amount, count) => {
      const even = divideEvenly(amount, count)
      assert.equal(
        even.reduce((sum, part) => sum + part, 0),
        amount,
      )
      assert.ok(Math.max(...even) - Math.min(...even) <= 1)
      assert.deepEqual(divide(amount, Array(count).fill(Math.ceil(amount / count) || 1)).toSorted(), even.toSorted())
    }),
  )
})
