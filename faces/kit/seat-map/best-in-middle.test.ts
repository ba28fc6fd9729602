import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groundSections } from '../../../server/operator/demo/ground.ts'
import { bestInMiddle, offsetIn, type SeatInRow } from './best-in-middle.ts'

/** Our stadium: the sections of a stand with every seat free but those that `isGone` names; a seat's id says where it is. */
function stand(title: string, isGone: (block: number, row: string, seat: number) => boolean = () => false) {
  const sections = groundSections().filter((section) => section.title === title)
  const places = new Map<number, string>()
  const layouts = sections.map(({ layout }) => layout)
  const ranked = sections.map((section, block) => {
    const seats = section.rows.flat()
    const [rows, positions] = [seats.map((seat) => seat.rowPosition), seats.map((seat) => seat.seatPosition)]
    const free = seats.flatMap((seat): SeatInRow[] => {
      if (isGone(block + 1, seat.row, Number(seat.title)) || (seat.flags & 3) !== 0) return []
      const seat_id = places.size + 1
      places.set(seat_id, `${section.subTitle ?? title}, Row ${seat.row}, seat ${seat.title}`)
      return [{ seat_id, row_position: seat.rowPosition, seat_position: seat.seatPosition }]
    })
    return {
      free,
      middle: (Math.min(...positions) + Math.max(...positions)) / 2,
      frontRow: Math.min(...rows),
      backRow: Math.max(...rows),
      offset: offsetIn(layouts, section.layout),
      rowPitch: section.layout.row_pitch,
      seatPitch: section.layout.seat_pitch,
    }
  })
  return (count: number) => bestInMiddle(ranked, count)?.map((id) => places.get(id))
}

test('of the whole Harbour Stand the best are on the halfway line, three fifths of the way up', () => {
  assert.deepEqual(stand('Harbour Stand')(2), ['Block 2, Row J, seat 13', 'Block 2, Row J, seat 14'])
  assert.deepEqual(
    stand('Harbour Stand')(4)?.map((seat) => seat?.slice(0, 14)),
    Array(4).fill('Block 2, Row J'),
  )
})

test('where the middle block is gone the best of its neighbours are those beside it, at the same height', () => {
  const best = stand('Harbour Stand', (block) => block === 2)(2)
  assert.match(String(best), /Block [13], Row J, seat (25|2|1),Block [13], Row J, seat (26|1|2)/)
})

test('a seat left alone is worth four seats, and not a walk to the corner', () => {
  // In row J all but 12 to 15 of the middle are gone: 13 and 14 would leave one on either side.
  const best = stand('Harbour Stand', (block, row, seat) => block === 2 && row === 'J' && (seat < 12 || seat > 15))(2)
  assert.notDeepEqual(best, ['Block 2, Row J, seat 13', 'Block 2, Row J, seat 14'])
  assert.match(String(best), /^Block 2, Row [IJK], seat 1[2-5],/)
})

test('without a drawing each section has its own middle, and where so many are not side by side there are none', () => {
  assert.equal(offsetIn([null, null], null), 0)
  assert.equal(stand('Harbour Stand', () => true)(1), undefined)
  assert.equal(stand('North End')(25), undefined)
})
