import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectTickets, Ticket, type TicketRow, toTicket } from '../tickets/ticket.ts'
import { Order, type OrderRow, orderColumns, toOrder } from './order.ts'

/** One order as the API and the webhooks show it: whatever its tickets have become, in the order they were made. */
export const OrderWithTickets = Type.Object(
  { ...Order.properties, tickets: Type.Array(Ticket) },
  { title: 'OrderWithTickets' },
)
export type OrderWithTickets = Static<typeof OrderWithTickets>

/** Both reads belong together: call it in a transaction that locked the orders, or that reads one snapshot. */
export async function findOrdersWithTickets(orgId: OrgId, sql: Db, orderIds: number[]): Promise<OrderWithTickets[]> {
  const orders = await findOrdersById(orgId, sql, orderIds)
  const tickets = await findTicketsOfOrders(orgId, sql, orderIds)
  return withTickets(orders, tickets)
}

export function withTickets(orders: OrderRow[], tickets: TicketRow[]): OrderWithTickets[] {
  const byOrder = Map.groupBy(tickets, ({ order_id }) => order_id)
  return orders.map((row) => ({ ...toOrder(row), tickets: (byOrder.get(row.order_id) ?? []).map(toTicket) }))
}

export const findOrdersById = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<OrderRow[]>`
  select ${orderColumns(sql)}
  from orders
  where org_id = ${orgId}
    and order_id = any (${orderIds}::bigint[])
  order by order_id`

export const findTicketsOfOrders = (orgId: OrgId, sql: Db, orderIds: number[]) => sql<TicketRow[]>`
  ${selectTickets(sql)}
  where t.org_id = ${orgId}
    and t.order_id = any (${orderIds}::bigint[])
  order by t.order_id, t.ticket_id`

/**
 * As many tickets as a message quotes. An order may have thousands, and a message that grew with it would at some size be
 * refused, and the sale with it; each ticket has a message of its own anyway.
 */
export const TICKETS_IN_MESSAGE_MAX = 100

/** An order as messages show it, with its first tickets. */
export const orderInMessage = (order: OrderWithTickets) => ({
  ...order,
  tickets: order.tickets.slice(0, TICKETS_IN_MESSAGE_MAX),
  tickets_total: order.tickets.length,
  tickets_truncated: order.tickets.length > TICKETS_IN_MESSAGE_MAX,
})

export async function findOrderForMessage(orgId: OrgId, sql: Db, orderId: number) {
  const [order] = await findOrdersWithTickets(orgId, sql, [orderId])
  if (!order) throw new Error('an order was lost while it was changed')
  return orderInMessage(order)
}
