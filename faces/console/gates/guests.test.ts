import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guestsOf } from './guests.ts'

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
