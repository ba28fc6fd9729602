import type { Operation } from '../../platform/operation.ts'
import { OrderReference, requireOrder } from '../orders/create-order-note.manage.ts'
import { DocumentRecipient, findRecipient } from './recipient.ts'

export const retrieveDocumentRecipient: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/orders/:order_id/document_recipient',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'retrieveDocumentRecipient',
        summary: 'Retrieve for whom the document of an order is',
        description: 'As the buyer or staff have said it.',
        tags: ['Documents'],
        params: OrderReference,
        response: { 200: DocumentRecipient },
      },
    },
    async ({ orgId, params }) => findRecipient(orgId, sql, await requireOrder(orgId, sql, params.order_id)),
  )
