import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/http/errors.ts'
import { planSeats } from './seat-plan.ts'

const seat = (title: string, more = {}) => ({ title, ...more })

/** The parameters that the plan is refused for. */
function refusals(sections: Parameters<typeof planSeats>[0]): string[] {
  try {
    planSeats(sections)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.toBody('', '').error.errors ?? []).map(({ param }) => param)
  }
  return []
}

test('a seat has the labels of its row and its section unless it has its own', () => {
  const { sections, seats } = planSeats([
    {
      title: 'North',
      level: '1',
      gate: 'A',
      rows: [{ title: 'AA', aisle: '7', gate: 'B', seats: [seat('1'), seat('2', { gate: 'C', aisle: '8' })] }],
    },
    { title: 'North', sub_section_title: 'Upper', rows: [{ seats: [seat('1')] }] },
  ])
  assert.deepEqual(sections, [
    { title: 'North', subSectionTitle: null, orderBy: 0, layout: undefined },
    { title: 'North', subSectionTitle: 'Upper', orderBy: 1, layout: undefined },
  ])
  const place = { rowPosition: 0, level: '1', row: 'AA', section: 0 }
  assert.deepEqual(seats, [
    { ...place, title: '1', aisle: '7', gate: 'B', seatPosition: 0, flags: null },
    { ...place, title: '2', aisle: '8', gate: 'C', seatPosition: 1, flags: null },
    {
      ...{ section: 1, row: null, title: '1', aisle: null, level: null, gate: null },
      ...{ rowPosition: 0, seatPosition: 0, flags: null },
    },
  ])
})

test('a gap that the map names stays a gap for the seats that follow', () => {
  const { seats } = planSeats([
    { title: 'N', rows: [{ position: 3, seats: [seat('1'), seat('2', { position: 5 }), seat('3')] }] },
  ])
  assert.deepEqual(
    seats.map(({ rowPosition, seatPosition }) => [rowPosition, seatPosition]),
    [
      [3, 0],
      [3, 5],
      [3, 6],
    ],
  )
})

test('a section, a row or a seat that is there twice, or in one place twice, is refused by name', () => {
  const row = { title: 'A', seats: [seat('1')] }
  assert.deepEqual(
    refusals([
      { title: 'N', rows: [row] },
      { title: 'N', rows: [row] },
    ]),
    ['sections[1][title]'],
  )
  assert.deepEqual(refusals([{ title: 'N', rows: [row, row] }]), ['sections[0][rows][1][title]'])
  assert.deepEqual(refusals([{ title: 'N', rows: [row, { ...row, title: 'B', position: 0 }] }]), [
    'sections[0][rows][1][position]',
  ])
  assert.deepEqual(refusals([{ title: 'N', rows: [{ seats: [seat('1'), seat('1'), seat('2', { position: 0 })] }] }]), [
    'sections[0][rows][0][seats][1][title]',
    'sections[0][rows][0][seats][2][position]',
  ])
})

test('more seats than a stadium has are refused', () => {
  const seats = Array.from({ length: 1000 }, (_, n) => seat(String(n)))
  const rows = Array.from({ length: 61 }, (_, n) => ({ title: String(n), seats }))
  assert.deepEqual(refusals([{ title: 'N', rows }]), ['sections'])
  assert.equal(planSeats([{ title: 'N', rows: rows.slice(1) }]).seats.length, 60_000)
})
