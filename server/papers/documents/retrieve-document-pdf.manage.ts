import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { pdfAnswer } from '../ticket-files/layout-query.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'
import { findStored } from './document.ts'
import { sendPdf } from './document-files.ts'

export const retrieveDocumentPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/documents/:document_id/document.pdf',
    {
      config: { scope: 'documents:manage', shows: 'customers:read' },
      schema: {
        operationId: 'retrieveDocumentPdf',
        summary: 'Retrieve a document as a PDF',
        description:
          'In the buyer’s language, as PDF/A-3. An invoice and a credit note carry the e-invoice inside (Factur-X, ZUGFeRD).',
        tags: ['Documents'],
        params: Input({ document_id: Id() }),
        response: { 200: pdfAnswer('The document') },
      },
    },
    async ({ orgId, params }, reply) => {
      const [document] = await findStored(orgId, deps.sql, params.document_id)
      if (!document) throw new ApiError('resource_missing')
      return sendPdf(deps, orgId, document, reply)
    },
  )
