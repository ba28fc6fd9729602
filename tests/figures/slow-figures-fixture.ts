import {
  CATEGORIES,
  GATES_OPENED,
  type History,
  type OrderPlan,
  SALE_BEGAN,
  type TicketPlan,
} from './history-fixture.ts'

/** The same figures as the API's, counted one by one from the history, in the words of the contract. */

type Ticket = TicketPlan & { number: number; order: number; category: number; title: string }
export type Window = { unix_start?: number; unix_end?: number }

const ticketsOf = ({ orders, prices }: History): Ticket[] =>
  orders
    .flatMap(({ tickets }, order) => tickets.map((ticket) => ({ ...ticket, order })))
    .map((ticket, number) => ({
      ...ticket,
      number,
      category: prices[ticket.price]?.category ?? 0,
      title: prices[ticket.price]?.title ?? '',
    }))

export const isSold = ({ status }: TicketPlan, includeCancelled = false): boolean =>
  status === 1 || (includeCancelled && (status === 2 || status === 3))

function attendedTickets({ scans }: History): Set<number> {
  const annulled = new Set(scans.flatMap(({ annuls }) => annuls ?? []))
  const attended = new Set<number>()
  for (const [n, { ticket, result }] of scans.entries()) {
    if (result === 'admitted' && ticket !== null && !annulled.has(n)) attended.add(ticket)
  }
  return attended
}

/** [sold, attended] for each price, by its number. */
export function slowStatsByPrice(history: History, includeCancelled: boolean): [number, number][] {
  const attended = attendedTickets(history)
  return history.prices.map((_price, price) => {
    const tickets = ticketsOf(history).filter((ticket) => ticket.price === price)
    const sold = tickets.filter((ticket) => isSold(ticket, includeCancelled)).length
    return [sold, tickets.filter(({ number }) => attended.has(number)).length]
  })
}

export function slowStatsByCategory(history: History, includeCancelled: boolean): [number, number][] {
  const byPrice = slowStatsByPrice(history, includeCancelled)
  return Array.from({ length: CATEGORIES }, (_, category) => {
    let [sold, attended] = [0, 0]
    for (const [price, figures] of byPrice.entries()) {
      if (history.prices[price]?.category !== category) continue
      sold += figures[0]
      attended += figures[1]
    }
    return [sold, attended]
  })
}

const isWithin = (begin: number, micros: number, { unix_start, unix_end }: Window): boolean => {
  const instant = begin * 1_000_000 + micros
  const after = unix_start === undefined || instant > unix_start * 1_000_000
  return after && (unix_end === undefined || instant < unix_end * 1_000_000)
}

export type SlowRow = { category: number; title: string; tickets: number; orders: number; net: number; gross: number }

export function slowSummary(history: History, window: Window): SlowRow[] {
  const rows: SlowRow[] = []
  const sold = ticketsOf(history)
    .filter((ticket) => isSold(ticket))
    .filter(({ order }) => isWithin(SALE_BEGAN, history.orders[order]?.placedAt ?? 0, window))
  for (const { category, title } of sold) {
    if (rows.some((row) => row.category === category && row.title === title)) continue
    const same = sold.filter((ticket) => ticket.category === category && ticket.title === title)
    let [net, gross] = [0, 0]
    for (const { minor } of same) {
      const { price, discount, fee, tax, rebate } = minor
      gross += price - discount + fee + tax
      net += price - discount + fee + tax - fee - tax + rebate
    }
    const orders = new Set(same.map(({ order }) => order)).size
    rows.push({ category, title, tickets: same.length, orders, net, gross })
  }
  return rows
}

/** Numbers of the scans, newest first; the later row of two at the same instant comes first. */
export const slowScans = ({ scans }: History, window: Window): number[] =>
  [...scans.entries()]
    .filter(([, { scannedAt }]) => isWithin(GATES_OPENED, scannedAt, window))
    .sort(([n, a], [m, b]) => b.scannedAt - a.scannedAt || m - n)
    .map(([n]) => n)

/** Numbers of the orders, oldest first. */
export const slowOrders = ({ orders }: History, window: Window, status?: OrderPlan['status']): number[] =>
  [...orders.entries()]
    .filter(([, order]) => isWithin(SALE_BEGAN, order.placedAt, window))
    .filter(([, order]) => status === undefined || order.status === status)
    .sort(([n, a], [m, b]) => a.placedAt - b.placedAt || n - m)
    .map(([n]) => n)
