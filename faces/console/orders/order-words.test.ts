import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadAllWords } from '../../../tests/rules/console-words.ts'

await loadAllWords()
const { buyerOf, placeOf, ticketState } = await import('./order-words.ts')
const { entryLines, entryTitle } = await import('./story-words.ts')

test('a buyer is called by their name, else by their address', () => {
  assert.equal(buyerOf({ first_name: 'Zoë', last_name: 'Ito', email_address: 'z@x.test' }), 'Zoë Ito')
  assert.equal(buyerOf({ first_name: null, last_name: '', email_address: 'z@x.test' }), 'z@x.test')
  assert.equal(buyerOf({ first_name: null, last_name: null, email_address: null }), 'No name')
})

test('a place is told as a steward would', () => {
  const seat = { category_title: 'Stand', section_label: 'North', seat_row: 'F', seat_title: '12' }
  assert.equal(placeOf(seat), 'North, Row F, Seat 12')
  assert.equal(placeOf({ ...seat, sub_section_title: '2' }), 'North, Block 2, Row F, Seat 12')
  assert.equal(placeOf({ ...seat, seat_row: null, seat_title: null }), 'North')
  assert.equal(placeOf({ category_title: 'Stand', section_label: null, seat_row: null, seat_title: null }), 'Stand')
})

test('what the page has no words for is told as the API names it', () => {
  assert.equal(entryTitle('payment.succeeded'), 'Paid')
  assert.equal(entryTitle('seat.exchanged_by_staff'), 'Seat exchanged by staff')
  assert.equal(ticketState(3), 'refunded')
})

test('a change is told from what to what, and a mail by where it went and why it came back', () => {
  const entry = {
    entry_id: 'change-1',
    created: 0,
    type: 'ticket.changed',
    actor_kind: 'staff',
    actor_id: '1',
    actor_name: 'Sam',
    ticket_id: 1,
    amount: null,
    detail: null,
    email_address: null,
    error_code: null,
    changes: [
      { field: 'ticket_name', from: null, to: null },
      { field: 'seat_title', from: '12', to: '14' },
    ],
  }
  assert.deepEqual([entryTitle(entry.type), entryLines(entry)], ['Ticket changed', ['Holder changed', 'Seat: 12 → 14']])
  const mail = { ...entry, type: 'mail.failed', detail: 'order_confirmed', changes: [] }
  assert.equal(entryTitle(mail.type, mail.detail), 'Mail “Order confirmed”: bounced')
  assert.deepEqual(entryLines({ ...mail, email_address: 'a@x.test', error_code: 'smtp_550' }), [
    'a@x.test, the mailbox refused it (550)',
  ])
})
