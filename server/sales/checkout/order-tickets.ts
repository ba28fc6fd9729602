import { divide, divideEvenly } from '../../programme/discounts/apply-discount.ts'
import type { BasketItemRow } from '../baskets/find-baskets.ts'
import type { TicketRow } from '../tickets/ticket.ts'

/** A line of an order with what its tickets show. */
export type LineRow = {
  order_id: number
  order_line_id: number
  event_id: number
  price_category_id: number
  category_title: string
  section_label: string | null
  price_id: number
  price_title: string
  quantity: number
  places: number
  price_minor: number
  rebate_minor: number
  service_fee_minor: number
  service_tax_minor: number
  discount_minor: number
  currency: string
  reserved_seating: boolean
}

/** The line that an item of a basket becomes, but for its id and its share of the discount. */
export const lineOf = (
  item: BasketItemRow,
  orderId: number,
  { currency, reserved_seating }: { currency: string; reserved_seating: boolean },
): Omit<LineRow, 'order_line_id' | 'discount_minor'> => ({
  order_id: orderId,
  event_id: item.event_id,
  price_category_id: item.price_category_id,
  category_title: item.price_category_title,
  section_label: item.section_label,
  price_id: item.price_id,
  price_title: item.title,
  quantity: item.quantity,
  places: item.places,
  price_minor: item.price_minor,
  rebate_minor: item.rebate_minor,
  service_fee_minor: item.service_fee_minor,
  service_tax_minor: item.service_tax_minor,
  currency,
  reserved_seating,
})

export type NewTicket = TicketRow & { order_line_id: number; rebate_minor: number }

type Holder = { name: string | null; email: string | null }

/**
 * The tickets of a line. What one unit costs is divided among the tickets of the unit, and the line's discount among all of
 * them by their prices, so that the tickets add up to the line to the last minor unit.
 */
export function ticketsOfLine(line: LineRow, ids: number[], holder: Holder, now: Date): NewTicket[] {
  const each = line.places / line.quantity
  const split = (minor: number) => Array(line.quantity).fill(divideEvenly(minor, each)).flat() as number[]
  const prices = split(line.price_minor)
  const discounts = divide(line.discount_minor, prices)
  const [rebates, fees, taxes] = [line.rebate_minor, line.service_fee_minor, line.service_tax_minor].map(split)
  return prices.map((price, index) => ({
    ticket_id: ids[index] ?? 0,
    ticket_status_id: 1,
    barcode: null,
    ticket_name: holder.name,
    email_address: holder.email,
    price_minor: price,
    discount_minor: discounts[index] ?? 0,
    rebate_minor: rebates?.[index] ?? 0,
    service_fee_minor: fees?.[index] ?? 0,
    service_tax_minor: taxes?.[index] ?? 0,
    currency: line.currency,
    price_id: line.price_id,
    price_title: line.price_title,
    price_category_id: line.price_category_id,
    category_title: line.category_title,
    seat_id: null,
    section_label: line.section_label,
    sub_section_title: null,
    seat_aisle: null,
    seat_row: null,
    seat_title: null,
    event_id: line.event_id,
    order_id: line.order_id,
    order_line_id: line.order_line_id,
    replaces_ticket_id: null,
    transferred: false,
    valid_from: null,
    valid_until: null,
    created_at: now,
    changed_at: now,
  }))
}
