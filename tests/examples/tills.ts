import { TillReceiptRow } from '../../server/papers/till-receipts/till-receipt.ts'
import { FiscalSettingsRow } from '../../server/payments/fiscal/fiscal-settings.ts'
import { UndrawnReceiptRow } from '../../server/payments/tills/draw-receipts.ts'
import { ClosedTaxRow } from '../../server/payments/tills/sum-receipts.ts'
import { TillRow } from '../../server/payments/tills/till.ts'
import { TillCloseRow } from '../../server/payments/tills/till-close.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'
import { secondPage } from './second-page.ts'

async function aTill(house: House, tenant: Tenant, name = unique('counter')): Promise<Example> {
  const { body } = await house.call('POST', '/v1/manage/tills', {
    key: tenant.key,
    body: { name, float: 100 },
  })
  return { params: { till_id: body.till_id }, ids: { 'params.till_id': NOTHING } }
}

async function aClose(house: House, tenant: Tenant, name?: string): Promise<Example> {
  const { params } = await aTill(house, tenant, name)
  const path = `/v1/manage/tills/${params?.till_id}`
  const body = { counted: 99.5, note: 'A coin fell.' }
  const closed = await house.call('POST', `${path}/close`, { key: tenant.key, body })
  return { params: { till_close_id: closed.body.till_close_id }, ids: { 'params.till_close_id': NOTHING } }
}

/** For cash, from a till of its own, and handed back: two receipts. */
async function aSale(house: House, tenant: Tenant) {
  const { params } = await aTill(house, tenant)
  const { priceId } = await addOffer(house, tenant)
  const body = { items: [{ price_id: priceId }], payment_method: 'cash', till_id: params?.till_id }
  const { body: order } = await house.call('POST', '/v1/manage/orders', { key: tenant.key, body })
  const refund = { till_id: params?.till_id }
  await house.call('POST', `/v1/manage/orders/${order.order_id}/refunds`, { key: tenant.key, body: refund })
  const path = `/v1/manage/till_receipts?order_id=${order.order_id}`
  const [receipt] = (await house.call('GET', path, { key: tenant.key })).body.data
  return { tillId: receipt.till_id, orderId: order.order_id, receiptId: receipt.till_receipt_id }
}

export const tillExamples: Record<string, OperationExample> = {
  listTills: {
    rows: [TillRow],
    make: async (house, tenant) => {
      for (let tills = 0; tills < 2; tills += 1) await aTill(house, tenant)
      const path = '/v1/manage/tills?limit=1'
      const first = await house.call('GET', path, { key: tenant.key })
      const open = await house.call('GET', `${path}&status=open&mine=true`, { key: tenant.key })
      return {
        filters: { status: 'open', mine: true, limit: 1, cursor: first.body.next_cursor },
        together: { status: 'open', mine: true, limit: 1, cursor: open.body.next_cursor },
      }
    },
  },
  openTill: {
    rows: [TillRow],
    make: async () => ({
      body: { name: unique('counter'), float: 100 },
      otherBody: { name: unique('counter'), float: 50.5 },
    }),
  },
  retrieveTill: { rows: [TillRow], make: (house, tenant) => aTill(house, tenant) },
  moveCash: {
    rows: [TillRow],
    besides: ['tills:manage'],
    make: async (house, tenant) => ({
      ...(await aTill(house, tenant)),
      body: { movement: 'drop', amount: 20, reason: 'to the safe' },
      otherBody: { movement: 'deposit', amount: 20 },
    }),
  },
  closeTill: {
    rows: [TillRow, TillCloseRow, ClosedTaxRow, FiscalSettingsRow, UndrawnReceiptRow],
    besides: ['tills:manage'],
    make: async (house, tenant) => ({
      ...(await aTill(house, tenant)),
      body: { counted: 100 },
      otherBody: { counted: 99.5, note: 'Somebody was given too much.' },
    }),
  },
  listTillCloses: {
    rows: [TillCloseRow],
    make: async (house, tenant) => {
      const name = unique('counter')
      for (let closes = 0; closes < 2; closes += 1) await aClose(house, tenant, name)
      const path = '/v1/manage/till_closes'
      const filters = { name, unix_start: 1, unix_end: 4_000_000_000 }
      return {
        filters: { ...filters, ...(await secondPage(house, tenant, path)) },
        together: { ...filters, ...(await secondPage(house, tenant, path, filters)) },
      }
    },
  },
  listTillReceipts: {
    rows: [TillReceiptRow],
    make: async (house, tenant) => {
      const { orderId, tillId } = await aSale(house, tenant)
      const path = '/v1/manage/till_receipts'
      const wanted = { till_id: tillId, order_id: orderId }
      return {
        filters: { ...wanted, ...(await secondPage(house, tenant, path)) },
        together: {
          ...wanted,
          ...(await secondPage(house, tenant, path, { till_id: `${tillId}`, order_id: `${orderId}` })),
        },
        ids: { 'filters.till_id': NOTHING, 'filters.order_id': NOTHING },
      }
    },
  },
  retrieveTillReceiptPdf: {
    rows: 'any',
    make: async (house, tenant) => {
      const { receiptId } = await aSale(house, tenant)
      return { params: { till_receipt_id: receiptId }, ids: { 'params.till_receipt_id': NOTHING } }
    },
  },
  retrieveTillClose: { rows: [TillCloseRow], make: (house, tenant) => aClose(house, tenant) },
  exportTillClosesCsv: {
    rows: 'any',
    make: async () => ({ filters: { name: 'Window 1', unix_start: 1, unix_end: 4_000_000_000 } }),
  },
}
