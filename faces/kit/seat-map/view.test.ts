import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOf, seatsOf } from './plan.ts'
import { drawingOf } from './seat-map-fixture.ts'
import { clampedView, fit, seatBeside, seatNear, showing, turnedUp, zoomed } from './view.ts'

const size = { width: 400, height: 300 }
const bounds = { left: 0, top: 0, right: 20, bottom: 10 }

test('the whole stand fits, in the middle', () => {
  const { scale, x, y } = fit(bounds, size)
  assert.equal(scale, 364 / 20)
  assert.deepEqual([x + 10 * scale, y + 5 * scale], [200, 150])
})

test('zooming keeps what is under the pointer there, and never makes the stand smaller than it fits', () => {
  const view = fit(bounds, size)
  const at = { x: 120, y: 90 }
  const nearer = zoomed(view, 2, at, view.scale)
  assert.ok(Math.abs((at.x - nearer.x) / nearer.scale - (at.x - view.x) / view.scale) < 1e-9)
  assert.equal(zoomed(view, 0.1, at, view.scale).scale, view.scale)
})

test('a stand is not dragged out of the window, and a seat that is looked for comes into it', () => {
  const view = zoomed(fit(bounds, size), 2, { x: 0, y: 0 }, 1)
  const far = clampedView({ ...view, x: 5000, y: -5000 }, bounds, size)
  assert.equal(far.x, 18)
  assert.equal(far.y + 10 * far.scale, 300 - 18)
  const shown = showing(far, { x: 19, y: 9 }, size)
  assert.ok(shown.x + 19 * shown.scale <= 400 && shown.y + 9 * shown.scale <= 300)
})

test('arrow keys go to the seat beside, in the row behind, and over a gap', () => {
  const [section] = planOf(drawingOf([{ rows: 3, seats: 5, layout: { rotation: 90 } }])).sections
  assert.ok(section)
  const seats = seatsOf(section)
  const places = turnedUp(seats, 90)
  const [first] = seats
  assert.ok(first)
  const name = (seat = first) => `${seat.row.title}${seat.title}`
  const right = seatBeside(places, first, 'ArrowRight')
  assert.ok(right)
  assert.deepEqual([name(right), name(seatBeside(places, right, 'ArrowDown'))], ['A2', 'B2'])
  assert.equal(seatBeside(places, first, 'ArrowLeft'), undefined)
  assert.equal(seatBeside(places, first, 'ArrowUp'), undefined)
  assert.equal(seatNear(places, places.get(right) ?? { x: 0, y: 0 }, 0.6), right)
  assert.equal(seatNear(places, { x: 500, y: 0 }, 0.6), undefined)
})
