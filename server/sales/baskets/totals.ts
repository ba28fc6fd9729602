import { type DiscountRule, discountLines } from '../../programme/discounts/apply-discount.ts'
import type { BasketRow } from './find-baskets.ts'
import { type FeeRule, transactionFee } from './transaction-fee.ts'

/** What one line asks: amounts of one unit, and how many. */
export type Line = {
  quantity: number
  price_minor: number
  rebate_minor: number
  service_fee_minor: number
  service_tax_minor: number
}

export type Totals = {
  price_minor: number
  discount_minor: number
  service_fee_minor: number
  service_tax_minor: number
  /** Of the order as a whole. */
  transaction_fee_minor: number
  /** What the organisation gets back out of the service fee: no part of the total. */
  rebate_minor: number
  total_minor: number
  /** Of each line, as a whole. */
  lineDiscounts: number[]
}

/** The only place where a basket or an order is added up. */
export function totalsOf(lines: Line[], rule: DiscountRule | null, feeRule: FeeRule | null): Totals {
  const sum = (pick: (line: Line) => number) => lines.reduce((total, line) => total + line.quantity * pick(line), 0)
  const lineDiscounts = discountLines(
    lines.map((line) => line.quantity * line.price_minor),
    rule,
  )
  const price = sum((line) => line.price_minor)
  const discount = lineDiscounts.reduce((total, off) => total + off, 0)
  const fee = sum((line) => line.service_fee_minor)
  const tax = sum((line) => line.service_tax_minor)
  const cost = price - discount + fee + tax
  const transactionFeeMinor = lines.length === 0 ? 0 : transactionFee(cost, feeRule)
  return {
    price_minor: price,
    discount_minor: discount,
    service_fee_minor: fee,
    service_tax_minor: tax,
    transaction_fee_minor: transactionFeeMinor,
    rebate_minor: sum((line) => line.rebate_minor),
    total_minor: cost + transactionFeeMinor,
    lineDiscounts,
  }
}

/** The discount as it applies to what is in the basket: none for another event or another currency. */
export function ruleOf(row: BasketRow): DiscountRule | null {
  if (row.discount_code === null) return null
  const forEvent = row.discount_event_id === null || row.discount_event_id === row.event_id
  const inCurrency = row.discount_currency === null || row.discount_currency === row.currency
  return forEvent && inCurrency ? { basisPoints: row.basis_points, amountMinor: row.amount_minor } : null
}
