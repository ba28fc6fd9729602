import { sum } from './amounts.ts'
import type { Channel } from './sale.ts'

/** How money comes or goes: what takings call it. */
export type Method = 'card' | 'card_reader' | 'cash' | 'transfer' | 'cheque' | 'other'
/** By whose means: the provider's own, or a person's. */
export type Payment = {
  method: Method
  byProvider: boolean
  amount: number
  refunded: number
  reversed: number
  /** The drawer that it was put into. */
  till?: Till | undefined
}
export type Debt = { kind: 'invoice' | 'instalment' | 'returned_payment'; due: string; open: number; settled: number }
export type Settlement = { debt: Debt; amount: number; payment: Payment | undefined }
export type Shares = Map<number, { gross: number; tax: number }>
/** The drawer of the counter: what is in it, and what sums were rounded by. */
export type Till = { cash: number; rounding: number }
/** What the club owes after a refund by hand. */
export type Owed = { order: Order; payment: Payment; amount: number; open: boolean; shares: Shares }

export type Order = {
  /** On which it was placed. */
  day: string
  channel: Channel
  isMembership: boolean
  total: number
  sold: Shares
  returned: Shares
  status: 'confirmed' | 'cancelled' | 'refunded'
  payments: Payment[]
  debts: Debt[]
  settlements: Settlement[]
  /** Tickets that still let in, by what was paid for each, by rate. */
  tickets: Map<number, number>[]
  creditBack: number
  cancelled: number
  waived: number
  refunded: number
}

/** The account in which money of this kind stands. */
const ACCOUNTS: Record<Method, string> = {
  card: 'card_terminal_clearing',
  card_reader: 'test_clearing',
  cash: 'cash',
  transfer: 'bank',
  cheque: 'bank',
  other: 'other_receipts',
}
export const accountOf = ({ method, byProvider }: Pick<Payment, 'method' | 'byProvider'>): string =>
  byProvider ? 'test_clearing' : ACCOUNTS[method]
/** What has neither gone back nor was taken back. */
export const leftOf = ({ amount, refunded, reversed }: Payment): number => amount - refunded - reversed

/** Nothing is open of it, and nothing was written off. */
export const isPaidInFull = ({ total, debts, payments, settlements }: Order): boolean => {
  const credit = sum(settlements, ({ amount, payment }) => (payment ? 0 : amount))
  const paid = sum(payments, ({ amount, reversed }) => amount - reversed) + credit
  return paid >= total && debts.every(({ open }) => open === 0)
}
