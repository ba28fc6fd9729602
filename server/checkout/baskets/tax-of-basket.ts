import { localDate } from '../../platform/values/time.ts'
import {
  type BorneRate,
  sharesOf,
  splitAmount,
  type TaxPart,
  type TaxShare,
  thousandthsOn,
} from '../../programme/tax-rates/split-tax.ts'
import { type BasketMembershipRow, countsAtOnce } from '../membership-sale/basket-memberships.ts'
import type { BasketContents, BasketItemRow } from './find-baskets.ts'
import type { Totals } from './totals.ts'

/** What the line of an order stores of tax; null where nothing is known of it. */
export type LineTax = {
  tax_rate_id: number | null
  tax_thousandths: number | null
  tax_minor: number | null
  /** On top of the price; null where the price includes it. */
  added_tax_minor: number | null
  fee_tax_rate_id: number | null
  fee_tax_thousandths: number | null
  fee_tax_minor: number | null
}

/** Sent along only where something is known of tax. */
export const taxColumns = {
  tax_rate_id: 'bigint',
  tax_thousandths: 'integer',
  tax_minor: 'bigint',
  added_tax_minor: 'bigint',
  fee_tax_rate_id: 'bigint',
  fee_tax_thousandths: 'integer',
  fee_tax_minor: 'bigint',
} as const

/** What an order stores: of its transaction fee, and in all by rate. */
export type OrderTax = {
  fee_tax_rate_id: number | null
  fee_tax_thousandths: number | null
  fee_tax_minor: number | null
  /** On top of prices and of the transaction fee; null where they include it. */
  added_tax_minor: number | null
  taxes: TaxShare[] | null
}

/** The tax in a basket or an order; without a line's where nothing is known of it. */
export type BasketTax = { lines: LineTax[]; order: OrderTax }

/**
 * Splits what a basket costs, line by line: the price of all units less the line's discount, and the service fee of all units, each rounded once. Without
 * a rate for fees a service fee is taxed as its ticket is; the transaction fee, which is of no ticket, then says nothing of tax.
 */
export function taxOfBasket({ row, items, memberships }: BasketContents, totals: Totals, now: Date): BasketTax {
  const { fee_tax_rate: feeRate } = row
  const isKnown = feeRate !== null || [...items, ...memberships].some(({ tax_rate }) => tax_rate !== null)
  if (!isKnown) return { lines: [], order: NO_TAX }
  const eventDay = row.supply_day ?? ''
  const discountOf = (index: number) => totals.lineDiscounts[index] ?? 0
  const ofItems = items.map((item, index) => {
    const priceMinor = item.quantity * item.price_minor - discountOf(index)
    return {
      price: splitAmount(item.tax_rate, priceMinor, eventDay),
      fee: serviceFee(item, feeRate ?? item.tax_rate, eventDay),
    }
  })
  const ofMemberships = memberships.map((membership, index) => ({
    price: splitAmount(
      membership.tax_rate,
      membership.price_minor - discountOf(items.length + index),
      firstDayOf(membership, now),
    ),
    fee: null,
  }))
  const lines = [...ofItems, ...ofMemberships]
  const ofOrder = feeOfOrder(feeRate, totals.transaction_fee_minor, supplyDayOf({ row, memberships }, now))
  const shares = sharesOf([...lines.flatMap(({ price, fee }) => [price, fee]), ofOrder])
  const ofFee = partColumns(ofOrder)
  return {
    lines: lines.map(lineTax),
    order: {
      fee_tax_rate_id: ofFee.rateId,
      fee_tax_thousandths: ofFee.thousandths,
      fee_tax_minor: ofFee.taxMinor,
      added_tax_minor: addedTo([...lines.map(({ price }) => price), ofOrder]),
      taxes: shares.length > 0 ? shares : null,
    },
  }
}

const NO_TAX: OrderTax = {
  fee_tax_rate_id: null,
  fee_tax_thousandths: null,
  fee_tax_minor: null,
  added_tax_minor: null,
  taxes: null,
}

/** What comes on top of these; null where nothing does, whatever it would come to. */
function addedTo(parts: (TaxPart | null)[]): number | null {
  const added = parts.filter((part) => part !== null && !part.rate.included_in_prices)
  return added.length === 0 ? null : added.reduce((sum, part) => sum + (part?.addedMinor ?? 0), 0)
}

/** What is asked for on top of the fee as tax is its tax: by its price, or by a rate whose tax comes on top. */
function serviceFee(item: BasketItemRow, rate: BorneRate | null, day: string): TaxPart | null {
  const amountMinor = item.quantity * (item.service_fee_minor + item.service_tax_minor)
  if (amountMinor === 0 || rate === null) return null
  if (item.service_tax_minor === 0 && rate.included_in_prices) return splitAmount(rate, amountMinor, day)
  const taxMinor = item.quantity * item.service_tax_minor
  return { rate, thousandths: thousandthsOn(rate, day), amountMinor, taxMinor, addedMinor: 0 }
}

const feeOfOrder = (rate: BorneRate | null, feeMinor: number, day: string) =>
  feeMinor === 0 ? null : splitAmount(rate, feeMinor, day)

/** What an order is for happens on the day of its event; one of memberships alone on the first day of its first. */
function supplyDayOf({ row, memberships }: Pick<BasketContents, 'row' | 'memberships'>, now: Date): string {
  if (row.supply_day !== null) return row.supply_day
  return memberships[0] ? firstDayOf(memberships[0], now) : ''
}

/** When a membership begins: with its season, else today, or when the one that it follows has ended. */
function firstDayOf(membership: BasketMembershipRow, now: Date): string {
  const { first_day: ofSeason, standing_expires: expires, timezone } = membership
  const today = localDate(now, timezone)
  if (ofSeason !== null) return ofSeason > today ? ofSeason : today
  return countsAtOnce(membership, now) || expires === null ? today : localDate(expires, timezone)
}

const partColumns = (part: TaxPart | null) => ({
  rateId: part?.rate.tax_rate_id ?? null,
  thousandths: part?.thousandths ?? null,
  taxMinor: part?.taxMinor ?? null,
})

function lineTax({ price, fee }: { price: TaxPart | null; fee: TaxPart | null }): LineTax {
  const ofPrice = partColumns(price)
  const ofFee = partColumns(fee)
  return {
    tax_rate_id: ofPrice.rateId,
    tax_thousandths: ofPrice.thousandths,
    tax_minor: ofPrice.taxMinor,
    added_tax_minor: addedTo([price]),
    fee_tax_rate_id: ofFee.rateId,
    fee_tax_thousandths: ofFee.thousandths,
    fee_tax_minor: ofFee.taxMinor,
  }
}
