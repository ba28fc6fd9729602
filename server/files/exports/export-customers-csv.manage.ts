import { asImported, csvOperation } from './csv-operation.ts'
import { selections } from './selection.ts'

const config = { scope: 'customers:manage' } as const

export const exportCustomersCsv = csvOperation('customers', {
  operationId: 'exportCustomersCsv',
  ...config,
  description: asImported,
  query: selections.customers,
})
