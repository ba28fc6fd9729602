import { asImported, csvOperation } from './csv-operation.ts'
import { selections } from './selection.ts'

const config = { scope: 'members:manage' } as const

export const exportMembersCsv = csvOperation('members', {
  operationId: 'exportMembersCsv',
  ...config,
  description: asImported,
  query: selections.members,
})
