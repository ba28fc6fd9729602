import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findOrdersWithTickets, type OrderWithTickets } from './order-with-tickets.ts'

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
