import { type DiscountRule, divide } from '../../programme/discounts/apply-discount.ts'
import type { BasketContents } from './find-baskets.ts'
import { type BasketTax, taxOfBasket } from './tax-of-basket.ts'
import { linesOf, type Totals, totalsOf } from './totals.ts'
import type { FeeRule } from './transaction-fee.ts'

/** What a basket or an order costs in all, and the tax in it. */
export type Cost = Totals & {
  /** Of each line, on top of its price. */
  lineTaxes: number[]
  /** On top of prices and of the transaction fee. */
  tax_minor: number
  total_minor: number
  tax: BasketTax
}

/** The only place where a basket or an order is added up. */
export function basketCost(
  contents: BasketContents,
  rule: DiscountRule | null,
  feeRule: FeeRule | null,
  now: Date,
): Cost {
  const totals = totalsOf(linesOf(contents), rule, feeRule)
  const tax = taxOfBasket(contents, totals, now)
  const taxMinor = tax.order.added_tax_minor ?? 0
  return {
    ...totals,
    lineTaxes: totals.lineDiscounts.map((_, index) => tax.lines[index]?.added_tax_minor ?? 0),
    tax_minor: taxMinor,
    total_minor: totals.asked_minor + taxMinor,
    tax,
  }
}

/** As it was fixed when its order was drafted, whatever a rate has become since: so much tax, in the proportions of today. */
export function costAsSold(cost: Cost, soldTaxMinor: number): Cost {
  if (soldTaxMinor === cost.tax_minor) return cost
  const ofLines = cost.lineTaxes.reduce((sum, minor) => sum + minor, 0)
  const parts = divide(soldTaxMinor, [...cost.lineTaxes, cost.tax_minor - ofLines])
  return {
    ...cost,
    lineTaxes: parts.slice(0, -1),
    tax_minor: soldTaxMinor,
    total_minor: cost.asked_minor + soldTaxMinor,
  }
}
