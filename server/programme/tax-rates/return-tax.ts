import { divide } from '../discounts/apply-discount.ts'
import type { TaxShare } from './split-tax.ts'

/** What has gone back of one rate. */
export type ReturnedShare = { tax_rate_id: number; thousandths: number; amount_minor: number; tax_minor: number }

/** What has gone back of an order so far, what bears no rate included. */
export type ReturnedTaxes = { amount_minor: number; shares: ReturnedShare[] }

export const NOTHING_RETURNED: ReturnedTaxes = { amount_minor: 0, shares: [] }

type TaxedOrder = { total_minor: number; taxes: TaxShare[]; returned: ReturnedTaxes }

/** Amounts by rate that something is given back for. */
export type RateAmount = { tax_rate_id: number; thousandths: number; amount_minor: number }

/**
 * The tax in so much of an order that goes back: of what is left of each rate in proportion, or first of `givenBack`, the rates of the tickets that go
 * back. Of each rate the tax that has gone back so far is its whole tax × what has gone back ÷ all of it, rounded half up: so any split of an amount
 * into refunds returns the same tax in the end, and an order that went back whole has returned all of it. Below zero: asked for again.
 */
export function returnTax(
  { total_minor: totalMinor, taxes, returned }: TaxedOrder,
  amountMinor: number,
  givenBack: RateAmount[] = [],
): ReturnedShare[] {
  const before = taxes.map((share) => returned.shares.find((each) => isSame(each, share)) ?? nothingOf(share))
  const amounts =
    amountMinor < 0
      ? again(before, returned, -amountMinor)
      : back({ totalMinor, taxes, returned }, before, amountMinor, givenBack)
  return taxes.flatMap((share, index) => {
    const amount = amounts[index] ?? 0
    const so = before[index] ?? nothingOf(share)
    if (amount === 0) return []
    const tax = proportion(share, so.amount_minor + amount) - so.tax_minor
    // A refund that came back may have left a unit more, or less, than the proportion: no single one goes beyond what it returns.
    const bounded = amount > 0 ? Math.min(Math.max(tax, 0), amount) : Math.max(Math.min(tax, 0), amount)
    return [{ ...nothingOf(share), amount_minor: amount, tax_minor: bounded }]
  })
}

const isSame = (a: RateAmount, b: RateAmount) => a.tax_rate_id === b.tax_rate_id && a.thousandths === b.thousandths

const nothingOf = ({ tax_rate_id, thousandths }: RateAmount): ReturnedShare => ({
  tax_rate_id,
  thousandths,
  amount_minor: 0,
  tax_minor: 0,
})

const proportion = ({ amount_minor: whole, tax_minor: tax }: TaxShare, returnedMinor: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(tax) * BigInt(returnedMinor) + BigInt(whole)) / (2n * BigInt(whole)))

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** How much of each rate goes back. */
function back(
  { totalMinor, taxes, returned }: { totalMinor: number; taxes: TaxShare[]; returned: ReturnedTaxes },
  before: ReturnedShare[],
  amountMinor: number,
  givenBack: RateAmount[],
): number[] {
  const left = taxes.map((share, index) => share.amount_minor - (before[index]?.amount_minor ?? 0))
  const untaxed =
    totalMinor -
    sum(taxes.map((share) => share.amount_minor)) -
    (returned.amount_minor - sum(before.map((share) => share.amount_minor)))
  const wanted = taxes.map((share, index) => {
    const amount = givenBack.find((each) => isSame(each, share))?.amount_minor ?? 0
    return Math.min(amount, left[index] ?? 0)
  })
  const first = divide(Math.min(amountMinor, sum(wanted)), wanted)
  const stillLeft = [...left.map((amount, index) => amount - (first[index] ?? 0)), Math.max(untaxed, 0)]
  const rest = divide(Math.min(amountMinor - sum(first), sum(stillLeft)), stillLeft)
  return taxes.map((_, index) => (first[index] ?? 0) + (rest[index] ?? 0))
}

/** How much of each rate is asked for again, of what had gone back. */
function again(before: ReturnedShare[], returned: ReturnedTaxes, amountMinor: number): number[] {
  const weights = before.map((share) => share.amount_minor)
  const untaxed = returned.amount_minor - sum(weights)
  const parts = divide(Math.min(amountMinor, returned.amount_minor), [...weights, Math.max(untaxed, 0)])
  return before.map((_, index) => -(parts[index] ?? 0))
}

/** What has gone back, with one more; `sign` −1 takes it back, as when the bank refuses a refund. */
export function addReturned(
  returned: ReturnedTaxes,
  amountMinor: number,
  shares: ReturnedShare[],
  sign: 1 | -1 = 1,
): ReturnedTaxes {
  const known = returned.shares.map((share) => {
    const more = shares.find((each) => isSame(each, share))
    if (!more) return share
    return {
      ...share,
      amount_minor: share.amount_minor + sign * more.amount_minor,
      tax_minor: share.tax_minor + sign * more.tax_minor,
    }
  })
  const fresh = shares.filter((share) => !returned.shares.some((each) => isSame(each, share)))
  return { amount_minor: returned.amount_minor + sign * amountMinor, shares: [...known, ...fresh] }
}
