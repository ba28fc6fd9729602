import { ListedScanRow } from '../../server/gates/scan-log/listed-scan.ts'
import { addRow, NOTHING, unique } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'
import { addOffer, addOrder } from './orders.ts'
import { addGate, addVenue } from './venues.ts'

export type Gate = { gate_id: number; device_id: number }

export async function addGateWithDevice(house: House, tenant: Tenant): Promise<Gate> {
  const gate_id = await addGate(house, tenant, await addVenue(house, tenant))
  return { gate_id, device_id: await addRow(house, tenant, 'devices', 'device_id', { name: 'Scanner' }) }
}

type Scanned = { event_id: number; ticket_id: number; barcode: string; scanned_at?: Date }

/** A ticket that was let in. */
export const addScan = (house: House, tenant: Tenant, gate: Gate, scanned: Scanned) =>
  addRow(house, tenant, 'scans', 'scan_id', {
    nonce: unique('scan'),
    direction: 'entry',
    result: 'admitted',
    scanned_at: new Date('2030-03-16T08:00:00Z'),
    ...gate,
    ...scanned,
  })

export const scanExamples: Record<string, OperationExample> = {
  listEventScans: {
    rows: [ListedScanRow],
    make: async (house, tenant) => {
      const offer = await addOffer(house, tenant)
      const { event_id } = offer
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
