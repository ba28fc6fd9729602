import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfDay } from './membership-end.ts'

const ends = (date: string, zone: string) => endOfDay(date, zone).toISOString()

test('a membership ends with the midnight after its last day, on the local clock', () => {
  assert.equal(ends('2026-06-30', 'UTC'), '2026-07-01T00:00:00.000Z')
  assert.equal(ends('2026-06-30', 'Australia/Sydney'), '2026-06-30T14:00:00.000Z')
  assert.equal(ends('2026-12-31', 'America/New_York'), '2027-01-01T05:00:00.000Z')
  assert.equal(ends('2026-06-30', 'Asia/Kathmandu'), '2026-06-30T18:15:00.000Z')
})

test('the offset is that of the end, on a day on which clocks change', () => {
  // Sydney leaves daylight saving at 3 o'clock of 5 April 2026, New York enters it at 2 o'clock of 8 March.
  assert.equal(ends('2026-04-04', 'Australia/Sydney'), '2026-04-04T13:00:00.000Z')
  assert.equal(ends('2026-04-05', 'Australia/Sydney'), '2026-04-05T14:00:00.000Z')
  assert.equal(ends('2026-03-07', 'America/New_York'), '2026-03-08T05:00:00.000Z')
  assert.equal(ends('2026-03-08', 'America/New_York'), '2026-03-09T04:00:00.000Z')
})

test('where clocks jump over midnight, the last day ends when they jump, and not an hour before', () => {
  assert.equal(ends('2026-09-05', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
  assert.equal(ends('2026-03-07', 'America/Havana'), '2026-03-08T05:00:00.000Z')
  assert.equal(ends('2026-04-23', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  // And back: the hour before midnight comes twice.
  assert.equal(ends('2026-04-04', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
})
