import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventFacts, GateFacts, MemberFacts, TicketFacts } from './facts.ts'
import { detailOf, gatesFor, type Refused } from './guidance.ts'

const event: EventFacts = {
  ...{ eventId: 5, status: 1, venueId: 1, doorsAt: null, startsAt: 0, endsAt: null, membershipSeatMapId: null },
}
const gate: GateFacts = { gateId: 3, venueId: 1, archived: false, open: true, closed: false }
const ticket: TicketFacts = {
  ...{ kind: 'ticket', eventId: 5, status: 1, scanningFlag: 1, gateIds: [], validFrom: null, validUntil: null },
}
const member: MemberFacts = {
  ...{
    kind: 'member',
    status: 1,
    gameDayAccess: true,
    seatMapId: null,
    isOfEvent: null,
    expiresAt: null,
    overdueFrom: null,
  },
}
const refused = (result: Refused['result'], more: Partial<Refused> = {}) =>
  detailOf({ result, holder: ticket, event, gate, ...more })

test('blocked is told by its true reason', () => {
  assert.equal(refused('blocked', { holder: { ...ticket, status: 4 } }), 'replaced')
  assert.equal(refused('blocked', { holder: { ...ticket, scanningFlag: 0 } }), 'no_entry')
  assert.equal(refused('blocked', { holder: { ...member, gameDayAccess: false } }), 'no_access')
  assert.equal(refused('blocked', { event: { ...event, status: 0 } }), 'draft')
})

test('at a gate, where they belong goes before that it is closed', () => {
  const closed = { ...gate, open: false, closed: true }
  assert.equal(refused('wrong_gate', { gate: closed }), 'gate_closed')
  assert.equal(refused('wrong_gate', { gate: closed, holder: { ...ticket, gateIds: [4] } }), 'other_gate')
  assert.equal(refused('wrong_gate', { gate: { ...gate, venueId: 2 } }), 'other_venue')
  assert.equal(refused('wrong_gate', { gate: { ...gate, open: false } }), 'other_device')
})

test('a ticket of another event and a seat on another map are told apart; most results need no more', () => {
  assert.equal(refused('wrong_event'), 'other_event')
  assert.equal(refused('wrong_event', { holder: member }), 'other_map')
  assert.equal(refused('already_used'), null)
  assert.equal(refused('unknown', { holder: null }), null)
})

test('people are sent to gates of their category that are open, and not to where they stand', () => {
  const gates = [3, 4, 6].map((gate_id) => ({ gate_id, closed: gate_id === 6 }))
  const idsFor = (gateIds: number[]) => gatesFor(gates, gateIds, 3).map(({ gate_id }) => gate_id)
  assert.deepEqual([idsFor([]), idsFor([4, 6]), idsFor([6])], [[4], [4], []])
})
