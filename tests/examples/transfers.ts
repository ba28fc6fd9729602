import { AwaitedTransferRow } from '../../server/checkout/transfers/own-transfer.ts'
import { TransferAccountRow } from '../../server/checkout/transfers/transfer-account.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { NOTHING } from '../builders/rows.ts'
import { IBAN, offerTransfers, orderByTransfer } from '../builders/transfers.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

async function awaited(house: House, tenant: Tenant) {
  await offerTransfers(house, tenant)
  const { orderId } = await orderByTransfer(house, tenant)
  return { params: { order_id: orderId }, ids: { 'params.order_id': NOTHING } }
}

const account = {
  switched_on: true,
  iban: IBAN,
  account_holder: 'Riverside FC',
  days: 7,
  days_before_event: 5,
}

export const transferExamples: Record<string, OperationExample> = {
  retrieveTransferAccount: { rows: [TransferAccountRow] },
  changeTransferAccount: {
    rows: [TransferAccountRow],
    make: async () => ({ body: account, otherBody: { ...account, days: 10 } }),
  },
  retrieveOwnTransfer: {
    publishable: true,
    rows: [AwaitedTransferRow, TransferAccountRow],
    make: async (house, tenant) => {
      await offerTransfers(house, tenant)
      return { headers: (await orderByTransfer(house, tenant)).headers }
    },
  },
  recordTransferOrder: {
    rows: 'any',
    make: async (house, tenant) => ({
      ...(await awaited(house, tenant)),
      body: { note: 'line 12 of the statement' },
      otherBody: { note: 'line 13' },
    }),
  },
  extendTransferOrder: {
    rows: 'any',
    make: async (house, tenant) => {
      const inDays = (days: number) => Math.floor((house.clock().getTime() + days * DAY_MS) / 1000)
      return {
        ...(await awaited(house, tenant)),
        body: { expires_at: inDays(20) },
        otherBody: { expires_at: inDays(10) },
      }
    },
  },
  cancelTransferOrder: { rows: 'any', make: awaited },
}
