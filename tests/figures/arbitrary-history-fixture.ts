import fc from 'fast-check'
import { CATEGORIES, type History, type OrderPlan, type ScanPlan, type TicketPlan } from './history-fixture.ts'

/** A few instants within some seconds, so that ties and edges of a window come up again and again. */
const instant = fc
  .tuple(fc.nat({ max: 5 }), fc.constantFrom(0, 1, 500_000, 999_999))
  .map(([seconds, micros]) => seconds * 1_000_000 + micros)

const minor = fc
  .record({
    price: fc.nat({ max: 5000 }),
    off: fc.nat({ max: 5000 }),
    rebate: fc.nat({ max: 200 }),
    fee: fc.nat({ max: 300 }),
    tax: fc.nat({ max: 50 }),
  })
  .map(({ off, ...amounts }) => ({ ...amounts, discount: Math.min(off, amounts.price) }))

/** Titles repeat within a category, since two prices of one title are one row of the summary. */
const price = fc.record({ category: fc.nat({ max: CATEGORIES - 1 }), title: fc.constantFrom('Adult', 'Child') })

/** What becomes of a ticket once it is sold; a transfer leaves two tickets, the new one with a fate of its own. */
const fate = fc.constantFrom('kept', 'cancelled', 'refunded', 'transferred', 'transferred and refunded')
const STATUS = { kept: 1, cancelled: 2, refunded: 3 } as const

const order = fc.record({
  status: fc.constantFrom<OrderPlan['status'][]>(
    'pending',
    'confirmed',
    'confirmed',
    'confirmed',
    'cancelled',
    'refunded',
    'expired',
  ),
  placedAt: instant,
  sold: fc.array(fc.record({ price: fc.nat({ max: 99 }), minor, fate }), { maxLength: 4 }),
})

type Sold = {
  price: number
  minor: TicketPlan['minor']
  fate: 'kept' | 'cancelled' | 'refunded' | 'transferred' | 'transferred and refunded'
}

function ticketsOf(status: OrderPlan['status'], sold: Sold[], prices: number): TicketPlan[] {
  const tickets: TicketPlan[] = []
  for (const { price: drawn, minor: amounts, fate: became } of sold) {
    const ticket = { price: drawn % prices, minor: amounts }
    if (status === 'expired') continue
    if (status === 'pending') tickets.push({ ...ticket, status: 0 })
    else if (status === 'cancelled') tickets.push({ ...ticket, status: 2 })
    else if (status === 'refunded') tickets.push({ ...ticket, status: 3 })
    else if (became === 'transferred' || became === 'transferred and refunded') {
      tickets.push({ ...ticket, status: 4 })
      tickets.push({ ...ticket, status: became === 'transferred' ? 1 : 3, replaces: tickets.length - 1 })
    } else tickets.push({ ...ticket, status: STATUS[became] })
  }
  return tickets
}

/** Steps at the gate: in, out, in again, refused, an unknown barcode, and taking an earlier scan back. */
const step = fc.record({
  kind: fc.constantFrom('admitted', 'admitted', 'admitted', 'exit', 'already_used', 'unknown', 'annul'),
  which: fc.nat({ max: 999 }),
  scannedAt: instant,
})

type Step = { kind: string; which: number; scannedAt: number }

function scansOf(steps: Step[], tickets: number): ScanPlan[] {
  const scans: ScanPlan[] = []
  for (const { kind, which, scannedAt } of steps) {
    if (kind === 'annul') {
      const taken = new Set(scans.flatMap(({ annuls }) => annuls ?? []))
      const open = [...scans.keys()].filter((n) => scans[n]?.result !== 'annulled' && !taken.has(n))
      const annuls = open[which % Math.max(1, open.length)]
      if (annuls === undefined) continue
      scans.push({ ticket: scans[annuls]?.ticket ?? null, result: 'annulled', scannedAt, annuls })
    } else if (kind === 'unknown' || tickets === 0) scans.push({ ticket: null, result: 'unknown', scannedAt })
    else scans.push({ ticket: which % tickets, result: kind as ScanPlan['result'], scannedAt })
  }
  return scans
}

/** Sell, cancel, refund, transfer, scan, re-enter, annul: in any order and number, as the rows would show it. */
export const anyHistory: fc.Arbitrary<History> = fc
  .record({
    prices: fc.array(price, { minLength: 1, maxLength: 5 }),
    orders: fc.array(order, { maxLength: 8 }),
    steps: fc.array(step, { maxLength: 15 }),
  })
  .map(({ prices, orders: drawn, steps }) => {
    const orders = drawn.map(({ status, placedAt, sold }) => {
      return { status, placedAt, tickets: ticketsOf(status, sold, prices.length) }
    })
    const tickets = orders.reduce((sum, { tickets: own }) => sum + own.length, 0)
    return { prices, orders, scans: scansOf(steps, tickets) }
  })

export const anyWindow = fc.record({ start: fc.nat({ max: 6 }), end: fc.nat({ max: 6 }) }, { requiredKeys: [] })
