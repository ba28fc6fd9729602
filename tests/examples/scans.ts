import { ListedScanRow } from '../../server/gates/scan-log/listed-scan.ts'
import { addGateWithDevice, addScan } from '../builders/gates.ts'
import { addOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import type { OperationExample } from './example.ts'

export const scanExamples: Record<string, OperationExample> = {
  listEventScans: {
    rows: [ListedScanRow],
    make: async (house, tenant) => {
      const offer = await addOffer(house, tenant)
      const event_id = offer.eventId
      const gate = await addGateWithDevice(house, tenant)
      for (let scans = 0; scans < 3; scans += 1) {
        const { ticketId, barcode } = await addOrder(house, tenant, offer)
        await addScan(house, tenant, gate, { event_id, ticket_id: ticketId, barcode })
      }
      const times = { unix_start: 1_600_000_000, unix_end: 4_000_000_000 }
      const cursorFor = async (query: string) => {
        const { headers } = await house.call('GET', `/v1/events/${event_id}/scans?limit=1${query}`, { key: tenant.key })
        return new URL(headers.link?.slice(1).split('>')[0] ?? '', 'http://here').searchParams.get('cursor') ?? ''
      }
      const timed = `&unix_start=${times.unix_start}&unix_end=${times.unix_end}`
      return {
        params: { event_id },
        filters: { ...times, page_number: 2, limit: 1, include_sales: true, cursor: await cursorFor('') },
        together: { ...times, limit: 1, include_sales: true, cursor: await cursorFor(timed) },
        ids: { 'params.event_id': NOTHING },
      }
    },
  },
}
