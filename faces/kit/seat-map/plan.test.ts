import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOf, seatsOf } from './plan.ts'
import { drawingOf } from './seat-map-fixture.ts'

const seatsIn = (drawing: Parameters<typeof planOf>[0]) => planOf(drawing).sections.flatMap(seatsOf)
const near = (a: number, b: number) => Math.abs(a - b) < 1e-5

test('seats of a straight section are side by side, row behind row, its front in the middle of its place', () => {
  const seats = seatsIn(drawingOf([{ rows: 2, seats: 3, layout: { x: 10, y: 20 } }]))
  assert.deepEqual(
    seats.map(({ id, title, row, x, y }) => [id, title, row.title, x, Number(y.toFixed(3))]),
    [
      [1000, '1', 'A', 9, 20],
      [1001, '2', 'A', 10, 20],
      [1002, '3', 'A', 11, 20],
      [1003, '1', 'B', 9, 21.3],
      [1004, '2', 'B', 10, 21.3],
      [1005, '3', 'B', 11, 21.3],
    ],
  )
})

test('a section that is turned has its back the other way', () => {
  const [, front, , , back] = seatsIn(drawingOf([{ rows: 2, seats: 3, layout: { rotation: 180 } }]))
  assert.ok(front && back && near(front.y, 0) && near(back.y, -1.3))
})

test('a curved row lies on its circle, its seats as far from each other as those of a straight one', () => {
  const seats = seatsIn(drawingOf([{ rows: 1, seats: 9, layout: { curve: 20 } }]))
  for (const { x, y } of seats) assert.ok(near(Math.hypot(x, y + 20), 20))
  const [a, b] = seats
  assert.ok(a && b && Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.001)
})

test('flags are of the seats that the section counts', () => {
  const sections = [
    { rows: 1, seats: 2 },
    { rows: 1, seats: 3, flags: { accessible: [1], aisle: [2] } },
  ]
  const seats = seatsIn(drawingOf(sections))
  assert.deepEqual(
    seats.map(({ accessible, aisle }) => [accessible, aisle]),
    [
      [false, false],
      [false, false],
      [false, false],
      [true, false],
      [false, true],
    ],
  )
})

test('sections of one title are one stand, unless they are too many seats to show at once', () => {
  const blocks = (seats: number) => [
    { title: 'North', rows: 20, seats },
    { title: 'North', rows: 20, seats },
    { title: 'South', rows: 20, seats },
  ]
  const titles = (seats: number) => planOf(drawingOf(blocks(seats))).stands.map(({ title }) => title)
  assert.deepEqual(titles(30), ['North', 'South'])
  assert.deepEqual(titles(100), ['North', 'North', 'South'])
})

test('a seat is found by its id, whichever section it is in', () => {
  const plan = planOf(
    drawingOf([
      { rows: 3, seats: 4 },
      { rows: 2, seats: 5 },
    ]),
  )
  const seat = plan.seatById(1017)
  assert.deepEqual([seat?.index, seat?.title, seat?.row.title, seat?.row.section.id], [17, '1', 'B', 2])
  assert.equal(plan.seatById(7), undefined)
})
