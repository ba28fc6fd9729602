import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestSeats } from './best-available.ts'

/** A row as text: a dot is a free seat, an x a taken one, a space a gap such as an aisle. */
const section = (...rows: string[]) =>
  rows.flatMap((row, rowPosition) =>
    [...row].flatMap((mark, position) =>
      mark === '.'
        ? [
            {
              seat_id: rowPosition * 100 + position,
              row_position: rowPosition,
              seat_position: position,
              row_middle: (row.length - 1) / 2,
            },
          ]
        : [],
    ),
  )

test('the best seats are in the foremost row, in its middle', () => {
  assert.deepEqual(bestSeats(section('.......', '.......'), 3), [2, 3, 4])
  assert.deepEqual(bestSeats(section('......'), 1), [2])
})

test('a row without enough neighbours is passed over', () => {
  assert.deepEqual(bestSeats(section('..x..x.', '.......'), 3), [102, 103, 104])
})

test('seats across an aisle are no neighbours', () => {
  assert.deepEqual(bestSeats(section('.. ..', '.....'), 3), [100, 101, 102])
})

test('what is left beside taken seats is as near to the middle as it can be', () => {
  assert.deepEqual(bestSeats(section('...xx....'), 2), [5, 6])
})

test('more than any row has cannot be had', () => {
  assert.equal(bestSeats(section('...', '...'), 4), undefined)
})

test('no seat is left alone between others, unless there is no other way', () => {
  assert.deepEqual(bestSeats(section('.....'), 2), [0, 1])
  assert.deepEqual(bestSeats(section('x...x....'), 2), [5, 6])
  assert.deepEqual(bestSeats(section('...'), 2), [0, 1])
})
