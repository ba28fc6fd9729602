import { asShown, csvOperation } from './csv-operation.ts'

const config = { scope: 'orders:manage' } as const

export const exportOrdersCsv = csvOperation('orders', {
  operationId: 'exportOrdersCsv',
  ...config,
  description: asShown,
  ofEvent: true,
})
