import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { findTransferAccount, TransferAccount, toTransferAccount } from './transfer-account.ts'

export const retrieveTransferAccount: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/payment_account/transfer',
    {
      config: { scope: 'payments:manage' },
      schema: {
        operationId: 'retrieveTransferAccount',
        summary: 'Retrieve where fans transfer to',
        description:
          'The account of the organisation for bank transfers, whether they are offered, and how long places wait.',
        tags: ['Payments'],
        response: { 200: TransferAccount },
      },
    },
    async ({ orgId }) => {
      const [row] = await findTransferAccount(orgId, sql)
      if (!row) throw new ApiError('resource_missing')
      return toTransferAccount(row)
    },
  )
