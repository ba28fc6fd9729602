import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyerOf, entryTitle, placeOf, ticketState } from './order-words.ts'

test('a buyer is called by their name, else by their address', () => {
  assert.equal(buyerOf({ first_name: 'Zoë', last_name: 'Ito', email_address: 'z@x.test' }), 'Zoë Ito')
  assert.equal(buyerOf({ first_name: null, last_name: '', email_address: 'z@x.test' }), 'z@x.test')
  assert.equal(buyerOf({ first_name: null, last_name: null, email_address: null }), 'No name')
})

test('a place is told as a steward would', () => {
  const seat = { category_title: 'Stand', section_label: 'North', seat_row: 'F', seat_title: '12' }
  assert.equal(placeOf(seat), 'North, row F, seat 12')
  assert.equal(placeOf({ ...seat, seat_row: null, seat_title: null }), 'North')
  assert.equal(placeOf({ category_title: 'Stand', section_label: null, seat_row: null, seat_title: null }), 'Stand')
})

test('what the page has no words for is told as the API names it', () => {
  assert.equal(entryTitle('payment.succeeded'), 'Paid')
  assert.equal(entryTitle('seat.exchanged_by_staff'), 'Seat exchanged by staff')
  assert.equal(ticketState(3), 'refunded')
})
