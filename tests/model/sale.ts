import { divideHalfUp, share, sum } from './amounts.ts'

export type Channel = 'online' | 'boxoffice'
/** In minor units; the rate of tax in thousandths of a per cent. */
export type Price = { account: string; price: number; rate: number; onTop: boolean; fee: number; rebate: number }
export type Part = { account: string; rate: number; gross: number; tax: number }
export type Sale = { parts: Part[]; total: number; rebate: number }

export const FEES_RATE = 19_000
/** Of an order that is bought online. */
export const TRANSACTION_FEE = 100
export const DISCOUNT_BASIS_POINTS = 1250
const taxWithin = (gross: number, rate: number) => divideHalfUp(gross * rate, 100_000 + rate)
const taxOnTop = (net: number, rate: number) => divideHalfUp(net * rate, 100_000)

/** What a basket costs: the discount is of the prices, and each line and each fee is split from its tax by itself. */
export function priceSale(
  lines: { price: Price; quantity: number }[],
  { channel, discounted }: { channel: Channel; discounted: boolean },
): Sale {
  const prices = lines.map(({ price, quantity }) => price.price * quantity)
  const off = discounted ? divideHalfUp(sum(prices, (each) => each) * DISCOUNT_BASIS_POINTS, 10_000) : 0
  const discounts = share(off, prices)
  const parts: Part[] = []
  const add = (account: string, rate: number, asked: number, onTop = false) => {
    const tax = onTop ? taxOnTop(asked, rate) : taxWithin(asked, rate)
    if (asked > 0) parts.push({ account, rate, gross: onTop ? asked + tax : asked, tax })
  }
  for (const [at, { price, quantity }] of lines.entries()) {
    add(price.account, price.rate, (prices[at] ?? 0) - (discounts[at] ?? 0), price.onTop)
    add('service_fees', FEES_RATE, price.fee * quantity)
  }
  if (channel === 'online') add('transaction_fees', FEES_RATE, TRANSACTION_FEE)
  return {
    parts,
    total: sum(parts, ({ gross }) => gross),
    rebate: sum(lines, ({ price, quantity }) => price.rebate * quantity),
  }
}
