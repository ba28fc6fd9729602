import type { Language } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrdersById, OrderWithTickets, withTickets } from '../../tickets/orders/order.ts'
import { findMembershipsOfOrders } from '../../tickets/orders/order-memberships.ts'
import { noSuchOrder, orderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { selectTickets, type TicketRow } from '../../tickets/tickets/ticket.ts'

export const retrieveOwnOrder: Operation = (app, { sql, seal }) =>
  app.get(
    '/v1/storefront/order',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveOwnOrder',
        summary: 'Retrieve the buyer’s own order',
        description: [
          'For the page that sold it, after it was closed or the payment took long. A publishable key is enough, with the secret',
          'that the checkout gave. Tickets that were transferred to another holder are left out.',
        ].join(' '),
        tags: ['Storefront'],
        headers: SecretHeader,
        response: { 200: OrderWithTickets },
      },
    },
    async (request) => {
      const { orgId, headers } = request
      const orderId = await orderOfSecret({ sql, seal }, orgId, headers)
      const [order] = await sql.begin('isolation level repeatable read read only', async (tx) =>
        withTickets(
          await findOrdersById(orgId, tx, [orderId]),
          await findOwnTickets(orgId, tx, orderId, readerLanguage(request)),
          await findMembershipsOfOrders(orgId, tx, [orderId]),
        ),
      )
      if (!order) throw noSuchOrder()
      return order
    },
  )

/** With the barcode of a ticket that was transferred its first holder could walk in after all. */
const findOwnTickets = (orgId: OrgId, sql: Db, orderId: number, language: Language | undefined) => sql<TicketRow[]>`
  ${selectTickets(orgId, sql, language)}
  where t.org_id = ${orgId}
    and t.order_id = ${orderId}
    and t.ticket_status_id <> ${ticketStatus.replaced}
    and not t.transferred
  order by t.ticket_id`
