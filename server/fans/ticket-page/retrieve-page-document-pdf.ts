import { sendPdf } from '../../papers/documents/document-files.ts'
import { pdfAnswer } from '../../papers/ticket-files/layout-query.ts'
import type { PrintingDeps } from '../../papers/ticket-files/tickets-pdf.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { pageConfig } from './own-tickets.ts'
import { requirePageDocument } from './page-document.ts'

export const retrievePageDocumentPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page/documents/:document_id/document.pdf',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'retrievePageDocumentPdf',
        summary: 'Retrieve a document of one’s own order as a PDF',
        description:
          'An invoice, a receipt or a credit note of `documents` of the page. 404 on the page of one ticket.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        params: Input({ document_id: Id() }),
        response: { 200: pdfAnswer('The document') },
      },
    },
    async ({ headers, params }, reply) => {
      const holder = await holderOfSecret(deps, headers)
      const document = await requirePageDocument(holder, deps.sql, params.document_id)
      return sendPdf(deps, holder.orgId, document, reply)
    },
  )
