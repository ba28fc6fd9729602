import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../harness/house.ts'
import { addClub, type Columns } from './schema-club.ts'

/** Rules that a single row states, and references that cross from one organisation to another: each refused on insert. */
const { sql } = await openTestDatabase()
const club = await addClub(sql)
const stranger = await addClub(sql)

const event = { title: 'Cup', currency: 'AUD', timezone: 'Australia/Sydney', starts_at: new Date('2030-01-02T00:00Z') }
const price = { event_id: club.eventId, price_category_id: club.categoryId, title: 'Child', price_minor: 500 }
const scan = {
  ...{ event_id: club.eventId, gate_id: club.gateId, device_id: club.deviceId, nonce: 'n', barcode: 'b' },
  ...{ direction: 'entry', result: 'unknown', scanned_at: new Date() },
}
const message = { type: 'order.completed', payload: '{}' }
const earlier = new Date('2030-01-01T00:00Z')

/** What is wrong, with the table and the row; everything else about the row is right. */
const wrongRows: [string, string, Columns][] = [
  ['an event that ends before it starts', 'events', { ...event, url_string: 'a', ends_at: earlier }],
  ['doors that open after the start', 'events', { ...event, url_string: 'a', doors_at: new Date('2030-01-03T00:00Z') }],
  ['an online event at a venue', 'events', { ...event, url_string: 'a', online_event: true, venue_id: club.venueId }],
  [
    'live reserved seating without a map',
    'events',
    { ...event, url_string: 'a', reserved_seating: true, event_status_id: 1 },
  ],
  ['an event status that is none', 'events', { ...event, url_string: 'a', event_status_id: 4 }],
  ['a currency that is none', 'events', { ...event, url_string: 'a', currency: 'aud' }],
  ['an address with spaces', 'events', { ...event, url_string: 'a b' }],
  ['an empty title', 'events', { ...event, url_string: 'a', title: '' }],
  [
    'a sale window that ends before it starts',
    'prices',
    { ...price, available_from: event.starts_at, available_until: earlier },
  ],
  ['a rebate above the fee', 'prices', { ...price, service_fee_minor: 100, rebate_minor: 101 }],
  ['several tickets in a price that is no group', 'prices', { ...price, tickets_included: 4 }],
  ['a negative price', 'prices', { ...price, price_minor: -1 }],
  ['a scanning flag that is none', 'prices', { ...price, scanning_flag: 4 }],
  ['a discount of two kinds', 'discounts', { code: 'A', basis_points: 1, amount_minor: 1, currency: 'AUD' }],
  ['a discount of no kind', 'discounts', { code: 'A' }],
  ['a discount above 100 %', 'discounts', { code: 'A', basis_points: 10_001 }],
  [
    'an order whose total is not its sum',
    'orders',
    { event_id: club.eventId, currency: 'AUD', price_minor: 1000, service_fee_minor: 100, total_minor: 1000 },
  ],
  [
    'a confirmed order that was never confirmed',
    'orders',
    { event_id: club.eventId, currency: 'AUD', price_minor: 0, total_minor: 0, order_status: 'confirmed' },
  ],
  ['an admission without a holder', 'scans', { ...scan, result: 'admitted' }],
  ['an annulment of nothing', 'scans', { ...scan, result: 'annulled' }],
  ['a result that is none', 'scans', { ...scan, result: 'maybe' }],
  ['a member status that is none', 'members', { ...member(), membership_member_status_id: 4 }],
  ['a colour that is none', 'membership_categories', { title: 'Gold', hex_color: 'gold' }],
  ['a message type with spaces', 'webhook_messages', { ...message, type: 'order completed' }],
]

for (const [what, table, columns] of wrongRows) {
  test(`is refused: ${what}`, () => assert.rejects(club.row(table, columns), { code: '23514' }))
}

/** Each row is right but for one id, which belongs to another organisation. */
const foreignRows: [string, string, Columns][] = [
  ["an event at another's venue", 'events', { ...event, url_string: 'a', venue_id: stranger.venueId }],
  ["an event on another's seat map", 'events', { ...event, url_string: 'a', seat_map_id: stranger.seatMapId }],
  ["a gate of another's venue", 'gates', { venue_id: stranger.venueId, name: 'Gate B' }],
  ["a category of another's event", 'price_categories', { event_id: stranger.eventId, title: 'Stand', capacity: 1 }],
  ["a price in another's category", 'prices', { ...price, price_category_id: stranger.categoryId }],
  ["an order of another's customer", 'orders', { ...order(), user_id: stranger.userId }],
  ["an order on another's event", 'orders', { ...order(), event_id: stranger.eventId }],
  ["a member behind another's customer", 'members', { ...member(), user_id: stranger.userId }],
  ["a member on another's seat", 'members', { ...member(), membership_seat_id: stranger.seatId }],
  ["a scan at another's gate", 'scans', { ...scan, gate_id: stranger.gateId }],
  ["a scan by another's device", 'scans', { ...scan, device_id: stranger.deviceId }],
  ["a scan of another's ticket", 'scans', { ...scan, ticket_id: await stranger.ticket() }],
  ["a refund of another's payment", 'refunds', { ...refund(), payment_id: await strangersPayment() }],
]

for (const [what, table, columns] of foreignRows) {
  test(`is refused: ${what}`, () => assert.rejects(club.row(table, columns), { code: '23503' }))
}

test('is refused: a category of one event in a price of another', () =>
  assert.rejects(club.row('prices', { ...price, event_id: club.otherEventId }), { code: '23503' }))

test('the rows that these were made from are all accepted', async () => {
  await club.row('events', { ...event, url_string: 'cup' })
  await club.row('prices', price)
  await club.row('orders', order())
  await club.row('members', member())
  await club.row('scans', scan)
  await club.row('webhook_messages', message)
  await club.row('refunds', { ...refund(), payment_id: await club.payment(await club.order()) })
})

function order() {
  return { event_id: club.eventId, currency: 'AUD', price_minor: 0, total_minor: 0 }
}

function member() {
  return { user_id: club.userId, first_name: 'Ada', last_name: 'Fan', member_number: 'M-1', barcode: 'M-1' }
}

function refund() {
  return { idempotency_key: 'k', amount_minor: 1 }
}

async function strangersPayment() {
  return stranger.payment(await stranger.order())
}
