import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BorneRate, sharesOf, splitAmount, taxWithin, thousandthsOn } from './split-tax.ts'

const vat = (...steps: [valid_from: string, thousandths: number][]): BorneRate => ({
  tax_rate_id: 1,
  title: 'VAT',
  kind: 'standard',
  included_in_prices: true,
  percentages: steps.map(([valid_from, thousandths]) => ({ valid_from, thousandths })),
})

test('the tax in an amount is rounded to the minor unit, half of it up', () => {
  assert.equal(taxWithin(11_900, 19_000), 1900)
  assert.equal(taxWithin(10_000, 19_000), 1597)
  assert.equal(taxWithin(2500, 7000), 164)
  // 3 at 100 % is 1.5 of tax.
  assert.equal(taxWithin(3, 100_000), 2)
  assert.equal(taxWithin(1, 19_000), 0)
  assert.equal(taxWithin(0, 19_000), 0)
  assert.equal(taxWithin(10_000, 0), 0)
})

test('amounts beyond what a double multiplies exactly are split exactly', () => {
  const amount = 9_007_199_254_740_991
  assert.equal(BigInt(taxWithin(amount, 19_000)), (2n * BigInt(amount) * 19_000n + 119_000n) / 238_000n)
})

test('a change of rate goes by the day of the supply, and the first counts before its day', () => {
  const rate = vat(['2007-01-01', 19_000], ['2020-07-01', 16_000], ['2021-01-01', 19_000])
  assert.equal(thousandthsOn(rate, '2006-12-31'), 19_000)
  assert.equal(thousandthsOn(rate, '2020-06-30'), 19_000)
  assert.equal(thousandthsOn(rate, '2020-07-01'), 16_000)
  assert.equal(thousandthsOn(rate, '2020-12-31'), 16_000)
  assert.equal(thousandthsOn(rate, '2021-01-01'), 19_000)
  assert.equal(thousandthsOn(vat(), '2021-01-01'), 0)
})

test('an order adds its parts up by rate and per cent, and says nothing of what has no rate', () => {
  const rate = vat(['2007-01-01', 19_000], ['2021-01-01', 7000])
  const parts = [
    splitAmount(rate, 1000, '2020-01-01'),
    splitAmount(null, 500, '2020-01-01'),
    splitAmount(rate, 1000, '2021-01-01'),
    splitAmount(rate, 1000, '2020-01-01'),
  ]
  assert.deepEqual(
    sharesOf(parts).map(({ thousandths, amount_minor, tax_minor }) => [thousandths, amount_minor, tax_minor]),
    [
      [19_000, 2000, 320],
      [7000, 1000, 65],
    ],
  )
})
