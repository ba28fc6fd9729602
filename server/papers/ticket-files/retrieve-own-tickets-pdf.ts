import { ApiError } from '../../platform/http/errors.ts'
import { named } from '../../platform/http/file-name.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { orderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { layoutQuery, paperLayoutOf, pdfAnswer } from './layout-query.ts'
import { type PrintingDeps, ticketsPdf } from './tickets-pdf.ts'

export const retrieveOwnTicketsPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/storefront/order/tickets.pdf',
    {
      config: { scope: 'baskets:write', publishable: 'bearer', mayConflict: true },
      schema: {
        operationId: 'retrieveOwnTicketsPdf',
        summary: 'Retrieve the buyer’s own tickets as a PDF',
        description:
          'By the order’s secret. Without tickets that were transferred to another holder; 409 where none is left.',
        tags: ['Storefront'],
        headers: SecretHeader,
        querystring: Input(layoutQuery),
        response: { 200: pdfAnswer('The tickets') },
      },
    },
    async ({ orgId, headers, query }, reply) => {
      const layout = paperLayoutOf(query.paper)
      const orderId = await orderOfSecret(deps, orgId, headers)
      const wanted = {
        orderId,
        ticketIds: query.ticket_id === undefined ? undefined : [query.ticket_id],
        afterTicketId: query.after_ticket_id,
        withTransferred: false,
      }
      const pdf = await ticketsPdf(deps, orgId, wanted, layout)
      if (!pdf) throw new ApiError('state_conflict', { message: 'No active ticket is to be printed.' })
      return reply
        .type('application/pdf')
        .header('content-disposition', named('inline', `tickets-${orderId}.pdf`))
        .send(pdf)
    },
  )
