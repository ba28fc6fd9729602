import assert from 'node:assert/strict'
import { basketCost, type Cost, costAsSold } from '../../server/checkout/baskets/cost-of-basket.ts'
import type { BasketContents, BasketItemRow, BasketRow } from '../../server/checkout/baskets/find-baskets.ts'
import type { BasketMembershipRow } from '../../server/checkout/membership-sale/basket-memberships.ts'
import { addReturned, NOTHING_RETURNED, returnTax } from '../../server/programme/tax-rates/return-tax.ts'
import type { BorneRate } from '../../server/programme/tax-rates/split-tax.ts'
import { serviceTaxOf } from '../../server/programme/tax-rates/unit-tax.ts'
import { fc } from '../harness/chance.ts'

const DAY = '2026-01-01'
const now = new Date(`${DAY}T12:00:00Z`)
const WHOLE = 100_000n

/** Rates that laws have, and some that none has; what is priced with them, and what they come on top of. */
const rate = fc.record({
  thousandths: fc.constantFrom(0, 2100, 5000, 7000, 8875, 13_000, 14_975, 19_000, 25_000, 1, 99_999, 100_000),
  isIncluded: fc.boolean(),
})
const minor = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 0, max: 100_000_000_000 }),
)
const line = fc.record({
  price: minor,
  quantity: fc.integer({ min: 1, max: 10 }),
  fee: fc.integer({ min: 0, max: 500 }),
  serviceTax: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
  rate: fc.option(rate, { nil: null }),
})
const order = fc.record({
  items: fc.array(line, { minLength: 1, maxLength: 4 }),
  memberships: fc.array(fc.record({ price: minor, rate: fc.option(rate, { nil: null }) }), { maxLength: 2 }),
  feeRate: fc.option(rate, { nil: null }),
  transactionFee: fc.integer({ min: 0, max: 300 }),
  discount: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: null }),
})
type Sold = typeof order extends fc.Arbitrary<infer T> ? T : never
type Rate = Sold['feeRate']

const borne = (of: Rate): BorneRate | null =>
  of && {
    tax_rate_id: of.thousandths * 2 + (of.isIncluded ? 1 : 0),
    title: 'Tax',
    kind: 'standard',
    included_in_prices: of.isIncluded,
    percentages: [{ valid_from: '2000-01-01', thousandths: of.thousandths }],
  }

/** As a basket is read: its items were granted with the service tax of their day. */
function contentsOf({ items, memberships, feeRate }: Sold): BasketContents {
  const fee_tax_rate = borne(feeRate)
  const row = { fee_tax_rate, supply_day: DAY, discount_event_id: null } as BasketRow
  return {
    row,
    seats: [],
    items: items.map(({ price, quantity, fee, serviceTax, rate: of }) => {
      const tax_rate = borne(of)
      const asked = { service_fee_minor: fee, service_tax_minor: fee === 0 ? 0 : serviceTax, tax_rate }
      const service_tax_minor = serviceTaxOf({ ...asked, fee_tax_rate }, DAY)
      return { ...asked, price_minor: price, quantity, rebate_minor: 0, service_tax_minor } as BasketItemRow
    }),
    memberships: memberships.map(
      ({ price, rate: of }) =>
        ({ price_minor: price, tax_rate: borne(of), first_day: DAY, timezone: 'UTC' }) as BasketMembershipRow,
    ),
  }
}

const costOfSold = (sold: Sold): Cost =>
  basketCost(
    contentsOf(sold),
    sold.discount === null ? null : { basisPoints: sold.discount, amountMinor: null },
    { fixedMinor: sold.transactionFee, basisPoints: 0, maxMinor: null, onFreeOrders: true },
    now,
  )

/** A fraction rounded to the next whole number, half of one up. */
const halfUp = (numerator: bigint, denominator: bigint): bigint => {
  const whole = numerator / denominator
  return 2n * (numerator - whole * denominator) >= denominator ? whole + 1n : whole
}

/** What an amount comes to, and the tax in it, by the laws of fractions alone. */
function modelOf(asked: bigint, of: Rate): { total: bigint; tax: bigint; added: bigint } {
  if (of === null) return { total: asked, tax: 0n, added: 0n }
  const thousandths = BigInt(of.thousandths)
  if (of.isIncluded) return { total: asked, tax: halfUp(asked * thousandths, WHOLE + thousandths), added: 0n }
  const tax = halfUp(asked * thousandths, WHOLE)
  return { total: asked + tax, tax, added: tax }
}

/** A fee of so many units: what its price says is its tax, or by the unit where tax comes on top. */
function modelOfFee({ fee, serviceTax, quantity }: Sold['items'][number], of: Rate): { total: bigint; tax: bigint } {
  const units = BigInt(quantity)
  if (fee === 0) return { total: 0n, tax: 0n }
  if (serviceTax > 0) return { total: units * BigInt(fee + serviceTax), tax: of ? units * BigInt(serviceTax) : 0n }
  if (of === null || of.isIncluded) return modelOf(units * BigInt(fee), of)
  const each = modelOf(BigInt(fee), of)
  return { total: units * each.total, tax: units * each.tax }
}

const sum = <T>(parts: T[], pick: (part: T) => bigint) => parts.reduce((total, part) => total + pick(part), 0n)

/** Over so many orders, totals and tax are those of exact fractions, included or on top. */
export function checkTotals(orders: number): void {
  fc.assert(
    fc.property(order, (sold) => {
      const cost = costOfSold(sold)
      const discountOf = (index: number) => BigInt(cost.lineDiscounts[index] ?? 0)
      const prices = [
        ...sold.items.map((item) => ({ ...item })),
        ...sold.memberships.map((one) => ({ ...one, quantity: 1 })),
      ]
      const lines = prices.map(({ price, quantity, rate: of }, index) =>
        modelOf(BigInt(price) * BigInt(quantity) - discountOf(index), of),
      )
      const fees = sold.items.map((item) => modelOfFee(item, sold.feeRate ?? item.rate))
      const ofOrder = modelOf(BigInt(sold.transactionFee), sold.feeRate)
      const everything = [...lines, ...fees, ofOrder]
      assert.equal(
        BigInt(cost.total_minor),
        sum(everything, ({ total }) => total),
      )
      assert.equal(
        BigInt(cost.tax_minor),
        sum([...lines, ofOrder], ({ added }) => added),
      )
      assert.deepEqual(
        cost.lineTaxes.map(BigInt),
        lines.map(({ added }) => added),
      )
      const taxes = cost.tax.order.taxes ?? []
      assert.equal(
        sum(taxes, ({ tax_minor }) => BigInt(tax_minor)),
        sum(everything, ({ tax }) => tax),
      )
      // Gross of the description knows nothing of the tax on top.
      const { price_minor, discount_minor, service_fee_minor, service_tax_minor, transaction_fee_minor } = cost
      const gross = price_minor - discount_minor + service_fee_minor + service_tax_minor
      assert.equal(cost.total_minor, gross + transaction_fee_minor + cost.tax_minor)
    }),
    { numRuns: orders },
  )
}

/** Refunds in any split return exactly the tax of an order, included or on top. */
export function checkRefunds(orders: number): void {
  fc.assert(
    fc.property(order, fc.array(fc.tuple(minor, fc.nat()), { maxLength: 10 }), (sold, steps) => {
      const { total_minor, tax } = costOfSold(sold)
      const taxes = tax.order.taxes ?? []
      let returned = NOTHING_RETURNED
      const refund = (amount: number, which: number) => {
        const first = taxes[which % (taxes.length + 1)]
        const shares = returnTax({ total_minor, taxes, returned }, amount, first ? [first] : [])
        for (const share of shares) assert.ok(share.tax_minor >= 0 && share.tax_minor <= share.amount_minor)
        returned = addReturned(returned, amount, shares)
      }
      for (const [amount, which] of steps) refund(Math.min(amount, total_minor - returned.amount_minor), which)
      refund(total_minor - returned.amount_minor, taxes.length)
      for (const share of taxes) {
        const back = returned.shares.find(
          ({ tax_rate_id, thousandths }) => tax_rate_id === share.tax_rate_id && thousandths === share.thousandths,
        )
        assert.deepEqual([back?.amount_minor ?? 0, back?.tax_minor ?? 0], [share.amount_minor, share.tax_minor])
      }
    }),
    { numRuns: orders },
  )
}

/** What was sold with so much tax is shown with it to the cent, whatever its rates have become. */
export function checkShownTax(): void {
  fc.assert(
    fc.property(order, fc.integer({ min: 0, max: 100_000 }), (sold, soldTax) => {
      const today = costOfSold(sold)
      const asSold = costAsSold(today, today.tax_minor === 0 ? 0 : soldTax)
      assert.equal(asSold.total_minor, asSold.asked_minor + asSold.tax_minor)
      const ofLines = asSold.lineTaxes.reduce((total, tax) => total + tax, 0)
      assert.ok(ofLines <= asSold.tax_minor)
      assert.ok(sold.transactionFee > 0 || ofLines === asSold.tax_minor)
    }),
  )
}
