import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRenew } from './may-renew.ts'

const event = {
  ...{ event_id: '5', title: 'A match', event_status_id: 1, venue_id: '1', membership_seat_map_id: null },
  ...{ doors_at: 1000, starts_at: 2000, ends_at: 3000, rotating_barcodes: false },
}

test('a new program waits while the doors of the event are open', () => {
  const states = [999, 1000, 2999, 3000].map((seconds) => mayRenew(0, { event }, seconds * 1000))
  assert.deepEqual(states, [true, false, false, true])
})

test('a new program waits for what is not uploaded', () => {
  assert.equal(mayRenew(1, { event }, 4_000_000), false)
  assert.equal(mayRenew(1, undefined, 0), false)
  assert.equal(mayRenew(0, undefined, 0), true)
})
