import { unixSeconds } from '../../server/platform/values/clock.ts'
import { MissingPaymentRow } from '../../server/sales/payouts/list-missing-payments.manage.ts'
import { PayoutMovementRow } from '../../server/sales/payouts/list-payout-movements.manage.ts'
import { PayoutRow } from '../../server/sales/payouts/payout.ts'
import { PayoutPartRow } from '../../server/sales/payouts/retrieve-payout.manage.ts'
import { addPayout } from '../builders/payouts.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const onePayout = async (house: House, tenant: Tenant) => ({
  params: { payout_id: await addPayout(house, tenant) },
  ids: { 'params.payout_id': NOTHING },
})

async function listed(house: House, tenant: Tenant) {
  await addPayout(house, tenant)
  const now = unixSeconds(house.clock())
  return { filters: { status: 'paid', unix_start: now - 86_400, unix_end: now + 86_400 } }
}

export const payoutExamples: Record<string, OperationExample> = {
  listPayouts: {
    rows: [PayoutRow],
    make: async (house, tenant) => {
      const { filters } = await listed(house, tenant)
      return { filters: { ...filters, limit: 5 } }
    },
  },
  exportPayoutsCsv: { rows: 'any', make: listed },
  retrievePayout: { rows: [PayoutRow, PayoutPartRow], make: onePayout },
  listPayoutMovements: {
    rows: [PayoutRow, PayoutMovementRow],
    make: async (house, tenant) => ({
      ...(await onePayout(house, tenant)),
      filters: { kind: 'payment', matched: true },
    }),
  },
  listMissingPayments: {
    rows: [MissingPaymentRow],
    make: async (house, tenant) => {
      await addPayout(house, tenant)
      return { filters: { limit: 5 } }
    },
  },
}
