import { addRow, type Owner, type Store, unique } from './rows.ts'
import { addGate, addVenue } from './venues.ts'

export const addDevice = (store: Store, owner: Owner): Promise<number> =>
  addRow(store, owner, 'devices', 'device_id', { name: unique('Scanner') })

export type StaffedGate = { gate_id: number; device_id: number }

/** A gate of a venue of its own, with a scanner. */
export async function addGateWithDevice(store: Store, owner: Owner): Promise<StaffedGate> {
  const gate_id = await addGate(store, owner, await addVenue(store, owner))
  return { gate_id, device_id: await addDevice(store, owner) }
}

type Scanned = { event_id: number; ticket_id: number; barcode: string; scanned_at?: Date }

/** A ticket that was let in. */
export const addScan = (store: Store, owner: Owner, gate: StaffedGate, scanned: Scanned): Promise<number> =>
  addRow(store, owner, 'scans', 'scan_id', {
    nonce: unique('scan'),
    direction: 'entry',
    result: 'admitted',
    scanned_at: new Date('2030-03-16T08:00:00Z'),
    ...gate,
    ...scanned,
  })
