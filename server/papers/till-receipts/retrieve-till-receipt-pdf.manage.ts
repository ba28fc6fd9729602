import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { sendDrawn } from '../documents/document-files.ts'
import { pdfAnswer } from '../ticket-files/layout-query.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'
import { drawTillReceipt } from './draw-till-receipt.ts'
import { readPrintedReceipt } from './read-printed-receipt.ts'

export const retrieveTillReceiptPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/till_receipts/:till_receipt_id/receipt.pdf',
    {
      config: { scope: 'box_office:manage', shows: 'nothing' },
      schema: {
        operationId: 'retrieveTillReceiptPdf',
        summary: 'Retrieve a receipt of a counter as a PDF',
        description:
          'For a printer of rolls, 80 mm wide: what was sold, its tax, the rounding, and what the device has signed.',
        tags: ['Box office'],
        params: Input({ till_receipt_id: Id() }),
        response: { 200: pdfAnswer('The receipt') },
      },
    },
    async ({ orgId, params }, reply) => {
      const receipt = await readPrintedReceipt(orgId, deps.sql, params.till_receipt_id)
      if (!receipt) throw new ApiError('resource_missing')
      const name = `receipt-${receipt.row.name}-${receipt.row.receipt_number}`
      return sendDrawn(deps, orgId, name, () => drawTillReceipt(deps.typefaces, receipt), reply)
    },
  )
