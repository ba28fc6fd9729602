import { asImported, csvOperation } from './csv-operation.ts'

const config = { scope: 'members:manage' } as const

export const exportMembersCsv = csvOperation('members', {
  operationId: 'exportMembersCsv',
  ...config,
  description: asImported,
})
