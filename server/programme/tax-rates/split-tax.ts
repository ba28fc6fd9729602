import type { TaxKind, TaxStep } from './tax-rate.ts'

/** A rate as what is sold bears it. */
export type BorneRate = {
  tax_rate_id: number
  title: string
  kind: TaxKind
  /** What bears it was priced with its tax; otherwise the tax comes on top. */
  included_in_prices: boolean
  percentages: TaxStep[]
}

/** The tax of one amount, as it was when it was sold: what it costs with its tax, and what of that was added to its price. */
export type TaxPart = {
  rate: BorneRate
  thousandths: number
  amountMinor: number
  taxMinor: number
  addedMinor: number
}

/** 100 %, in the thousandths of a per cent that rates are held in. */
const WHOLE = 100_000n

/** What a rate is on a day, in thousandths of a per cent: the last step by then, or the first of all. */
export function thousandthsOn({ percentages }: Pick<BorneRate, 'percentages'>, day: string): number {
  const step = percentages.findLast(({ valid_from }) => valid_from <= day) ?? percentages[0]
  return step?.thousandths ?? 0
}

/** So many thousandths of an amount out of as many. This is the one rounding of tax: to the minor unit of the currency, half of it up. */
const roundedPart = (amountMinor: number, thousandths: number, outOf: bigint): number =>
  Number((2n * BigInt(amountMinor) * BigInt(thousandths) + outOf) / (2n * outOf))

/** The tax in an amount that includes it. What is left of the amount is net, so that the two add up to it. */
export const taxWithin = (amountMinor: number, thousandths: number): number =>
  roundedPart(amountMinor, thousandths, WHOLE + BigInt(thousandths))

/** The tax that comes on top of an amount. */
export const taxOnTop = (amountMinor: number, thousandths: number): number =>
  roundedPart(amountMinor, thousandths, WHOLE)

/**
 * What is asked for one amount, split by the rate of the day; null where nothing is known of tax. Whether its tax is within it or comes on top
 * is decided here, and in the tax of a service fee: from here on all amounts are with their tax.
 */
export function splitAmount(rate: BorneRate | null, askedMinor: number, day: string): TaxPart | null {
  if (rate === null) return null
  const thousandths = thousandthsOn(rate, day)
  if (rate.included_in_prices) {
    return { rate, thousandths, amountMinor: askedMinor, taxMinor: taxWithin(askedMinor, thousandths), addedMinor: 0 }
  }
  const taxMinor = taxOnTop(askedMinor, thousandths)
  return { rate, thousandths, amountMinor: askedMinor + taxMinor, taxMinor, addedMinor: taxMinor }
}

/** What an order has of one rate, as it is stored with the order: title and per cent of the day on which it was sold. */
export type TaxShare = {
  tax_rate_id: number
  title: string
  kind: TaxKind
  thousandths: number
  /** The amount includes the tax. */
  amount_minor: number
  tax_minor: number
}

/** The parts of an order added up by rate and per cent, in the order in which they first come. */
export function sharesOf(parts: (TaxPart | null)[]): TaxShare[] {
  const shares = new Map<string, TaxShare>()
  for (const part of parts) {
    if (part === null) continue
    const { rate, thousandths, amountMinor, taxMinor } = part
    const key = `${rate.tax_rate_id} ${thousandths}`
    const share = shares.get(key) ?? {
      tax_rate_id: rate.tax_rate_id,
      title: rate.title,
      kind: rate.kind,
      thousandths,
      amount_minor: 0,
      tax_minor: 0,
    }
    share.amount_minor += amountMinor
    share.tax_minor += taxMinor
    shares.set(key, share)
  }
  return [...shares.values()]
}
