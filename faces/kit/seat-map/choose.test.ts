import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestSeats } from '../../../server/programme/stock/best-available.ts'
import { bestInMiddle } from './best-in-middle.ts'
import { bestAvailable, chooseAt, neighboursAt, singlesLeft } from './choose.ts'
import { planOf, seatsOf } from './plan.ts'
import { drawingOf } from './seat-map-fixture.ts'

/** A row as one would draw it: `o` is free, `x` is taken, `♿` is free and for a wheelchair. */
function rowOf(picture: string) {
  const marks = [...picture]
  const accessible = marks.flatMap((mark, n) => (mark === '♿' ? [n] : []))
  const { sections } = planOf(drawingOf([{ rows: 1, seats: marks.length, flags: { accessible } }]))
  const seats = sections.flatMap(seatsOf)
  const isFree = ({ index }: { index: number }) => marks[index] !== 'x'
  const at = (...indexes: number[]) => seats.filter((_, n) => indexes.includes(n))
  return { seats, isFree, at, sections }
}
const places = (seats: { index: number }[] | undefined) => seats?.map(({ index }) => index)

test('a click chooses as many neighbours as are wanted, nearest to it and without leaving a single seat', () => {
  const { seats, isFree } = rowOf('oooooooo')
  const [, second, , fourth] = seats
  assert.ok(second && fourth)
  assert.deepEqual(places(neighboursAt(fourth, 2, isFree)), [2, 3])
  assert.deepEqual(places(neighboursAt(second, 2, isFree)), [0, 1])
})

test('a click where there are not so many together chooses the one seat, and the next adds to it', () => {
  const { isFree, seats } = rowOf('oxoo')
  const [alone, , next] = seats
  assert.ok(alone && next)
  const chosen = chooseAt(alone, [], 3, isFree)
  assert.deepEqual(places(chosen), [0])
  assert.deepEqual(places(chooseAt(next, chosen, 3, isFree)), [0, 2, 3])
})

test('a click on a chosen seat gives it back, and one by a buyer who has enough begins anew', () => {
  const { isFree, at, seats } = rowOf('oooooo')
  const [first, , , fourth] = seats
  assert.ok(first && fourth)
  assert.deepEqual(places(chooseAt(first, at(0, 1), 2, isFree)), [1])
  assert.deepEqual(places(chooseAt(fourth, at(0, 1), 2, isFree)), [2, 3])
})

test('a choice leaves no single seat where another of the same seats would not', () => {
  for (const [picture, chosen, left] of [
    ['ooo', [1], [0, 2]],
    ['oooo', [1], [0]],
    ['ooo', [0], []],
    ['xoox', [1], []],
    ['ooo', [0, 1], []],
    ['ooooo', [1, 2], [0]],
    ['ooooo', [0, 1], []],
    ['ooooo', [0, 2], [1]],
    ['xox', [1], []],
  ] as const) {
    const { at, isFree } = rowOf(picture)
    assert.deepEqual(places(singlesLeft(at(...chosen), isFree)), left, `${picture} ${chosen}`)
  }
})

test('a place for a wheelchair stands alone, and is chosen by name only', () => {
  const { at, isFree, sections, seats } = rowOf('♿ooo')
  assert.deepEqual(singlesLeft(at(1), isFree), [])
  assert.deepEqual(places(bestAvailable(sections, 2, isFree)), [1, 2])
  const [wheelchair] = seats
  assert.ok(wheelchair)
  assert.equal(neighboursAt(wheelchair, 2, isFree), undefined)
  assert.deepEqual(places(chooseAt(wheelchair, [], 2, isFree)), [0])
})

test('the best are the foremost that are together, with the fewest single seats left, nearest to the middle', () => {
  assert.deepEqual(places(bestAvailable(rowOf('ooooo').sections, 2, rowOf('ooooo').isFree)), [0, 1])
  assert.deepEqual(places(bestAvailable(rowOf('oooooo').sections, 2, rowOf('oooooo').isFree)), [2, 3])
  assert.equal(bestAvailable(rowOf('oxo').sections, 2, rowOf('oxo').isFree), undefined)
})

test('the page and the service choose the same best seats', () => {
  for (let pattern = 0; pattern < 4096; pattern += 7) {
    const picture = Array.from({ length: 12 }, (_, n) => ((pattern >> n) & 1 ? 'o' : 'x')).join('')
    const { seats, sections, isFree } = rowOf(picture)
    const free = seats.filter(isFree).map(({ id, position, row }) => {
      return { seat_id: id, row_position: row.position, seat_position: position, row_middle: row.middle }
    })
    for (const count of [1, 2, 3, 4]) {
      const here = bestAvailable(sections, count, isFree)?.map(({ id }) => id)
      assert.deepEqual(here, bestSeats(free, count), `${count} of ${picture}`)
    }
  }
})

test('in a stand whose best seats are in its middle, the page and the service choose the same', () => {
  for (let pattern = 1; pattern < 4096; pattern += 13) {
    const drawing = drawingOf([
      { title: 'Main', rows: 4, seats: 6 },
      { title: 'Main', rows: 4, seats: 6 },
    ])
    for (const section of drawing.sections) section.best_seats = 'middle'
    const { sections } = planOf(drawing)
    const isFree = ({ index }: { index: number }) => ((pattern >> (index % 12)) & 1) === 1
    const ranked = sections.map((section) => {
      const positions = section.rows().map(({ position }) => position)
      const free = seatsOf(section)
        .filter(isFree)
        .map(({ id, row, position }) => ({ seat_id: id, row_position: row.position, seat_position: position }))
      return { ...section.ranking, free, frontRow: Math.min(...positions), backRow: Math.max(...positions) }
    })
    for (const count of [1, 2, 3]) {
      const here = bestAvailable(sections, count, isFree)?.map(({ id }) => id)
      assert.deepEqual(here, bestInMiddle(ranked, count), `${count} of ${pattern}`)
    }
  }
})
