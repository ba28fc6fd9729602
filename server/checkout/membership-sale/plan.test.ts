import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { dueAt } from '../../ledger/ledger/due-dates.ts'
import { addMonths, yearsBetween } from '../../platform/values/calendar.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { laterMinor, planOf } from './plan.ts'

test('a month that has no such day ends with its last', () => {
  assert.equal(addMonths('2027-01-31', 1), '2027-02-28')
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29')
  assert.equal(addMonths('2027-01-31', 2), '2027-03-31', 'by months from the first day, not from the one before')
  assert.equal(addMonths('2026-11-30', 3), '2027-02-28')
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15')
})

test('who is born on 29 February has a birthday every year', () => {
  assert.equal(yearsBetween('2008-02-29', '2026-02-28'), 17)
  assert.equal(yearsBetween('2008-02-29', '2026-03-01'), 18)
})

test('a plan stops at its fixed end, and is none where only today is left', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const rule = { number_of_instalments: 10, months_between: 1, fixed_end_date: new Date('2027-01-20T12:00:00Z') }
  const plan = planOf(1000, rule, { now, zone: 'UTC' })
  assert.deepEqual(
    plan?.map(({ due_on }) => due_on),
    ['2026-11-15', '2026-12-15', '2027-01-15'],
  )
  assert.equal(planOf(1000, { ...rule, fixed_end_date: now }, { now, zone: 'UTC' }), null)
})

const START = Date.UTC(2026, 0, 1)

test('plans add up, in whole minor units, on days that ascend, whatever the amount, the number, the day and the zone', () => {
  const anyPlan = fc.record({
    amountMinor: fc.integer({ min: 0, max: 3_000_000 }),
    now: fc.integer({ min: START, max: START + 900 * DAY_MS }).map((at) => new Date(at)),
    zone: fc.constantFrom('UTC', 'Australia/Adelaide', 'America/St_Johns', 'Europe/Berlin', 'Pacific/Apia'),
    number_of_instalments: fc.integer({ min: 1, max: 60 }),
    months_between: fc.integer({ min: 1, max: 12 }),
    daysToEnd: fc.option(fc.integer({ min: -30, max: 900 })),
  })
  fc.assert(
    fc.property(anyPlan, ({ amountMinor, now, zone, daysToEnd, ...rule }) => {
      const fixed_end_date = daysToEnd === null ? null : new Date(now.getTime() + daysToEnd * DAY_MS)
      const plan = planOf(amountMinor, { ...rule, fixed_end_date }, { now, zone })
      if (plan === null) return
      const first = plan[0]?.amount_minor ?? 0
      assert.equal(first + laterMinor(plan), amountMinor)
      assert.ok(plan.every(({ amount_minor }) => amount_minor > 0 && first - amount_minor <= 1))
      assert.equal(plan[0]?.due_on, localDate(now, zone))
      const ends = plan.map(({ due_on }) => dueAt(due_on, zone).getTime())
      assert.ok(ends.every((end, index) => index === 0 || end > (ends[index - 1] ?? 0)))
      // The day that an instalment is due on is not over before it is.
      assert.ok(ends.every((end, index) => localDate(new Date(end - 1000), zone) === plan[index]?.due_on))
    }),
    { numRuns: 5000 },
  )
})
