import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentOf, wallTime } from './zone-time.ts'

test('a kick-off is a time of the venue, wherever it is written down', () => {
  const kickOff = Date.parse('2026-03-14T08:30:00Z') / 1000
  assert.equal(wallTime(kickOff, 'Australia/Sydney'), '2026-03-14T19:30')
  assert.equal(momentOf('2026-03-14T19:30', 'Australia/Sydney'), kickOff)
})

test('there and back is the same, on both sides of a change of the clock', () => {
  for (const zone of ['Australia/Sydney', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])
    for (const wall of ['2026-04-05T12:00', '2026-10-04T12:00', '2026-03-29T12:00', '2026-11-01T12:00'])
      assert.equal(wallTime(momentOf(wall, zone), zone), wall, `${wall} ${zone}`)
})
