import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingOf } from './publishing.ts'

const whole = {
  event: {
    event_start_unix: 1000,
    event_end_unix: null,
    public_event: true,
    banner_image: 'https://club.example/derby.webp',
    images: [],
    description: 'The derby.',
    reserved_seating: true,
  },
  pools: [{ capacity: 100, seat_section_ids: [7] }],
  prices: [{ show_online: true, price_status: 'active' as const, total: 20 }],
  organisation: { mode: 'live' as const, payment_account_id: 'acct_1' },
  now: 999,
}

test('nothing is missing of an event that fans can find and buy', () => {
  assert.deepEqual(missingOf(whole), [])
})

test('what keeps fans from buying comes before what it only lacks', () => {
  const event = { ...whole.event, banner_image: null, description: null, public_event: false }
  const pools = [{ capacity: 0, seat_section_ids: [] }]
  assert.deepEqual(missingOf({ ...whole, event, pools, prices: [], now: 1000 }), [
    'isOver',
    'noPrices',
    'noSections',
    'noPlaces',
    'notPublic',
    'noPicture',
    'noDescription',
  ])
})

test('a live club without an account is told, and neither a sandbox nor who sells for nothing', () => {
  const without = { ...whole.organisation, payment_account_id: null }
  assert.deepEqual(missingOf({ ...whole, organisation: without }), ['noPayments'])
  assert.deepEqual(missingOf({ ...whole, organisation: { ...without, mode: 'test' } }), [])
  const free = [{ show_online: true, price_status: 'active' as const, total: 0 }]
  assert.deepEqual(missingOf({ ...whole, organisation: without, prices: free }), [])
})
