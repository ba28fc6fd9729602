import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { taxBetween } from './cash-taxes.ts'

const rates = fc.array(fc.record({ gross: fc.nat(100_000), thousandths: fc.nat(27_000) }), {
  minLength: 1,
  maxLength: 4,
})

test('however a sale is split, the shares of its parts add up to its tax by rate, and those of a part to no more than it', () => {
  fc.assert(
    fc.property(rates, fc.nat(5000), fc.array(fc.nat(1_000_000), { maxLength: 6 }), (drawn, untaxed, cuts) => {
      const taxes = drawn.map(({ gross, thousandths }, at) => ({
        tax_rate_id: at + 1,
        title: 'VAT',
        kind: 'standard' as const,
        thousandths,
        amount_minor: gross,
        tax_minor: Math.round((gross * thousandths) / (100_000 + thousandths)),
      }))
      const total = untaxed + drawn.reduce((sum, { gross }) => sum + gross, 0)
      const ends = [0, ...cuts.map((cut) => cut % (total + 1)), total].toSorted((a, b) => a - b)
      const sums = taxes.map((share) => ({ ...share, amount_minor: 0, tax_minor: 0 }))
      for (const [at, from] of ends.slice(0, -1).entries()) {
        const to = ends[at + 1] ?? total
        const shares = taxBetween({ total_minor: total, taxes }, from, to)
        for (const [rate, { amount_minor, tax_minor }] of shares.entries()) {
          const sum = sums[rate] ?? assert.fail()
          sum.amount_minor += amount_minor
          sum.tax_minor += tax_minor
        }
      }
      assert.deepEqual(sums, taxes)
    }),
  )
})
