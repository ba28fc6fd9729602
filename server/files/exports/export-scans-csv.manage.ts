import { asShown, csvOperation, OfEvent } from './csv-operation.ts'

const config = { scope: 'gates:manage' } as const

export const exportScansCsv = csvOperation('scans', {
  operationId: 'exportScansCsv',
  ...config,
  description: asShown,
  query: OfEvent,
})
