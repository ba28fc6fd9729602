import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { OrderReference, requireOrder } from '../orders/create-order-note.manage.ts'
import { askAtOnce } from '../vat-checks/note-vat-checks.ts'
import { DocumentRecipient, findRecipient } from './recipient.ts'

export const checkDocumentRecipient: Operation = (app, deps) =>
  app.post(
    '/v1/manage/orders/:order_id/document_recipient/check',
    {
      config: { scope: 'orders:manage', mayConflict: true },
      schema: {
        operationId: 'checkDocumentRecipient',
        summary: 'Check the VAT number of an order’s document again',
        description:
          'The EU’s service is asked within a minute, also for an order that is not paid yet; the answer is in `vat_check`, and what it said before stays until then. 409 where there is no VAT number of the EU.',
        tags: ['Documents'],
        params: OrderReference,
        response: { 200: DocumentRecipient },
      },
    },
    (request, reply) => {
      const { orgId } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const orderId = await requireOrder(orgId, tx, request.params.order_id)
        if (!(await askAtOnce(orgId, tx, deps.clock(orgId), orderId)))
          throw new ApiError('state_conflict', { message: 'The document is for no VAT number of the EU.' })
        await record(tx, deps.clock, request, {
          action: 'order.vat_id_asked',
          objectType: 'order',
          objectId: orderId,
        })
        return findRecipient(orgId, tx, orderId)
      })
    },
  )
