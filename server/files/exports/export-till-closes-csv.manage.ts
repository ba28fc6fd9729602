import { CloseFilters, findCloses } from '../../payments/tills/list-till-closes.manage.ts'
import { TillClose, type TillCloseRow, toClose } from '../../payments/tills/till-close.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'box_office:manage' } as const

export const exportTillClosesCsv = listFile({
  operationId: 'exportTillClosesCsv',
  ...config,
  name: 'till-closes',
  summary: 'Export closes of tills as CSV',
  filters: CloseFilters,
  item: TillClose,
  page: ({ orgId, db }, filters, after: TillCloseRow | undefined, most) =>
    findCloses(orgId, db, filters, most, after?.till_close_id),
  toItem: toClose,
})
