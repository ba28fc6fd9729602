import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { drawSections, type MapSeat } from './drawing.ts'
import { drawGround, toDrawing } from './ground.ts'
import { changesBetween, packStates } from './seat-states.ts'

const section = (id: number) => ({
  seat_section_id: id,
  title: `S${id}`,
  sub_section_title: null,
  layout: null,
  best_seats: 'front' as const,
})
const seat = (id: number, title: string, position: number, more: Partial<MapSeat> = {}): MapSeat => ({
  ...{ seat_id: id, seat_section_id: 1, seat_row: 'A', seat_title: title },
  ...{ row_position: 0, seat_position: position, flags: 0, ...more },
})
const runs = (seats: MapSeat[]) => drawSections([section(1)], seats)[0]?.rows[0]?.runs

test('seats side by side are one run; a gap, another id or a title that does not follow begins the next', () => {
  assert.deepEqual(runs([seat(7, '1', 0), seat(8, '3', 1), seat(9, '5', 2), seat(10, '7', 4), seat(20, '9', 5)]), [
    { seat_id: 7, title: '1', step: 2, position: 0, count: 3 },
    { seat_id: 10, title: '7', step: 0, position: 4, count: 1 },
    { seat_id: 20, title: '9', step: 0, position: 5, count: 1 },
  ])
  assert.equal(runs([seat(7, '12a', 0), seat(8, '12b', 1)])?.length, 2)
  assert.equal(runs([seat(7, '09', 0), seat(8, '10', 1)])?.length, 2)
})

test('flags name seats by their place in the section, whose first seat has an index of its own', () => {
  const drawn = drawSections(
    [section(1), section(2)],
    [seat(1, '1', 0), seat(2, '2', 1, { flags: 1 }), seat(3, '1', 0, { seat_section_id: 2, flags: 6 })],
  )
  assert.deepEqual(
    drawn.map(({ first, flags }) => ({ first, flags })),
    [
      { first: 0, flags: { accessible: [1] } },
      { first: 2, flags: { companion: [0], restricted_view: [0] } },
    ],
  )
})

test('a section without seats is not drawn', () => {
  assert.deepEqual(
    drawSections([section(1), section(2)], [seat(1, '1', 0)]).map(({ title }) => title),
    ['S1'],
  )
})

test('50,000 seats are drawn in 12 kB', () => {
  const sections = Array.from({ length: 40 }, (_, n) => section(n + 1))
  const seats = sections.flatMap(({ seat_section_id }, s) =>
    Array.from({ length: 1250 }, (_, n) =>
      seat(s * 1250 + n + 1, String((n % 25) + 1), n % 25, {
        ...{ seat_section_id, row_position: Math.floor(n / 25), seat_row: String(Math.floor(n / 25) + 1) },
        flags: n % 25 === 0 || n % 25 === 24 ? 8 : 0,
      }),
    ),
  )
  const drawing = toDrawing(drawGround(1, sections, seats), 'v', [])
  assert.equal(drawing.seats, 50_000)
  const bytes = gzipSync(JSON.stringify(drawing)).length
  assert.ok(bytes < 12_000, `${bytes} bytes`)
})

test('two bits a seat, and what differs between two such states', () => {
  const before = packStates(Uint8Array.from([0, 1, 2, 3, 1]))
  assert.deepEqual([...before], [0b11100100, 0b01])
  const after = packStates(Uint8Array.from([1, 1, 3, 3, 0]))
  assert.deepEqual(changesBetween(before, after), { not_for_sale: [4], free: [0], held: [], taken: [2] })
})
