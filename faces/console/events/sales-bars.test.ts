import assert from 'node:assert/strict'
import { test } from 'node:test'
import { salesBars } from './sales-bars.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const bucket = { start: 0, date: '', hour: null, days_before: null, gross_sales: 0 }

test('every day has a bar, beside what an earlier event had sold as long before it', () => {
  const sold = {
    timezone: 'Australia/Sydney',
    data: [{ ...bucket, date: '2026-10-04', gross_sales: 50 }],
    compared: {
      data: [
        { ...bucket, date: '2025-03-01', days_before: 3, gross_sales: 20 },
        { ...bucket, date: '2025-03-02', days_before: 2, gross_sales: 30 },
      ],
    },
  }
  const when = {
    interval: 'day' as const,
    bars: 3,
    eventStart: at('2026-10-07T08:00:00Z'),
    now: at('2026-10-05T01:00:00Z'),
  }
  assert.deepEqual(
    salesBars(sold, when).map(({ key, value, compared }) => [key, value, compared]),
    [
      ['2026-10-03', 0, 0],
      ['2026-10-04', 50, 20],
      ['2026-10-05', 0, 30],
    ],
  )
})

test('the hour that comes twice is two bars, and a zone of half an hour has its own', () => {
  const first = at('2026-04-04T15:00:00Z')
  const sold = {
    timezone: 'Australia/Sydney',
    data: [
      { ...bucket, start: first, date: '2026-04-05', hour: 2, gross_sales: 10 },
      { ...bucket, start: first + 3600, date: '2026-04-05', hour: 2, gross_sales: 20 },
    ],
  }
  const when = { interval: 'hour' as const, bars: 3, eventStart: first + 86_400, now: at('2026-04-04T16:40:00Z') }
  assert.deepEqual(
    salesBars(sold, when).map(({ label, value }) => [label, value]),
    [
      ['2026-04-05 1:00', 0],
      ['2026-04-05 2:00', 10],
      ['2026-04-05 2:00', 20],
    ],
  )
  const kolkata = salesBars(
    { timezone: 'Asia/Kolkata', data: [] },
    { ...when, bars: 1, now: at('2026-04-04T16:40:00Z') },
  )
  assert.equal(kolkata[0]?.key, String(at('2026-04-04T16:30:00Z')))
})
