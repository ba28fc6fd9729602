import type { OrgId } from '../../access/principal.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { divide, divideEvenly } from '../../programme/discounts/apply-discount.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { categoryEntrance } from '../../programme/venues/entrance.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { drawShortCode } from '../../tickets/tickets/short-code.ts'
import type { SigningDeps } from '../../tickets/tickets/sign-tickets.ts'
import type { TicketRow } from '../../tickets/tickets/ticket.ts'
import { findBasketSeats } from '../baskets/find-baskets.ts'
import type { ConfirmedOrder, OrderLine, SettledOrder } from './stages.ts'

export type NewTicket = TicketRow & {
  order_line_id: number
  rebate_minor: number
  /** Null: nothing is known of tax. */
  tax_minor: number | null
  fee_tax_minor: number | null
}

/**
 * The lines of an order with the barcodes of their tickets: what can be done before the transaction that confirms. The request that
 * drafted the order knows its lines. Other callers read them, which stay as they are while the order is being paid, and draw new
 * ids; those that turn out not to be needed are lost, which costs nothing.
 */
export async function signLines(
  { sql, signer }: Pick<PlatformDeps, 'sql'> & SigningDeps,
  orgId: OrgId,
  orderId: number,
  drafted: OrderLine[] | undefined,
): Promise<SettledOrder['lines']> {
  const lines = drafted ?? (await findLines(orgId, sql, orderId))
  const barcodes = await signer.sign(
    orgId,
    lines.flatMap(({ event_id: eventId, price_category_id: priceCategoryId, ticket_ids }) =>
      ticket_ids.map((ticketId) => ({ eventId, priceCategoryId, ticketId, revision: 0, validUntil: null })),
    ),
  )
  let next = 0
  return lines.map((line) => {
    const first = next
    next += line.ticket_ids.length
    return { ...line, barcodes: barcodes.slice(first, next) }
  })
}

/** The ids are drawn in the order of the lines, which is that in which an order shows its tickets. */
async function findLines(orgId: OrgId, sql: Db, orderId: number): Promise<OrderLine[]> {
  const rows = await findTicketIds(orgId, sql, orderId)
  const byLine = Map.groupBy(rows, ({ order_line_id }) => order_line_id)
  return [...byLine.values()].flatMap((ofLine) => {
    const [first] = ofLine
    if (!first) return []
    const { ticket_id: _first, ...line } = first
    return [{ ...line, ticket_ids: ofLine.map(({ ticket_id }) => ticket_id) }]
  })
}

/** A row for each ticket, with its line. */
const findTicketIds = (orgId: OrgId, sql: Db, orderId: number) => sql<
  (Omit<OrderLine, 'ticket_ids'> & { ticket_id: number })[]
>`
  select lines.*, nextval('tickets_ticket_id_seq') as ticket_id
  from (
    select l.order_id, l.order_line_id, l.event_id, l.price_category_id, c.title as category_title, c.section_label,
      ${categoryEntrance(orgId, sql)}, l.price_id, p.title as price_title, l.quantity, l.places, l.price_minor, l.rebate_minor, l.service_fee_minor,
      l.service_tax_minor, l.discount_minor, ${lineTaxDocument(sql)} as tax, l.holders, e.currency, e.reserved_seating
    from order_lines l
    join events e on e.org_id = l.org_id and e.event_id = l.event_id
    join prices p on p.org_id = l.org_id and p.price_id = l.price_id
    join price_categories c on c.org_id = l.org_id and c.price_category_id = l.price_category_id
    cross join lateral generate_series(1, l.places) as n (nth)
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
    order by l.order_line_id, n.nth
  ) as lines`

/** The tax of a line among its tickets by what they cost, so that they add up to it; undefined where nothing is known of it. */
const shareTax = (taxMinor: number | null | undefined, costs: number[]): number[] | undefined =>
  taxMinor === null || taxMinor === undefined ? undefined : divide(taxMinor, costs)

/** Of order_lines `l`. */
const lineTaxDocument = (
  sql: Db,
) => sql`case when l.tax_rate_id is not null or l.fee_tax_rate_id is not null then json_build_object(
  'tax_rate_id', l.tax_rate_id, 'tax_thousandths', l.tax_thousandths, 'tax_minor', l.tax_minor,
  'added_tax_minor', l.added_tax_minor,
  'fee_tax_rate_id', l.fee_tax_rate_id, 'fee_tax_thousandths', l.fee_tax_thousandths, 'fee_tax_minor', l.fee_tax_minor
) end`

/** Characters, as the table counts them: an emoji cut in two is text that it does not take. */
const HOLDER_MAX = 200

/**
 * The tickets of an order. What one unit costs is divided among the tickets of the unit, and a line's discount among all of
 * them by their prices, so that the tickets add up to the line to the last minor unit.
 */
export function ticketsOf(order: OrderRow, lines: SettledOrder['lines'], now: Date): NewTicket[] {
  const name = [order.first_name, order.last_name].filter((part) => part !== null).join(' ')
  const buyer = name === '' ? null : [...name].slice(0, HOLDER_MAX).join('')
  return lines.flatMap((line) => {
    if (line.barcodes.length !== line.places)
      throw new Error(`line ${line.order_line_id} has not a barcode for each place`)
    const inUnit = line.places / line.quantity
    const shares = {
      price: divideEvenly(line.price_minor, inUnit),
      rebate: divideEvenly(line.rebate_minor, inUnit),
      fee: divideEvenly(line.service_fee_minor, inUnit),
      tax: divideEvenly(line.service_tax_minor, inUnit),
    }
    const prices = line.ticket_ids.map((_, index) => shares.price[index % inUnit] ?? 0)
    const discounts = divide(line.discount_minor, prices)
    const costs = prices.map((price, index) => price - (discounts[index] ?? 0))
    const taxes = shareTax(line.tax?.tax_minor, costs)
    const fees = line.ticket_ids.map(
      (_, index) => (shares.fee[index % inUnit] ?? 0) + (shares.tax[index % inUnit] ?? 0),
    )
    const isAdded = line.tax?.added_tax_minor != null
    const feeTaxes = shareTax(line.tax?.fee_tax_minor, fees)
    return line.ticket_ids.map((ticketId, index) => ({
      ticket_id: ticketId,
      ticket_status_id: ticketStatus.active,
      barcode: line.barcodes[index] ?? null,
      short_code: drawShortCode(),
      ticket_name: line.holders?.[index]?.ticket_name ?? buyer,
      email_address: order.email_address,
      price_minor: prices[index] ?? 0,
      discount_minor: discounts[index] ?? 0,
      rebate_minor: shares.rebate[index % inUnit] ?? 0,
      service_fee_minor: shares.fee[index % inUnit] ?? 0,
      service_tax_minor: shares.tax[index % inUnit] ?? 0,
      tax_minor: taxes?.[index] ?? null,
      added_tax_minor: isAdded ? (taxes?.[index] ?? null) : null,
      fee_tax_minor: feeTaxes?.[index] ?? null,
      currency: line.currency,
      price_id: line.price_id,
      price_title: line.price_title,
      price_category_id: line.price_category_id,
      category_title: line.category_title,
      seat_id: null,
      section_label: line.section_label,
      sub_section_title: null,
      seat_level: null,
      seat_aisle: null,
      seat_row: null,
      seat_title: null,
      gate: line.gate,
      entrance: line.entrance,
      event_id: line.event_id,
      order_id: line.order_id,
      order_line_id: line.order_line_id,
      replaces_ticket_id: null,
      transferred: false,
      answers: line.holders?.[index]?.answers ?? null,
      valid_from: null,
      valid_until: null,
      created_at: now,
      changed_at: now,
    }))
  })
}

/** Gives the seats that baskets claimed to the tickets of the lines that the items became. */
export async function seatTickets(
  orgId: OrgId,
  tx: Tx,
  basketIds: string[],
  confirmed: ConfirmedOrder[],
): Promise<void> {
  const seats = await findBasketSeats(orgId, tx, basketIds)
  const seatsOf = Map.groupBy(seats, ({ basket_item_id }) => basket_item_id)
  for (const { tickets, holds } of confirmed) {
    let first = 0
    for (const { basket_item_id, places } of holds) {
      for (const [index, { basket_id: _basket, basket_item_id: _item, ...seat }] of (
        seatsOf.get(basket_item_id) ?? []
      ).entries()) {
        const ticket = index < places ? tickets[first + index] : undefined
        if (ticket) Object.assign(ticket, seat, entranceOf(seat, ticket))
      }
      first += places
    }
  }
}

/** A seat that names no gate is reached by those of its price category. */
const entranceOf = (seat: Entrance, category: Entrance): Entrance => {
  const { gate, entrance } = seat.gate === null ? category : seat
  return { gate, entrance }
}
type Entrance = { gate: string | null; entrance: string | null }
