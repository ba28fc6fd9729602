import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldBars } from './sold-bars.ts'

const sold = (day: string, memberships: number) => ({ day, memberships, agreed: 0 })

test('days without a sale have a bar too', () => {
  const { isByWeek, bars } = soldBars([sold('2031-03-30', 2), sold('2031-04-01', 1)])
  assert.equal(isByWeek, false)
  assert.deepEqual(
    bars.map(({ day, memberships }) => `${day} ${memberships}`),
    ['2031-03-30 2', '2031-03-31 0', '2031-04-01 1'],
  )
})

test('a long sale is by week, and none is lost', () => {
  const { isByWeek, bars } = soldBars([
    sold('2031-03-01', 2),
    sold('2031-03-07', 3),
    sold('2031-03-08', 1),
    sold('2031-07-01', 4),
  ])
  assert.equal(isByWeek, true)
  assert.deepEqual([bars[0]?.memberships, bars[1]?.memberships, bars.at(-1)?.memberships], [5, 1, 4])
  assert.equal(
    bars.reduce((sum, { memberships }) => sum + memberships, 0),
    10,
  )
})

test('nothing was sold yet', () => assert.deepEqual(soldBars([]).bars, []))
