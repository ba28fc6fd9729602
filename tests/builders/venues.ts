import { addRow, type Owner, type Store } from './rows.ts'

export const addVenue = (store: Store, owner: Owner): Promise<number> =>
  addRow(store, owner, 'venues', 'venue_id', { name: 'Harbour Park' })

export const addGate = (store: Store, owner: Owner, venueId: number): Promise<number> =>
  addRow(store, owner, 'gates', 'gate_id', { venue_id: venueId, name: 'North' })
