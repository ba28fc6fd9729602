import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, type Question } from './decide.ts'
import type { Admission, EventFacts, GateFacts, MemberFacts, TicketFacts } from './facts.ts'
import { nobodyYet } from './facts.ts'

const NOON = Date.parse('2030-03-16T12:00:00Z')
const HOUR = 3_600_000

const event: EventFacts = {
  eventId: 1,
  status: 1,
  venueId: 5,
  doorsAt: NOON - HOUR,
  startsAt: NOON + HOUR,
  endsAt: NOON + 3 * HOUR,
  membershipSeatMapId: 9,
}
const gate: GateFacts = { gateId: 7, venueId: 5, archived: false, open: true }
const ticket: TicketFacts = {
  kind: 'ticket',
  eventId: 1,
  status: 1,
  scanningFlag: 1,
  gateIds: [],
  validFrom: null,
  validUntil: null,
}
const member: MemberFacts = {
  kind: 'member',
  status: 1,
  gameDayAccess: true,
  seatMapId: null,
  isOfEvent: null,
  expiresAt: null,
  overdueFrom: null,
}
const been: Admission = { entries: 1, exits: 0, inside: true }
const left: Admission = { entries: 1, exits: 1, inside: false }

const asked: Question = { holder: ticket, event, gate, direction: 'entry', at: NOON }
const withTicket = (facts: Partial<TicketFacts>): Question => ({ ...asked, holder: { ...ticket, ...facts } })
const withMember = (facts: Partial<MemberFacts>): Question => ({ ...asked, holder: { ...member, ...facts } })
const withEvent = (facts: Partial<EventFacts>): Question => ({ ...asked, event: { ...event, ...facts } })
const withGate = (facts: Partial<GateFacts>): Question => ({ ...asked, gate: { ...gate, ...facts } })

const table: [sentence: string, question: Question, admission: Admission, result: string][] = [
  ['a ticket of the event', asked, nobodyYet, 'admitted'],
  ['an unknown barcode', { ...asked, holder: null }, nobodyYet, 'unknown'],
  ['a ticket of another event', withTicket({ eventId: 2 }), nobodyYet, 'wrong_event'],
  ['a reserved ticket', withTicket({ status: 0 }), nobodyYet, 'unpaid'],
  ['a cancelled ticket', withTicket({ status: 2 }), nobodyYet, 'cancelled'],
  ['a refunded ticket', withTicket({ status: 3 }), nobodyYet, 'refunded'],
  ['a ticket that was replaced', withTicket({ status: 4 }), nobodyYet, 'blocked'],
  ['a price that is never scanned', withTicket({ scanningFlag: 0 }), nobodyYet, 'blocked'],
  ['single entry, used', asked, been, 'already_used'],
  ['single entry, used and left', asked, left, 'already_used'],
  ['re-entry, inside', withTicket({ scanningFlag: 2 }), been, 'not_exited'],
  ['re-entry, left', withTicket({ scanningFlag: 2 }), left, 'admitted'],
  ['unlimited, inside', withTicket({ scanningFlag: 3 }), been, 'admitted'],
  ['a gate of its category', withTicket({ gateIds: [6, 7] }), nobodyYet, 'admitted'],
  ['a gate of another category', withTicket({ gateIds: [6] }), nobodyYet, 'wrong_gate'],
  ['a gate that the device is not bound to', withGate({ open: false }), nobodyYet, 'wrong_gate'],
  ['a gate of another venue', withGate({ venueId: 4 }), nobodyYet, 'wrong_gate'],
  ['an archived gate', withGate({ archived: true }), nobodyYet, 'wrong_gate'],
  ['an event without a venue, at any gate', withEvent({ venueId: null }), nobodyYet, 'admitted'],
  ['a draft', withEvent({ status: 0 }), nobodyYet, 'blocked'],
  ['an archived event', withEvent({ status: 2 }), nobodyYet, 'expired'],
  ['a cancelled event', withEvent({ status: 3 }), nobodyYet, 'cancelled'],
  ['before the doors', { ...asked, at: NOON - HOUR - 1 }, nobodyYet, 'not_yet_valid'],
  ['as the doors open', { ...asked, at: NOON - HOUR }, nobodyYet, 'admitted'],
  ['as the event ends', { ...asked, at: NOON + 3 * HOUR }, nobodyYet, 'expired'],
  ['no doors, half a day before', { ...withEvent({ doorsAt: null }), at: NOON - 11 * HOUR }, nobodyYet, 'admitted'],
  ['no doors, too early', { ...withEvent({ doorsAt: null }), at: NOON - 11 * HOUR - 1 }, nobodyYet, 'not_yet_valid'],
  ['no end, within a day', { ...withEvent({ endsAt: null }), at: NOON + 25 * HOUR - 1 }, nobodyYet, 'admitted'],
  ['no end, a day later', { ...withEvent({ endsAt: null }), at: NOON + 25 * HOUR }, nobodyYet, 'expired'],
  ['a window of its own, before it', withTicket({ validFrom: NOON + 1 }), nobodyYet, 'not_yet_valid'],
  ['a window that begins before the doors', { ...withTicket({ validFrom: 0 }), at: 1 }, nobodyYet, 'admitted'],
  ['a window of its own, after it', withTicket({ validUntil: NOON }), nobodyYet, 'expired'],
  ['a paid member', withMember({}), nobodyYet, 'admitted'],
  ['a member inside', withMember({}), been, 'not_exited'],
  ['a member who left', withMember({}), left, 'admitted'],
  ['an unpaid member', withMember({ status: 0 }), nobodyYet, 'unpaid'],
  ['a cancelled member', withMember({ status: 3 }), nobodyYet, 'cancelled'],
  ['a member without game-day access', withMember({ gameDayAccess: false }), nobodyYet, 'blocked'],
  ['a membership that ended', withMember({ expiresAt: NOON }), nobodyYet, 'expired'],
  ['an instalment past due', withMember({ status: 2, overdueFrom: NOON - 1 }), nobodyYet, 'overdue'],
  ['an instalment due now', withMember({ status: 2, overdueFrom: NOON }), nobodyYet, 'admitted'],
  ['a season that the event is in', withMember({ isOfEvent: true, seatMapId: 8 }), nobodyYet, 'admitted'],
  ['a season that the event is not in', withMember({ isOfEvent: false, seatMapId: 9 }), nobodyYet, 'wrong_event'],
  ['a season seat on the map', withMember({ seatMapId: 9 }), nobodyYet, 'admitted'],
  ['a season seat on another map', withMember({ seatMapId: 8 }), nobodyYet, 'wrong_event'],
]

for (const [sentence, question, admission, result] of table) {
  test(`${sentence}: ${result}`, () => assert.equal(decide(question, admission), result))
}

test('the way out is open to every holder for the event, whatever became of it', () => {
  for (const [, question, admission, result] of table) {
    const expected = result === 'unknown' || (question.holder?.kind === 'ticket' && question.holder.eventId === 2)
    const out = decide({ ...question, direction: 'exit' }, admission)
    assert.equal(out, expected ? result : 'exit')
  }
})
