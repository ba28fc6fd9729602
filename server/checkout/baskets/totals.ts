import { type DiscountRule, discountLines } from '../../programme/discounts/apply-discount.ts'
import type { BasketMembershipRow } from '../membership-sale/basket-memberships.ts'
import type { BasketContents, BasketRow } from './find-baskets.ts'
import { type FeeRule, transactionFee } from './transaction-fee.ts'

/** What one line asks: amounts of one unit, and how many. */
export type Line = {
  quantity: number
  price_minor: number
  rebate_minor: number
  service_fee_minor: number
  service_tax_minor: number
  /** A discount of an event is not taken off what is not of the event. */
  isDiscounted?: boolean
}

export type Totals = {
  price_minor: number
  discount_minor: number
  service_fee_minor: number
  service_tax_minor: number
  /** The amount belongs to the order as a whole. */
  transaction_fee_minor: number
  /** What the organisation gets back out of the service fee: no part of the total. */
  rebate_minor: number
  /** What prices and fees ask for. Where tax comes on top of them, it is added by `basketCost`. */
  asked_minor: number
  /** Of each line, as a whole. */
  lineDiscounts: number[]
}

/** Prices, discounts and fees: what a basket or an order costs before the tax that comes on top. */
export function totalsOf(lines: Line[], rule: DiscountRule | null, feeRule: FeeRule | null): Totals {
  const sum = (pick: (line: Line) => number) => lines.reduce((total, line) => total + line.quantity * pick(line), 0)
  const lineDiscounts = discountLines(
    lines.map((line) => (line.isDiscounted === false ? 0 : line.quantity * line.price_minor)),
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
    asked_minor: cost + transactionFeeMinor,
    lineDiscounts,
  }
}

/** What is in a basket: its tickets, and behind them its memberships, one line each. */
export const linesOf = ({ row, items, memberships }: BasketContents): Line[] => [
  ...items,
  ...memberships.map((membership) => membershipLine(membership, row)),
]

const membershipLine = ({ price_minor }: BasketMembershipRow, { discount_event_id }: BasketRow): Line => ({
  quantity: 1,
  price_minor,
  rebate_minor: 0,
  service_fee_minor: 0,
  service_tax_minor: 0,
  isDiscounted: discount_event_id === null,
})

/** The discount as it applies to what is in the basket: none for another event or another currency. */
export function ruleOf(row: BasketRow): DiscountRule | null {
  if (row.discount_code === null) return null
  const forEvent = row.discount_event_id === null || row.discount_event_id === row.event_id
  const inCurrency = row.discount_currency === null || row.discount_currency === row.currency
  return forEvent && inCurrency ? { basisPoints: row.basis_points, amountMinor: row.amount_minor } : null
}
