import { asShown, csvOperation } from './csv-operation.ts'
import { selections } from './selection.ts'

const config = { scope: 'orders:manage' } as const

export const exportOrdersCsv = csvOperation('orders', {
  operationId: 'exportOrdersCsv',
  ...config,
  description: `All that the list has for the same filters, in its order, or those of \`ids\`. ${asShown}`,
  query: selections.orders,
})
