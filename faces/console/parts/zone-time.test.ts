import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedMoment, momentOf, wallTime } from './zone-time.ts'

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

test('an hour that the clock skips is the one after it, and one that comes twice is one of the two', () => {
  const at = (iso: string) => Date.parse(iso) / 1000
  // Sydney goes from 2:00 to 3:00 on 4 October, Berlin on 29 March.
  assert.equal(wallTime(momentOf('2026-10-04T02:30', 'Australia/Sydney'), 'Australia/Sydney'), '2026-10-04T03:30')
  assert.equal(wallTime(momentOf('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin'), '2026-03-29T03:30')
  // And back from 3:00 to 2:00 on 5 April.
  const twice = [at('2026-04-04T15:30:00Z'), at('2026-04-04T16:30:00Z')]
  assert.deepEqual(
    twice.map((unix) => wallTime(unix, 'Australia/Sydney')),
    ['2026-04-05T02:30', '2026-04-05T02:30'],
  )
  assert.ok(twice.includes(momentOf('2026-04-05T02:30', 'Australia/Sydney')))
})

test('an untouched field keeps its moment, in the hour that comes twice too', () => {
  for (const unix of [Date.parse('2026-04-04T15:30:00Z') / 1000, Date.parse('2026-04-04T16:30:00Z') / 1000]) {
    assert.equal(changedMoment(wallTime(unix, 'Australia/Sydney'), unix, 'Australia/Sydney'), unix)
    assert.equal(
      changedMoment('2026-04-05T12:00', unix, 'Australia/Sydney'),
      momentOf('2026-04-05T12:00', 'Australia/Sydney'),
    )
  }
  assert.equal(changedMoment(undefined, 5, 'Europe/Berlin'), null)
})
