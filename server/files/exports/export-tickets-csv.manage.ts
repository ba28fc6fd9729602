import { asShown, csvOperation, OfEvent } from './csv-operation.ts'

const config = { scope: 'orders:manage' } as const

export const exportTicketsCsv = csvOperation('tickets', {
  operationId: 'exportTicketsCsv',
  ...config,
  description: asShown,
  query: OfEvent,
})
