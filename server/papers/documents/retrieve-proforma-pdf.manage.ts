import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { OrderReference, requireOrder } from '../../tickets/orders/create-order-note.manage.ts'
import { pdfAnswer } from '../ticket-files/layout-query.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'
import { sendDrawn } from './document-files.ts'
import { drawDocument } from './draw-document.ts'
import { readProformas } from './read-proformas.ts'

export const retrieveProformaPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/orders/:order_id/proforma.pdf',
    {
      config: { scope: 'documents:manage', shows: 'customers:read', mayConflict: true },
      schema: {
        operationId: 'retrieveProformaPdf',
        summary: 'Retrieve the pro-forma invoice of an order',
        description: [
          'What a company pays by before there is an invoice: of an order that waits for a transfer, or that is owed and has no document yet, in the',
          'buyer’s language, with the account and the reference. It has no number of its own and is not kept. 409 of any other order, and while no',
          'documents are issued.',
        ].join(' '),
        tags: ['Documents'],
        params: OrderReference,
        response: { 200: pdfAnswer('The pro-forma invoice') },
      },
    },
    async ({ orgId, params }, reply) => {
      const orderId = await requireOrder(orgId, deps.sql, params.order_id)
      const proforma = (await readProformas(orgId, deps.sql, [orderId])).get(orderId)
      if (!proforma) {
        throw new ApiError('state_conflict', {
          message: 'The order waits for no payment, or has its document already.',
        })
      }
      return sendDrawn(deps, orgId, `pro-forma-${orderId}`, () => drawDocument(deps.typefaces, proforma), reply)
    },
  )
