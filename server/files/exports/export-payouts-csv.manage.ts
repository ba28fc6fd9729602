import { Payout, type PayoutRow, toPayout } from '../../payments/payouts/payout.ts'
import { findPayouts, PayoutFilters } from '../../payments/payouts/payout-list.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'figures:manage' } as const

export const exportPayoutsCsv = listFile({
  operationId: 'exportPayoutsCsv',
  ...config,
  name: 'payouts',
  summary: 'Export payouts as CSV',
  filters: PayoutFilters,
  item: Payout,
  page: ({ orgId, db }, filters, after: PayoutRow | undefined, most) =>
    findPayouts(orgId, db, filters, most, after && [after.microseconds, after.payout_id]),
  toItem: toPayout,
})
