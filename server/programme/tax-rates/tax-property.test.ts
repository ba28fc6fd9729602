import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { discountLines } from '../discounts/apply-discount.ts'
import { addReturned, NOTHING_RETURNED, returnTax } from './return-tax.ts'
import { type BorneRate, sharesOf, splitAmount, type TaxShare } from './split-tax.ts'

const ORDERS = 100_000

/** Rates that laws have, and some that none has. */
const thousandths = fc.constantFrom(0, 2100, 5500, 7000, 8875, 19_000, 20_000, 25_000, 27_000, 1, 99_999, 100_000)
const minor = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 100_000_000_000 }),
)
const line = fc.record({
  price: minor,
  quantity: fc.integer({ min: 1, max: 10 }),
  fee: fc.integer({ min: 0, max: 500 }),
  rate: fc.option(thousandths, { nil: null }),
})
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  feeRate: fc.option(thousandths, { nil: null }),
  transactionFee: fc.integer({ min: 0, max: 300 }),
  discount: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null }),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

const rateOf = (rate: number | null, id: number): BorneRate | null =>
  rate === null
    ? null
    : {
        tax_rate_id: id,
        title: 'VAT',
        kind: 'standard',
        included_in_prices: true,
        percentages: [{ valid_from: '2000-01-01', thousandths: rate }],
      }

/** The parts of an order as a sale splits them, and what they cost. */
function partsOf({ lines, feeRate, transactionFee, discount }: Order) {
  const prices = lines.map(({ price, quantity }) => price * quantity)
  const discounts = discountLines(prices, discount === null ? null : { basisPoints: discount, amountMinor: null })
  const amounts = [
    ...lines.map(({ rate }, index) => ({ rate, amount: (prices[index] ?? 0) - (discounts[index] ?? 0) })),
    ...lines.map(({ rate, fee, quantity }) => ({ rate: feeRate ?? rate, amount: fee * quantity })),
    { rate: feeRate, amount: transactionFee },
  ]
  const parts = amounts.map(({ rate, amount }) => splitAmount(rateOf(rate, rate ?? 0), amount, '2026-01-01'))
  return { amounts, parts, total: amounts.reduce((sum, { amount }) => sum + amount, 0) }
}

/** amount × rate ÷ (100 % + rate) as a fraction, and whether a whole number is that fraction rounded half up. */
const isRounded = (tax: number, numerator: bigint, denominator: bigint): boolean => {
  // 2 · tax − 1 ≤ 2 · fraction < 2 · tax + 1
  const twice = 2n * numerator
  return (2n * BigInt(tax) - 1n) * denominator <= twice && twice < (2n * BigInt(tax) + 1n) * denominator
}

test(`over ${ORDERS} orders, each part has its exact tax rounded half up, and an order is the sum of its parts`, () => {
  fc.assert(
    fc.property(order, (sold) => {
      const { amounts, parts } = partsOf(sold)
      for (const [index, part] of parts.entries()) {
        const { rate, amount } = amounts[index] ?? { rate: null, amount: 0 }
        if (part === null) {
          assert.equal(rate, null)
          continue
        }
        const exact = BigInt(amount) * BigInt(part.thousandths)
        assert.ok(isRounded(part.taxMinor, exact, 100_000n + BigInt(part.thousandths)), `${amount} at ${rate}`)
        assert.ok(part.taxMinor >= 0 && part.taxMinor <= amount)
      }
      const shares = sharesOf(parts)
      const sum = (pick: (share: TaxShare) => number) => shares.reduce((total, share) => total + pick(share), 0)
      assert.equal(
        sum(({ tax_minor }) => tax_minor),
        parts.reduce((total, part) => total + (part?.taxMinor ?? 0), 0),
      )
      assert.equal(
        sum(({ amount_minor }) => amount_minor),
        parts.reduce((total, part) => total + (part?.amountMinor ?? 0), 0),
      )
    }),
    { numRuns: ORDERS },
  )
})

test('refunds in any split return, rate by rate, exactly the tax of the order, and no one more than its amount', () => {
  fc.assert(
    fc.property(order, fc.array(fc.tuple(minor, fc.boolean(), fc.nat()), { maxLength: 12 }), (sold, steps) => {
      const { parts, total } = partsOf(sold)
      const taxes = sharesOf(parts)
      let returned = NOTHING_RETURNED
      const refund = (amount: number, ticketsOf: TaxShare | undefined) => {
        const shares = returnTax({ total_minor: total, taxes, returned }, amount, ticketsOf ? [ticketsOf] : [])
        for (const share of shares) assert.ok(share.tax_minor >= 0 && share.tax_minor <= share.amount_minor)
        assert.ok(shares.reduce((sum, { amount_minor }) => sum + amount_minor, 0) <= amount)
        returned = addReturned(returned, amount, shares)
        return { amount, shares }
      }
      for (const [amount, isRefused, which] of steps) {
        const left = total - returned.amount_minor
        const done = refund(Math.min(amount, left), taxes[which % (taxes.length + 1)])
        // As when a bank refuses it days later.
        if (isRefused) returned = addReturned(returned, done.amount, done.shares, -1)
        for (const share of returned.shares) assert.ok(share.amount_minor >= 0 && share.tax_minor >= 0)
      }
      refund(total - returned.amount_minor, undefined)
      for (const { tax_rate_id, thousandths, amount_minor, tax_minor } of taxes) {
        const back = returned.shares.find(
          (share) => share.tax_rate_id === tax_rate_id && share.thousandths === thousandths,
        )
        assert.deepEqual([back?.amount_minor ?? 0, back?.tax_minor ?? 0], [amount_minor, tax_minor])
      }
    }),
    { numRuns: 20_000 },
  )
})

test('without refusals, what has gone back of a rate has the exact proportion of its tax, rounded half up', () => {
  const taxes: TaxShare[] = [
    { tax_rate_id: 1, title: 'VAT', kind: 'standard', thousandths: 19_000, amount_minor: 1190, tax_minor: 190 },
  ]
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 10 }), (amounts) => {
      let returned = NOTHING_RETURNED
      for (const amount of amounts) {
        const some = Math.min(amount, 1190 - returned.amount_minor)
        const shares = returnTax({ total_minor: 1190, taxes, returned }, some)
        returned = addReturned(returned, some, shares)
        const tax = returned.shares[0]?.tax_minor ?? 0
        assert.ok(isRounded(tax, 190n * BigInt(returned.amount_minor), 1190n))
      }
    }),
  )
})
