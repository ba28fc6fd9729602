import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTEMPTS_MAX, delayAfter, readRetryAfter } from './schedule.ts'

const SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

test('the waits are those of the schedule, never shorter, at most a fifth longer, and end after ten attempts', () => {
  for (const [index, seconds] of SECONDS.entries()) {
    assert.equal(delayAfter(index + 1, undefined, 0), seconds * 1000)
    assert.equal(delayAfter(index + 1, undefined, 1), seconds * 1200)
  }
  assert.equal(delayAfter(ATTEMPTS_MAX, undefined, 0), undefined)
  assert.equal(ATTEMPTS_MAX, 10)
})

test('Retry-After can make a wait longer, up to an hour or twice the wait, and never shorter', () => {
  assert.equal(delayAfter(1, 120_000, 0), 120_000)
  assert.equal(delayAfter(1, 86_400_000, 0), 3_600_000)
  assert.equal(delayAfter(4, 86_400_000, 0), 14_400_000)
  assert.equal(delayAfter(4, 1000, 0), 7_200_000)
  assert.equal(delayAfter(2, 0, 0), 300_000)
})

test('Retry-After is seconds or a date; anything else is not there', () => {
  const now = new Date('2026-03-14T08:30:00Z')
  assert.equal(readRetryAfter('120', now), 120_000)
  assert.equal(readRetryAfter(['7'], now), 7000)
  assert.equal(readRetryAfter('Sat, 14 Mar 2026 08:31:00 GMT', now), 60_000)
  assert.equal(readRetryAfter('Sat, 14 Mar 2026 08:29:00 GMT', now), 0)
  for (const text of [undefined, '', 'soon', '-1', '1.5', '99999999999'])
    assert.equal(readRetryAfter(text, now), undefined)
})
