import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { named } from '../../platform/http/file-name.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { orderIdIn } from '../../tickets/orders/order-id.ts'
import { findOrder } from '../../tickets/orders/retrieve-order.ts'
import { layoutQuery, paperLayoutOf, pdfAnswer } from './layout-query.ts'
import { type PrintingDeps, ticketsPdf } from './tickets-pdf.ts'

const Params = Input({
  order_id: Type.String({ minLength: 1, maxLength: 36, description: 'the order_id or the order_uuid' }),
})

export const retrieveTicketsPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/orders/:order_id/tickets.pdf',
    {
      config: { scope: 'orders:read', shows: 'codes:read', mayConflict: true },
      schema: {
        operationId: 'retrieveTicketsPdf',
        summary: 'Retrieve the tickets of an order as a PDF',
        description:
          'Its active tickets, to print at home or on ticket stock. 409 where it has none. Needs the scope codes:read besides.',
        tags: ['Tickets'],
        params: Params,
        querystring: Input(layoutQuery),
        response: { 200: pdfAnswer('The tickets') },
      },
    },
    async ({ orgId, params, query }, reply) => {
      const layout = paperLayoutOf(query.paper)
      const [order] = await findOrder(orgId, deps.sql, orderIdIn(params.order_id))
      if (!order) throw new ApiError('resource_missing')
      const wanted = {
        orderId: order.order_id,
        ticketIds: query.ticket_id === undefined ? undefined : [query.ticket_id],
        afterTicketId: query.after_ticket_id,
        withTransferred: true,
      }
      const pdf = await ticketsPdf(deps, orgId, wanted, layout)
      if (!pdf) throw new ApiError('state_conflict', { message: 'No active ticket is to be printed.' })
      return reply
        .type('application/pdf')
        .header('content-disposition', named('inline', `tickets-${order.order_id}.pdf`))
        .send(pdf)
    },
  )
