import type { OrgId } from '../../server/access/principal.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'

/** What happened at one event, as plain data: written as rows on one side, added up slowly on the other. */
export type History = { prices: PricePlan[]; orders: OrderPlan[]; scans: ScanPlan[] }
export type PricePlan = { category: number; title: string }
export type TicketPlan = {
  price: number
  status: 0 | 1 | 2 | 3 | 4
  /** The ticket of the same order that it took the place of. */
  replaces?: number
  minor: { price: number; discount: number; rebate: number; fee: number; tax: number }
}
export type OrderPlan = {
  status: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired'
  /** Microseconds after the sale began: filters compare with the full precision. */
  placedAt: number
  tickets: TicketPlan[]
}
/** `ticket` counts all tickets of the history; null is an unknown barcode. `annuls` is an earlier scan. */
export type ScanPlan = {
  ticket: number | null
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'annulled'
  scannedAt: number
  annuls?: number
}

export const CATEGORIES = 3
export const SALE_BEGAN = Date.UTC(2027, 0, 1) / 1000
export const GATES_OPENED = Date.UTC(2027, 2, 13, 7) / 1000

export type Written = {
  eventId: number
  categoryIds: number[]
  priceIds: number[]
  orderIds: number[]
  ticketIds: number[]
  scanIds: number[]
}

type Id = { id: number }[]
const only = (rows: Id): number => rows[0]?.id ?? 0
const at = (sql: Sql, begin: number, micros: number) =>
  sql`to_timestamp(${begin}) + ${micros}::bigint * interval '1 microsecond'`

let events = 0

/** Writes a history as the operations would leave it. Stock counters stay out: no figure reads them. */
export async function writeHistory(sql: Sql, orgId: OrgId, { prices, orders, scans }: History): Promise<Written> {
  events += 1
  const eventId = only(
    await sql<Id>`
    insert into events (org_id, title, url_string, currency, timezone, starts_at, event_status_id)
    values (${orgId}, 'Derby', ${`derby-${orgId}-${events}`}, 'AUD', 'Australia/Sydney', '2027-03-13T08:30:00Z', 1)
    returning event_id as id`,
  )
  const categoryIds: number[] = []
  for (let n = 0; n < CATEGORIES; n += 1) {
    const category = await sql<Id>`
      insert into price_categories (org_id, event_id, title, capacity, order_by)
      values (${orgId}, ${eventId}, ${`Stand ${n % 2}`}, 1000, ${-n})
      returning price_category_id as id`
    categoryIds.push(only(category))
  }
  const priceIds: number[] = []
  for (const { category, title } of prices) {
    const price = await sql<Id>`
      insert into prices (org_id, event_id, price_category_id, title, price_minor)
      values (${orgId}, ${eventId}, ${categoryIds[category] ?? 0}, ${title}, 1000)
      returning price_id as id`
    priceIds.push(only(price))
  }
  const written: Written = { eventId, categoryIds, priceIds, orderIds: [], ticketIds: [], scanIds: [] }
  for (const order of orders) await writeOrder(sql, orgId, prices, written, order)
  await writeScans(sql, orgId, written, scans)
  return written
}

async function writeOrder(sql: Sql, orgId: OrgId, prices: PricePlan[], written: Written, order: OrderPlan) {
  const confirmedAt = order.status === 'confirmed' || order.status === 'refunded' ? new Date(0) : null
  const orderId = only(
    await sql<Id>`
    insert into orders (org_id, event_id, order_status, currency, price_minor, total_minor, confirmed_at, created_at)
    values (
      ${orgId}, ${written.eventId}, ${order.status}, 'AUD', 0, 0, ${confirmedAt}, ${at(sql, SALE_BEGAN, order.placedAt)}
    )
    returning order_id as id`,
  )
  written.orderIds.push(orderId)
  const firstTicket = written.ticketIds.length
  for (const { price, status, replaces, minor } of order.tickets) {
    const offer = {
      event_id: written.eventId,
      price_category_id: written.categoryIds[prices[price]?.category ?? 0] ?? 0,
      price_id: written.priceIds[price] ?? 0,
    }
    const lineId = only(
      await sql<Id>`
      insert into order_lines ${sql({ org_id: orgId, order_id: orderId, ...offer, quantity: 1, places: 1, price_minor: minor.price })}
      returning order_line_id as id`,
    )
    const ticket = {
      org_id: orgId,
      ...offer,
      order_id: orderId,
      order_line_id: lineId,
      ticket_status_id: status,
      replaces_ticket_id: replaces === undefined ? null : (written.ticketIds[firstTicket + replaces] ?? null),
      barcode: crypto.randomUUID(),
      price_minor: minor.price,
      discount_minor: minor.discount,
      rebate_minor: minor.rebate,
      service_fee_minor: minor.fee,
      service_tax_minor: minor.tax,
    }
    written.ticketIds.push(only(await sql<Id>`insert into tickets ${sql(ticket)} returning ticket_id as id`))
  }
}

async function writeScans(sql: Sql, orgId: OrgId, written: Written, scans: ScanPlan[]) {
  const venueId = only(
    await sql<Id>`insert into venues (org_id, name) values (${orgId}, 'Park') returning venue_id as id`,
  )
  const gateId = only(
    await sql<Id>`
    insert into gates (org_id, venue_id, name)
    values (${orgId}, ${venueId}, 'North')
    returning gate_id as id`,
  )
  const deviceId = only(
    await sql<Id>`
    insert into devices (org_id, name)
    values (${orgId}, 'Scanner')
    returning device_id as id`,
  )
  for (const [n, { ticket, result, scannedAt, annuls }] of scans.entries()) {
    const scan = await sql<Id>`
      insert into scans (
        org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, annuls_scan_id, scanned_at
      ) values (
        ${orgId}, ${written.eventId}, ${gateId}, ${deviceId}, ${`n${n}`}, ${result === 'exit' ? 'exit' : 'entry'}, ${result},
        'X', ${ticket === null ? null : (written.ticketIds[ticket] ?? null)},
        ${annuls === undefined ? null : (written.scanIds[annuls] ?? null)}, ${at(sql, GATES_OPENED, scannedAt)}
      )
      returning scan_id as id`
    written.scanIds.push(only(scan))
  }
}
