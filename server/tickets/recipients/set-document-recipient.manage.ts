import { record } from '../../access/audit/record.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { OrderReference, requireOrder } from '../orders/create-order-note.manage.ts'
import { DocumentRecipient, findRecipient, RecipientBody, storeRecipient, toRecipientRow } from './recipient.ts'
import { takeOverAddress } from './take-over-address.ts'

export const setDocumentRecipient: Operation = (app, deps) =>
  app.put(
    '/v1/manage/orders/:order_id/document_recipient',
    {
      config: { scope: 'orders:manage', mayConflict: true },
      schema: {
        operationId: 'setDocumentRecipient',
        summary: 'Say for whom the document of an order is',
        description:
          'It becomes an invoice with this address instead of a receipt, and fills in the customer’s own where none is known. 409 once it is issued: a document is never changed.',
        tags: ['Documents'],
        params: OrderReference,
        body: RecipientBody,
        response: { 200: DocumentRecipient },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const orderId = await requireOrder(orgId, tx, request.params.order_id)
        await storeRecipient(orgId, tx, deps.clock(orgId), orderId, body)
        // Without the address, which is of a person: the log could not forget it.
        await record(tx, deps.clock, request, {
          action: 'order.document_recipient_set',
          objectType: 'order',
          objectId: orderId,
          after: { country: body.country },
        })
        await takeOverAddress({ ...deps, orgId, tx, request }, orderId, toRecipientRow(body))
        return findRecipient(orgId, tx, orderId)
      })
    },
  )
