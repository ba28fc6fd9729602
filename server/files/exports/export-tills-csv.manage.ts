import { Type } from 'typebox'
import { findTills } from '../../payments/tills/list-tills.manage.ts'
import { Till, type TillRow, toTill } from '../../payments/tills/till.ts'
import { Input, OneOf } from '../../platform/http/schema.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'box_office:manage' } as const

export const exportTillsCsv = listFile({
  operationId: 'exportTillsCsv',
  ...config,
  name: 'tills',
  summary: 'Export tills as CSV',
  filters: Input({ status: Type.Optional(OneOf(['open', 'closed'])) }),
  item: Till,
  page: ({ orgId, db }, { status }, after: TillRow | undefined, most) =>
    findTills(orgId, db, most - 1, { status, openedBy: undefined, before: after?.till_id }),
  toItem: toTill,
})
