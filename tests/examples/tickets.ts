import { PrintedOrderRow, PrintedTicketRow } from '../../server/papers/ticket-files/find-printed.ts'
import { OwnCodeRow } from '../../server/papers/ticket-files/retrieve-own-codes.ts'
import { exposed } from '../../server/platform/http/guarded-fields.ts'
import { OfferRow } from '../../server/programme/stock/pool.ts'
import { OrderRow } from '../../server/tickets/orders/order.ts'
import { orderSecretOf } from '../../server/tickets/orders/order-secret.ts'
import { TicketEventRow, TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addCustomer } from '../builders/customers.ts'
import { addEvent } from '../builders/events.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

async function ofTicket(house: House, tenant: Tenant): Promise<Example> {
  const { ticketId } = await addOrder(house, tenant, await addOffer(house, tenant))
  return { params: { ticket_id: ticketId }, ids: { 'params.ticket_id': NOTHING } }
}

const ofEvent = async (house: House, tenant: Tenant): Promise<Example> => ({
  params: { event_id: await addEvent(house, tenant) },
  ids: { 'params.event_id': NOTHING },
})

const holder = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }

export const ticketExamples: Record<string, OperationExample> = {
  retrieveTicketQr: {
    besides: ['codes:read'],
    make: async (house, tenant) => {
      const { orderId, ticketId } = await addOrder(house, tenant, await addOffer(house, tenant))
      return {
        params: { order_id: orderId, ticket_id: ticketId },
        filters: { format: 'png' },
        ids: { 'params.order_id': NOTHING, 'params.ticket_id': NOTHING },
      }
    },
  },
  retrieveTicketsPdf: {
    besides: ['codes:read'],
    rows: [OrderRow, PrintedTicketRow, PrintedOrderRow],
    make: async (house, tenant) => {
      const { orderId, ticketIds } = await addOrder(house, tenant, await addOffer(house, tenant), { tickets: 2 })
      const [first = 0, second = 0] = ticketIds
      return {
        params: { order_id: orderId },
        filters: { paper: 'a4', ticket_id: second, after_ticket_id: first },
        ids: { 'params.order_id': NOTHING },
        notIds: ['filters.ticket_id', 'filters.after_ticket_id'],
      }
    },
  },
  retrieveOwnTicketsPdf: {
    rows: [PrintedTicketRow, PrintedOrderRow],
    publishable: true,
    make: async (house, tenant) => {
      const { orderId, ticketIds } = await addOrder(house, tenant, await addOffer(house, tenant), { tickets: 2 })
      const [first = 0, second = 0] = ticketIds
      return {
        headers: { 'x-order-secret': exposed(orderSecretOf(house.seal, tenant.orgId, orderId)) },
        filters: { paper: 'letter', ticket_id: second, after_ticket_id: first },
        notIds: ['filters.ticket_id', 'filters.after_ticket_id'],
      }
    },
  },
  retrieveOwnCodes: {
    rows: [OwnCodeRow],
    publishable: true,
    make: async (house, tenant) => {
      const { orderId } = await addOrder(house, tenant, await addOffer(house, tenant))
      return { headers: { 'x-order-secret': exposed(orderSecretOf(house.seal, tenant.orgId, orderId)) } }
    },
  },
  listTickets: {
    rows: [TicketRow, TicketEventRow],
    make: async (house, tenant) => {
      const offer = await addOffer(house, tenant)
      const { userId } = await addCustomer(house, tenant)
      const { orderId, barcode } = await addOrder(house, tenant, offer, { order: { user_id: userId } })
      await addOrder(house, tenant, offer)
      const first = await house.call('GET', '/v1/manage/tickets?limit=1', { key: tenant.key })
      const filters = {
        event_id: offer.eventId,
        order_id: orderId,
        user_id: userId,
        sort_direction: 'desc',
        barcode,
        ticket_status_id: 1,
        search: 'north k 12',
        limit: 1,
      }
      return {
        filters: { ...filters, cursor: first.body.next_cursor },
        together: filters,
        ids: { 'filters.event_id': NOTHING, 'filters.order_id': NOTHING, 'filters.user_id': NOTHING },
        notIds: ['filters.ticket_status_id'],
      }
    },
  },
  retrieveTicket: { rows: [TicketRow], make: ofTicket },
  changeTicket: {
    rows: [TicketRow],
    make: async (house, tenant) => ({
      ...(await ofTicket(house, tenant)),
      body: { ticket_name: 'Grace Ito' },
      otherBody: { ticket_name: null },
    }),
  },
  transferTicket: {
    rows: [TicketRow],
    besides: ['codes:read'],
    make: async (house, tenant) => ({
      ...(await ofTicket(house, tenant)),
      body: holder,
      otherBody: { ...holder, ticket_name: 'Grace Brewster Ito' },
    }),
  },
  reissueTicket: { rows: [TicketRow], make: ofTicket },
  exchangeSeat: {
    rows: [TicketRow, OfferRow],
    make: async (house, tenant) => {
      const map = await addSeatMap(house, tenant, { seats: 3 })
      const offer = await addSeatedOffer(house, tenant, map)
      const [seatId, otherId, thirdId] = map.seatIds
      const item = { price_id: offer.priceId, seat_ids: [seatId] }
      const sale = { items: [item], payment_method: 'cash' }
      const { body } = await house.call('POST', '/v1/manage/orders', { key: tenant.key, body: sale })
      return {
        params: { ticket_id: body.tickets[0].ticket_id },
        body: { seat_id: otherId },
        otherBody: { seat_id: thirdId },
        ids: { 'params.ticket_id': NOTHING, 'body.seat_id': NOTHING },
      }
    },
  },
  listSigningKeys: { make: ofEvent },
  replaceSigningKey: { make: ofEvent },
  deleteSigningKey: {
    make: async (house, tenant) => {
      const eventId = await addEvent(house, tenant)
      const columns = { event_id: eventId, public_key: Buffer.alloc(32), private_key_encrypted: Buffer.alloc(40) }
      const [row] = await house.sql<{ signing_key_id: number }[]>`
        insert into event_signing_keys ${house.sql({ org_id: tenant.orgId, retired_at: new Date(0), ...columns })}
        returning signing_key_id`
      return {
        params: { event_id: eventId, signing_key_id: row?.signing_key_id ?? 0 },
        ids: { 'params.event_id': NOTHING, 'params.signing_key_id': NOTHING },
      }
    },
  },
}
