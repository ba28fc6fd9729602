import type { Operation } from '../../platform/operation.ts'
import { orderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { OwnTransfer, readOwnTransfer } from './own-transfer.ts'

export const retrieveOwnTransfer: Operation = (app, { sql, seal }) =>
  app.get(
    '/v1/storefront/transfer',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveOwnTransfer',
        summary: 'Retrieve how to pay the buyer’s own order by transfer',
        description:
          'Of an order that was checked out with payment_method bank_transfer: account, reference and deadline, and what became of it. 404 of any other.',
        tags: ['Storefront'],
        headers: SecretHeader,
        response: { 200: OwnTransfer },
      },
    },
    async ({ orgId, headers }) => readOwnTransfer(orgId, sql, await orderOfSecret({ sql, seal }, orgId, headers)),
  )
