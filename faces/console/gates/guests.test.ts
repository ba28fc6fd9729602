import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guestsBy, guestsOf } from './guests.ts'

const ticket = (ticket_id: number, ticket_name: string | null, order_id = 1) => ({
  ticket_id,
  order_id,
  ticket_name,
  price_title: 'Adult',
})

test('guests are looked up by their last name; who has none of their own is under the buyer’s, nameless ones last', () => {
  const buyers = new Map([[1, 'Zoë Tamihana']])
  const guests = guestsOf(
    [ticket(1, null, 2), ticket(2, 'Ben Ito'), ticket(3, null), ticket(4, 'Ada Ito')],
    buyers,
    () => 'North',
  )
  assert.deepEqual(
    guests.map(({ ticketId, name }) => [ticketId, name]),
    [
      [4, 'Ada Ito'],
      [2, 'Ben Ito'],
      [3, 'Zoë Tamihana'],
      [1, ''],
    ],
  )
})

test('a guest is found by any words of their line, in whatever order', () => {
  const guests = guestsOf(
    [ticket(1, 'Ada Ito', 77), ticket(2, 'Ben Ito', 78)],
    new Map(),
    () => 'North, row F, seat 12',
  )
  const found = (search: string) => guestsBy(guests, search).map(({ ticketId }) => ticketId)
  assert.deepEqual(found('ito seat 12 ADA'), [1])
  assert.deepEqual(found('#78'), [2])
  assert.deepEqual(found(''), [1, 2])
  assert.deepEqual(found('nobody'), [])
})
