import { Type } from 'typebox'
import { pdfAnswer } from '../../papers/ticket-files/layout-query.ts'
import { type PrintingDeps, ticketsPdf } from '../../papers/ticket-files/tickets-pdf.ts'
import { named } from '../../platform/http/file-name.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { pageConfig, pageConflict } from './own-tickets.ts'
import { findPageTickets } from './read-ticket-page.ts'

export const retrievePagePdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page/tickets.pdf',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePagePdf',
        summary: 'Retrieve the tickets of a ticket page as a PDF',
        description: 'Those that are active; 409 where none is left.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        querystring: Input({ ticket_id: Type.Optional(Id({ description: 'only this ticket' })) }),
        response: { 200: pdfAnswer('The tickets') },
      },
    },
    async ({ headers, query }, reply) => {
      const holder = await holderOfSecret(deps, headers)
      const onPage = (await findPageTickets(holder, deps.sql)).map(({ ticket_id }) => ticket_id)
      const ticketIds = query.ticket_id === undefined ? onPage : onPage.filter((id) => id === query.ticket_id)
      const wanted = { orderId: holder.orderId, ticketIds, afterTicketId: undefined, withTransferred: true }
      const pdf = ticketIds.length === 0 ? undefined : await ticketsPdf(deps, holder.orgId, wanted)
      if (!pdf) throw pageConflict('No active ticket is to be printed.')
      const disposition = named('inline', `tickets-${holder.orderId}.pdf`)
      return reply.type('application/pdf').header('content-disposition', disposition).send(pdf)
    },
  )
