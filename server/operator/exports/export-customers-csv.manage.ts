import { asImported, csvOperation } from './csv-operation.ts'

const config = { scope: 'customers:manage' } as const

export const exportCustomersCsv = csvOperation('customers', {
  operationId: 'exportCustomersCsv',
  ...config,
  description: asImported,
})
