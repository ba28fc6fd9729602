import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { readTicketCode } from '../../sales/tickets/ticket-code.ts'
import { splitEvenly } from './bulk.ts'
import type { DemoBuyer } from './buyers.ts'
import { addMs, earliest } from './demo-day.ts'
import { type Fate, fateOf } from './fate.ts'
import type { DemoOffer, OfferedPrice } from './offers.ts'

export type DemoTicket = {
  statusId: (typeof ticketStatus)[keyof typeof ticketStatus]
  barcode: string | null
  priceMinor: number
  discountMinor: number
  rebateMinor: number
  feeMinor: number
  taxMinor: number
}
export type DemoLine = { price: OfferedPrice; quantity: number; discountMinor: number; tickets: DemoTicket[] }
export type DemoOrder = {
  status: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired'
  channel: 'online' | 'boxoffice'
  method: 'card' | 'cash' | 'invoice' | null
  discounted: boolean
  transactionFeeMinor: number
  refundedMinor: number
  createdAt: Date
  confirmedAt: Date | null
  closedAt: Date | null
  lines: DemoLine[]
}

type Case = DemoOrder['status'] | 'partly refunded'

/** Order number n, of this buyer for this event. `memberTypes` are the buyer's own paid memberships. */
export function orderOf(n: number, offer: DemoOffer, memberTypes: ReadonlySet<number>, today: Date): DemoOrder {
  const lot = fateOf('order', n)
  const kind = caseOf(lot.below(100), offer, today)
  // An expired order gives the use of its code back.
  const discounted = lot.chance(0.1) && kind !== 'expired'
  const lines = linesOf(n, lot, kind, discounted, offer, memberTypes)
  const tickets = lines.flatMap((line) => line.tickets)
  const until = earliest(offer.starts_at, today, offer.cancelled_at ?? today).getTime() - HOUR_MS
  const createdAt = addMs(offer.published_at, lot.below(Math.max(1, until - offer.published_at.getTime())))
  const paid = kind === 'confirmed' || kind === 'refunded' || kind === 'partly refunded'
  const boxoffice = kind === 'pending' || kind === 'cancelled' || lot.chance(0.15)
  const fee = paid && !boxoffice ? tickets.length * 5 : 0
  const closes = kind === 'cancelled' || kind === 'refunded' || kind === 'expired'
  const refunded = tickets.filter(({ statusId }) => statusId === ticketStatus.refunded)
  return {
    status: kind === 'partly refunded' ? 'confirmed' : kind,
    channel: boxoffice ? 'boxoffice' : 'online',
    method: paid ? (boxoffice ? 'cash' : 'card') : boxoffice ? 'invoice' : null,
    discounted,
    transactionFeeMinor: fee,
    refundedMinor: refunded.reduce((sum, ticket) => sum + paidFor(ticket), kind === 'refunded' ? fee : 0),
    createdAt,
    confirmedAt: paid ? addMs(createdAt, MINUTE_MS) : null,
    closedAt: closes ? (offer.cancelled_at ?? addMs(createdAt, HOUR_MS)) : null,
    lines,
  }
}

export const paidFor = (ticket: DemoTicket): number =>
  ticket.priceMinor - ticket.discountMinor + ticket.feeMinor + ticket.taxMinor

/** Whose event is cancelled gets the money back; what is unpaid when an event begins has expired. */
function caseOf(draw: number, { cancelled_at, starts_at }: DemoOffer, today: Date): Case {
  if (cancelled_at) return 'refunded'
  if (draw < 86) return 'confirmed'
  if (draw < 89) return 'partly refunded'
  if (draw < 93) return 'refunded'
  if (draw < 96) return 'cancelled'
  return draw < 98 && starts_at > today ? 'pending' : 'expired'
}

const TICKET_STATUS = {
  pending: ticketStatus.reserved,
  confirmed: ticketStatus.active,
  'partly refunded': ticketStatus.active,
  cancelled: ticketStatus.cancelled,
  refunded: ticketStatus.refunded,
  expired: ticketStatus.cancelled,
} as const

function linesOf(n: number, lot: Fate, kind: Case, discounted: boolean, offer: DemoOffer, types: ReadonlySet<number>) {
  const prices = offer.prices.filter(({ membership_type_id: type }) => type === null || types.has(type))
  const main = lot.pick(prices)
  const other = lot.chance(0.25) ? lot.pick(prices) : main
  const barcodes = fateOf('barcode', n)
  let ticketsIssued = 0
  const ticketOf = (amounts: Amounts): DemoTicket => {
    ticketsIssued += 1
    const statusId = kind === 'partly refunded' && ticketsIssued === 1 ? ticketStatus.refunded : TICKET_STATUS[kind]
    // What was never issued has no barcode.
    const barcode = kind === 'pending' || kind === 'cancelled' ? null : barcodeOf(n, ticketsIssued, barcodes)
    return { statusId, barcode, ...amounts }
  }
  return [...new Set([main, other])].map((price): DemoLine => {
    const quantity = price.tickets_included > 1 ? 1 : 1 + lot.below(3)
    const discountMinor = discounted ? Math.floor((quantity * price.price_minor) / 10) : 0
    const tickets = kind === 'expired' ? [] : amountsOf(price, quantity, discountMinor).map(ticketOf)
    return { price, quantity, discountMinor, tickets }
  })
}

type Amounts = Omit<DemoTicket, 'statusId' | 'barcode'>

function amountsOf(price: OfferedPrice, quantity: number, discountMinor: number): Amounts[] {
  const places = quantity * price.tickets_included
  const prices = splitEvenly(quantity * price.price_minor, places)
  const discounts = splitEvenly(discountMinor, places)
  const rebates = splitEvenly(quantity * price.rebate_minor, places)
  const fees = splitEvenly(quantity * price.service_fee_minor, places)
  const taxes = splitEvenly(quantity * price.service_tax_minor, places)
  return prices.map((priceMinor, at) => ({
    priceMinor,
    discountMinor: discounts[at] ?? 0,
    rebateMinor: rebates[at] ?? 0,
    feeMinor: fees[at] ?? 0,
    taxMinor: taxes[at] ?? 0,
  }))
}

const TICKETS_AN_ORDER = 64
const NUMBER_LENGTH = 8
const SIGNATURE_LENGTH = 16

/** Base32: the ticket's own number, so that it is unique, and as much again that nobody could guess. */
function barcodeOf(n: number, ticket: number, lot: Fate): string {
  let text = (n * TICKETS_AN_ORDER + ticket).toString(32).padStart(NUMBER_LENGTH, '0')
  for (let length = 0; length < SIGNATURE_LENGTH; length += 1) text += lot.below(32).toString(32)
  return text.toUpperCase()
}

/** The same for the same ticket wherever it is made, which its id is not; a signed barcode knows only the id. */
export const ticketNumber = (barcode: string): number =>
  readTicketCode(barcode)?.ticketId ?? Number.parseInt(barcode.slice(0, NUMBER_LENGTH), 32)

export const fullName = ({ first_name, last_name }: DemoBuyer): string => `${first_name} ${last_name}`
