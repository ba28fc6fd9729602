import { ticketStatus } from '../../programme/statuses.ts'
import { readTicketCode } from '../../tickets/tickets/ticket-code.ts'
import type { OrderOutcome } from './club.ts'
import type { DemoBuyer } from './customers.ts'
import { splitEvenly } from './numbered.ts'
import type { DemoOffer, OfferedPrice } from './offer.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { RowId } from './writer.ts'

/** Rows of orders that do not know of each other: those of the season are counted on from the last one. */
const SERIES = ['order', 'stadium', 'story'] as const
export type Series = (typeof SERIES)[number]

export type DemoOrder = {
  series: Series
  n: number
  buyer: DemoBuyer
  offer: DemoOffer
  outcome: OrderOutcome
  channel: 'online' | 'boxoffice'
  /** Confirmed, and paid later by what is told of it. */
  isOnInvoice?: boolean
  discountId: number | null
  createdAt: Date
  lines: { price: OfferedPrice; quantity: number; seatIds?: RowId[] }[]
  /** Draws the part of a barcode that cannot be guessed. */
  barcodes: SeededRandom
}

/** What became of an order, in the words of its row, of its tickets and of whether it was ever paid. */
export const OUTCOMES = {
  confirmed: { status: 'confirmed', ticket: ticketStatus.active, isPaid: true, isIssued: true },
  'partly refunded': { status: 'confirmed', ticket: ticketStatus.active, isPaid: true, isIssued: true },
  refunded: { status: 'refunded', ticket: ticketStatus.refunded, isPaid: true, isIssued: true },
  cancelled: { status: 'cancelled', ticket: ticketStatus.cancelled, isPaid: false, isIssued: false },
  pending: { status: 'pending', ticket: ticketStatus.reserved, isPaid: false, isIssued: false },
  expired: { status: 'expired', ticket: ticketStatus.cancelled, isPaid: false, isIssued: false },
} as const satisfies Record<OrderOutcome, object>

/** De30… and the number: an order's UUID is what finds the last demo order again. */
export const demoUuid = (n: number, series: Series = 'order'): string =>
  `de30000${SERIES.indexOf(series)}-0000-8000-8000-${n.toString(16).padStart(12, '0')}`

export const placesOf = ({ lines, outcome }: DemoOrder): number =>
  outcome === 'expired' ? 0 : sum(lines, ({ price, quantity }) => quantity * price.tickets_included)

export type DemoLine = DemoOrder['lines'][number]

/** A tenth of the line, where the order has a code. */
export const discountOf = ({ discountId }: DemoOrder, { price, quantity }: DemoLine): number =>
  discountId === null ? 0 : Math.floor((quantity * price.price_minor) / 10)

/** A ticket for each place, with its even part of what the line costs. */
export function drawTickets(order: DemoOrder) {
  if (order.outcome === 'expired') return []
  const { ticket: statusId, isIssued } = OUTCOMES[order.outcome]
  let issued = 0
  return order.lines.flatMap((line, at) => {
    const { price, quantity, seatIds = [] } = line
    const places = quantity * price.tickets_included
    const each = (minor: number) => splitEvenly(minor, places)
    const prices = each(quantity * price.price_minor)
    const discounts = each(discountOf(order, line))
    const rebates = each(quantity * price.rebate_minor)
    const fees = each(quantity * price.service_fee_minor)
    const taxes = each(quantity * price.service_tax_minor)
    return prices.map((priceMinor, n) => {
      issued += 1
      const isBack = order.outcome === 'partly refunded' && issued === 1
      return {
        line: at,
        price,
        statusId: isBack ? ticketStatus.refunded : statusId,
        barcode: isIssued ? barcodeOf(order, issued) : null,
        seatId: seatIds[n] ?? null,
        priceMinor,
        discountMinor: discounts[n] ?? 0,
        rebateMinor: rebates[n] ?? 0,
        feeMinor: fees[n] ?? 0,
        taxMinor: taxes[n] ?? 0,
      }
    })
  })
}

export type DemoTicket = ReturnType<typeof drawTickets>[number]

export const costOf = ({ priceMinor, discountMinor, feeMinor, taxMinor }: DemoTicket): number =>
  priceMinor - discountMinor + feeMinor + taxMinor

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

const TICKETS_AN_ORDER = 64
const TICKETS_A_SERIES = 2 ** 36
const NUMBER_LENGTH = 8
const SIGNATURE_LENGTH = 16

/** Base32: the ticket's own number, so that it is unique, and twice as much that cannot be guessed. */
function barcodeOf({ series, n, barcodes }: DemoOrder, ticket: number): string {
  const number = SERIES.indexOf(series) * TICKETS_A_SERIES + n * TICKETS_AN_ORDER + ticket
  let text = number.toString(32).padStart(NUMBER_LENGTH, '0')
  for (let length = 0; length < SIGNATURE_LENGTH; length += 1) text += barcodes.below(32).toString(32)
  return text.toUpperCase()
}

/** The same for the same ticket wherever it is made, which its id is not; a signed barcode knows only the id. */
export const ticketNumber = (barcode: string): number =>
  readTicketCode(barcode)?.ticketId ?? Number.parseInt(barcode.slice(0, NUMBER_LENGTH), 32)
