import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryOfSeat, pricesOfSeats, wishesOfQuery, wishesToQuery } from './seat-prices.ts'

const offer = (price_id: number, price_category_id: number, more: object = {}) => ({
  price_id,
  price_category_id,
  tickets_included: 1,
  membership_type_id: null,
  status: 'active',
  ...more,
})
const offers = [
  offer(1, 1),
  offer(2, 1),
  offer(3, 2, { membership_type_id: 5 }),
  offer(4, 2),
  offer(5, 2, { tickets_included: 4 }),
]
const seats = (categoryId: number, ...ids: number[]) => ids.map((id) => ({ id, categoryId }))

test('the prices that were wished are filled first, in their order', () => {
  const { wishes, chosen } = pricesOfSeats(seats(1, 10, 11, 12), offers, { 1: 2, 2: 1 })
  assert.deepEqual(
    [wishes, chosen],
    [
      { 1: 2, 2: 1 },
      { 1: [10, 11], 2: [12] },
    ],
  )
})

test('a seat elsewhere than was wished has the first price there that everybody can have', () => {
  assert.deepEqual(pricesOfSeats(seats(2, 20, 21), offers, { 1: 2 }).chosen, { 4: [20, 21] })
  assert.deepEqual(pricesOfSeats([...seats(1, 10), ...seats(2, 20)], offers, { 1: 2 }).chosen, { 1: [10], 4: [20] })
})

test('a price that was chosen for a seat is its price, as long as it is sold there', () => {
  const { wishes, chosen } = pricesOfSeats(seats(1, 10, 11, 12), offers, { 1: 3 }, { 11: 2, 12: 4 })
  assert.deepEqual(
    [wishes, chosen],
    [
      { 1: 2, 2: 1 },
      { 1: [10, 12], 2: [11] },
    ],
  )
})

test('a group is sold whole or not at all', () => {
  assert.deepEqual(pricesOfSeats(seats(2, 1, 2, 3, 4, 5), offers, { 5: 1 }).wishes, { 4: 1, 5: 1 })
  assert.deepEqual(pricesOfSeats(seats(2, 1, 2, 3), offers, { 5: 1 }).wishes, { 4: 3 })
})

test('a seat is sold in the category of its section', () => {
  const section = (price_category_id: number | null, seat_id: number) => ({
    price_category_id,
    rows: [{ runs: [{ seat_id, count: 3 }] }],
  })
  const drawing = { sections: [section(1, 10), section(2, 13), section(null, 16)] }
  assert.deepEqual(
    [12, 13, 16, 99].map((id) => categoryOfSeat(drawing, id)),
    [1, 2, null, null],
  )
})

test('what was wished is in the address, and nothing else that stands there is taken for it', () => {
  assert.equal(wishesToQuery({ 1: 2, 2: 0 }), '1=2')
  assert.deepEqual(wishesOfQuery({ 1: '2', code: 'EARLY', 3: 'x' }), { 1: 2 })
})
