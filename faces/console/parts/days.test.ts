import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, localDay } from './days.ts'

const NOON = Date.parse('2026-10-05T01:00:00Z') / 1000

test('every day is there once, over a change of the clock too, and what was sold stands on its own', () => {
  const sold = [
    { date: '2026-10-04', tickets: 2, orders: 1, gross_sales: 50 },
    { date: '2026-10-04', tickets: 1, orders: 1, gross_sales: 25 },
  ]
  assert.deepEqual(byDay(sold, 'Australia/Sydney', 3, NOON), [
    { date: '2026-10-03', tickets: 0, orders: 0, gross: 0 },
    { date: '2026-10-04', tickets: 3, orders: 2, gross: 75 },
    { date: '2026-10-05', tickets: 0, orders: 0, gross: 0 },
  ])
})

test('the day is that of the zone', () => {
  assert.equal(localDay(NOON, 'Australia/Sydney'), '2026-10-05')
  assert.equal(localDay(NOON, 'America/New_York'), '2026-10-04')
})
