import { barcodeHash, importBarcodeKey } from '../../faces/scan/webcrypto.ts'

export const EVENT_ID = 5
export const GATE_ID = 3
const BARCODE_KEY = 'c2Nhbm5lci1xdWV1ZS10ZXN0'
export const TICKETS = ['T-ada', 'T-ben', 'T-cleo', 'T-dan']

const key = await importBarcodeKey(BARCODE_KEY)
const hashes = await Promise.all(TICKETS.map((barcode) => barcodeHash(key, barcode)))
/** What the service would answer to a scanner of these four tickets, which enter as often as they like. */
export const manifest = {
  as_of: 1_794_690_000,
  since: null,
  barcode_key: BARCODE_KEY,
  code_key: '',
  leave_code_hashes: [],
  event: {
    ...{ event_id: String(EVENT_ID), title: 'A match', event_status_id: 1, venue_id: '1' },
    ...{ doors_at: 0, starts_at: 1_794_690_000, ends_at: 2_000_000_000, membership_seat_map_id: null },
    rotating_barcodes: false,
  },
  public_keys: [],
  gates: [{ gate_id: GATE_ID, venue_id: '1', name: 'North', open: true, closed: false, directions: null }],
  price_categories: [{ price_category_id: 1, title: 'Stand', gate_ids: [] }],
  other_events: [],
  questions: [],
  prices: [{ price_id: 1, price_category_id: 1, title: 'Adult', scanning_flag: 3, concession: null, gate_check: null }],
  tickets: hashes.map((barcode_hash, index) => ({
    ...{ ticket_id: index + 1, order_id: index + 1, barcode_hash, ticket_status_id: 1, price_id: 1, ticket_name: '' },
    ...{ seat_section: null, seat_row: null, seat_title: null, valid_from: null, valid_until: null },
    ...{ entries: 0, exits: 0, inside: false },
  })),
  members: [],
}
