import type { Taking } from '@grandstand/sdk'
import { channelTitle, paymentMethod } from '../parts/format.ts'
import { common } from '../words/common.ts'
import { words } from '../words/money.ts'

/** What takings can be added up by; the first is what counts without a choice. */
export const groupings = ['day', 'event', 'channel', 'method'] as const
export type Grouping = (typeof groupings)[number]

const AMOUNTS = [
  'payments',
  'paid',
  'refunds',
  'refunded',
  'net',
  'service_fee',
  'service_tax',
  'transaction_fee',
  'rebate',
] as const
type Amounts = Record<(typeof AMOUNTS)[number], number>

export type TakingSum = Amounts & { key: string; title: string }

export const methodTitle = (method: string | null): string => (method === null ? words.noMethod : paymentMethod(method))
export const eventTitle = ({ event_id, event_title }: Taking): string =>
  event_id === null ? common.memberships : (event_title ?? words.event({ eventId: event_id }))

const GROUPS: Record<Grouping, (row: Taking) => { key: string; title: string }> = {
  day: ({ day }) => ({ key: day, title: day }),
  event: (row) => ({ key: row.event_id ?? '', title: eventTitle(row) }),
  channel: ({ sales_channel }) => ({ key: sales_channel, title: channelTitle(sales_channel) }),
  method: ({ payment_method }) => ({ key: payment_method ?? '', title: methodTitle(payment_method) }),
}

/** One row a day, event, channel or method: days in their order, the rest with the most money first. */
export function sumTakings(rows: Taking[], by: Grouping): TakingSum[] {
  const sums = new Map<string, TakingSum>()
  for (const row of rows) {
    const { key, title } = GROUPS[by](row)
    sums.set(key, { key, title, ...added(sums.get(key) ?? NOTHING, row) })
  }
  const order = by === 'day' ? inOrder : mostFirst
  return [...sums.values()].sort(order)
}

export const totalOf = (rows: Taking[]): Amounts => rows.reduce<Amounts>(added, NOTHING)

const inOrder = (one: TakingSum, other: TakingSum) => one.key.localeCompare(other.key)
const mostFirst = (one: TakingSum, other: TakingSum) => other.paid - one.paid || inOrder(one, other)

const NOTHING = Object.fromEntries(AMOUNTS.map((name) => [name, 0])) as Amounts

const added = (sum: Amounts, row: Amounts): Amounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, rounded(sum[name] + row[name])])) as Amounts

/** The finest currencies have three decimals; a sum of decimals must not show more. */
const rounded = (amount: number) => Math.round(amount * 1000) / 1000
