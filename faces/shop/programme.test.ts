import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countdownTo, leftAt, standingOf } from './programme.ts'

const event = (columns: object = {}, offer: object = {}) => ({
  ...{ event_status_id: '1', event_start_unix: 1000, event_end_unix: null, ...columns },
  offer: { sale: 'open', few_left: false, ...offer },
})

test('a line says what matters most: cancelled, over, and else how its tickets are sold', () => {
  assert.equal(standingOf(event(), 500), 'open')
  assert.equal(standingOf(event({}, { few_left: true }), 500), 'few')
  assert.equal(standingOf(event({}, { sale: 'scheduled' }), 500), 'scheduled')
  assert.equal(standingOf(event({ event_end_unix: 2000 }, { sale: 'sold_out' }), 2000), 'over')
  assert.equal(standingOf(event(), 1000 + 86_399), 'open')
  assert.equal(standingOf(event({ event_status_id: '3', event_end_unix: 2000 }), 3000), 'cancelled')
})

test('the last two days before a sale are counted down to the second, and nothing before or after', () => {
  assert.equal(countdownTo(3849, 0), '1:04:09')
  assert.equal(countdownTo(69, 0.4), '1:09')
  assert.deepEqual([countdownTo(10, 10), countdownTo(200_000, 0)], [undefined, undefined])
})

test('only what this page wrote into the history is read from it', () => {
  assert.deepEqual(leftAt({ programme: { scroll: 7, count: 20, event: '3' } }), { scroll: 7, count: 20, event: '3' })
  assert.deepEqual([leftAt(null), leftAt({}), leftAt(undefined)], [undefined, undefined, undefined])
})
