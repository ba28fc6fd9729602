import { MissingPaymentRow } from '../../server/payments/payouts/list-missing-payments.manage.ts'
import { PayoutMovementRow } from '../../server/payments/payouts/list-payout-movements.manage.ts'
import { PayoutRow } from '../../server/payments/payouts/payout.ts'
import { PayoutPartRow } from '../../server/payments/payouts/retrieve-payout.manage.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { addMovement, addPayout } from '../builders/payouts.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'
import { secondPage } from './second-page.ts'

const onePayout = async (house: House, tenant: Tenant) => ({
  params: { payout_id: await addPayout(house, tenant) },
  ids: { 'params.payout_id': NOTHING },
})

async function listed(house: House, tenant: Tenant) {
  await addPayout(house, tenant)
  const now = unixSeconds(house.clock())
  return { filters: { status: 'paid', missing_at_bank: false, unix_start: now - 86_400, unix_end: now + 86_400 } }
}

export const payoutExamples: Record<string, OperationExample> = {
  listPayouts: {
    rows: [PayoutRow],
    make: async (house, tenant) => {
      await addPayout(house, tenant)
      const { filters } = await listed(house, tenant)
      const path = '/v1/manage/payouts'
      return {
        filters: { ...filters, ...(await secondPage(house, tenant, path)) },
        together: { ...filters, ...(await secondPage(house, tenant, path, filters)) },
      }
    },
  },
  exportPayoutsCsv: { rows: 'any', make: listed },
  retrievePayout: { rows: [PayoutRow, PayoutPartRow], make: onePayout },
  listPayoutMovements: {
    rows: [PayoutRow, PayoutMovementRow],
    make: async (house, tenant) => {
      const { params, ids } = await onePayout(house, tenant)
      await addMovement(house, tenant, params.payout_id)
      const path = `/v1/manage/payouts/${params.payout_id}/movements`
      const filters = { kind: 'payment', matched: true }
      return {
        params,
        ids,
        filters: { ...filters, ...(await secondPage(house, tenant, path)) },
        together: { ...filters, ...(await secondPage(house, tenant, path, filters)) },
      }
    },
  },
  listMissingPayments: {
    rows: [MissingPaymentRow],
    make: async (house, tenant) => {
      await addPayout(house, tenant)
      await addPayout(house, tenant)
      return { filters: await secondPage(house, tenant, '/v1/manage/missing_payments') }
    },
  },
}
