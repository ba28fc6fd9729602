import { ListedOrderRow } from '../../server/sales/orders/list-event-orders.ts'
import { OrderRow } from '../../server/sales/orders/order.ts'
import { TicketRow } from '../../server/sales/tickets/ticket.ts'
import { addRow, NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import { addEvent } from './events.ts'
import type { OperationExample } from './example.ts'
import { addPriceCategory } from './prices.ts'

export type Offer = { event_id: number; price_category_id: number; price_id: number }

/** An event with one category and one price. */
export async function addOffer(house: House, tenant: Tenant, eventId?: number): Promise<Offer> {
  const event_id = eventId ?? (await addEvent(house, tenant, { event_status_id: 1 }))
  const inCategory = { event_id, price_category_id: await addPriceCategory(house, tenant, event_id) }
  const price = { ...inCategory, title: 'Adult', price_minor: 2500 }
  return { ...inCategory, price_id: await addRow(house, tenant, 'prices', 'price_id', price) }
}

/** A confirmed order of one ticket. */
export async function addOrder(house: House, tenant: Tenant, offer: Offer) {
  const { event_id } = offer
  const orderId = await addRow(house, tenant, 'orders', 'order_id', {
    event_id,
    order_status: 'confirmed',
    first_name: 'Ada',
    last_name: 'Okafor',
    email_address: 'ada@example.com',
    payment_method: 'card',
    currency: 'AUD',
    price_minor: 2500,
    total_minor: 2500,
    confirmed_at: new Date('2029-01-01T00:00:00Z'),
  })
  const inOrder = { ...offer, order_id: orderId, price_minor: 2500 }
  const line = { ...inOrder, quantity: 1, places: 1 }
  const order_line_id = await addRow(house, tenant, 'order_lines', 'order_line_id', line)
  const barcode = unique('TICKET')
  const ticketId = await addRow(house, tenant, 'tickets', 'ticket_id', { ...inOrder, order_line_id, barcode })
  return { orderId, ticketId, barcode }
}

export const orderExamples: Record<string, OperationExample> = {
  listEventOrders: {
    rows: [ListedOrderRow],
    make: async (house, tenant) => {
      const offer = await addOffer(house, tenant)
      for (let orders = 0; orders < 3; orders += 1) await addOrder(house, tenant, offer)
      const filters = {
        order_status: 'confirmed',
        search: 'okafor',
        unix_start: 1_600_000_000,
        unix_end: 4_000_000_000,
      }
      const cursorFor = async (query: Record<string, string | number>) => {
        const sent = Object.entries({ limit: 1, ...query }).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const address = `/v1/events/${offer.event_id}/orders?${new URLSearchParams(sent)}`
        return (await house.call('GET', address, { key: tenant.key })).body.next_cursor as string
      }
      return {
        params: { event_id: offer.event_id },
        filters: { ...filters, page_number: 2, limit: 1, cursor: await cursorFor({}) },
        together: { ...filters, limit: 1, cursor: await cursorFor(filters) },
        ids: { 'params.event_id': NOTHING },
      }
    },
  },
  retrieveOrder: {
    rows: [OrderRow, TicketRow],
    make: async (house, tenant) => {
      const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant))
      return { params: { order_id: orderId }, ids: { 'params.order_id': NOTHING } }
    },
  },
}
