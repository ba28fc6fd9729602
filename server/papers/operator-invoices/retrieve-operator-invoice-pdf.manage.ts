import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { sendPdf } from '../documents/document-files.ts'
import type { DocumentContent } from '../documents/write-document.ts'
import { pdfAnswer } from '../ticket-files/layout-query.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'

export const retrieveOperatorInvoicePdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/operator_invoices/:operator_invoice_id/invoice.pdf',
    {
      config: { scope: 'figures:manage', shows: 'nothing' },
      schema: {
        operationId: 'retrieveOperatorInvoicePdf',
        summary: 'Retrieve an invoice of the operator as a PDF',
        description: 'In the organisation’s language, with the e-invoice inside (Factur-X, ZUGFeRD).',
        tags: ['Payouts'],
        params: Input({ operator_invoice_id: Id() }),
        response: { 200: pdfAnswer('The invoice') },
      },
    },
    async ({ orgId, params }, reply) => {
      const [invoice] = await deps.sql<{ label: string; issued_at: Date; content: DocumentContent }[]>`
        select label, issued_at, content
        from operator_invoices
        where org_id = ${orgId}
          and operator_invoice_id = ${params.operator_invoice_id}`
      if (!invoice) throw new ApiError('resource_missing')
      return sendPdf(deps, orgId, { kind: 'invoice', ...invoice }, reply)
    },
  )
