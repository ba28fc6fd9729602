import type { Operation } from '../../platform/operation.ts'
import { AccountingSettings, findAccounting } from '../exports/accounting-settings.ts'

export const retrieveAccountingSettings: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/accounting_settings',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'retrieveAccountingSettings',
        summary: 'Retrieve what the accountant calls the accounts of the books',
        description: 'The accountant’s number for each account of the books, and what DATEV asks for.',
        tags: ['Documents'],
        response: { 200: AccountingSettings },
      },
    },
    ({ orgId }) => findAccounting(orgId, sql),
  )
