import { ListedOrderRow } from '../../server/tickets/orders/list-event-orders.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { OrderMembershipRow } from '../../server/tickets/orders/order-memberships.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { OperationExample } from './example.ts'

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
        const address = `/v1/events/${offer.eventId}/orders?${new URLSearchParams(sent)}`
        return (await house.call('GET', address, { key: tenant.key })).body.next_cursor as string
      }
      return {
        params: { event_id: offer.eventId },
        filters: { ...filters, page_number: 2, limit: 1, cursor: await cursorFor({}) },
        together: { ...filters, limit: 1, cursor: await cursorFor(filters) },
        ids: { 'params.event_id': NOTHING },
      }
    },
  },
  retrieveOrder: {
    rows: [OrderRow, TicketRow, OrderMembershipRow],
    make: async (house, tenant) => {
      const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant))
      return { params: { order_id: orderId }, ids: { 'params.order_id': NOTHING } }
    },
  },
}
