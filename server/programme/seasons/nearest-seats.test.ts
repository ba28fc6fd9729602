import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestSeats } from './nearest-seats.ts'

const seat = (seat_id: number, row_position: number, seat_position: number, block = '1', title = 'South') => ({
  seat_id,
  title,
  sub_section_title: block,
  row_position,
  seat_position,
})

test('the nearest seat is in the same block, then in the same row, then beside it', () => {
  const gone = [seat(0, 3, 5)]
  const far = seat(1, 3, 9)
  const nextRow = seat(2, 4, 5)
  const otherBlock = seat(3, 3, 5, '2')
  assert.equal(nearestSeats(gone, [otherBlock, nextRow, far])[0]?.seat_id, 1)
  assert.equal(nearestSeats(gone, [otherBlock, nextRow])[0]?.seat_id, 2)
  assert.equal(nearestSeats(gone, [otherBlock])[0]?.seat_id, 3)
})

test('no seat is proposed twice, and none in a section of another name', () => {
  const gone = [seat(0, 1, 1), seat(0, 1, 2), seat(0, 1, 3)]
  const free = [seat(1, 1, 2), seat(2, 1, 4), seat(3, 1, 3, '1', 'North')]
  assert.deepEqual(
    nearestSeats(gone, free).map((proposal) => proposal?.seat_id),
    [1, 2, undefined],
  )
})
