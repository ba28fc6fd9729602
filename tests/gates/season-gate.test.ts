import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../builders/events.ts'
import { addMember, membersOf } from '../builders/members.ts'
import { addMembershipType } from '../builders/membership-catalogue.ts'
import { joinByRule, seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addGate, addVenue } from '../builders/venues.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const scanner = await house.key(club.orgId, { kind: 'gk' })
const venueId = await addVenue(house, club)
const gateId = await addGate(house, club, venueId)
const on = { venue_id: venueId, event_status_id: 1, starts_at: new Date(house.clock().getTime() + 3_600_000) }

const map = await addSeatMap(house, club, { seats: 2 })
const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
await house.sql`update membership_types set game_day_access = true where org_id = ${club.orgId}`
const inside = await addEvent(house, club, { ...on, membership_seat_map_id: map.seatMapId })
await joinByRule(house, club, inside)
const outside = await addEvent(house, club, on)

const paid = { membership_member_status_id: 1 }
const manage = (method: string, path: string) => house.call(method, `/v1/manage/${path}`, { key: club.key })

async function scan(barcode: string, eventId: number): Promise<string> {
  const body = { event_id: eventId, gate_id: gateId, barcode, direction: 'entry', nonce: crypto.randomUUID() }
  const { body: answer, text } = await house.call('POST', '/v1/gate/scans', { key: scanner, body })
  assert.ok(answer.result, text)
  return answer.result
}
const memberIn = async (eventId: number, memberId: number, since?: number) => {
  const query = since === undefined ? '' : `?since=${since}`
  const { body } = await house.call('GET', `/v1/gate/events/${eventId}/manifest${query}`, { key: scanner })
  return body.members.find((member: Record<string, unknown>) => member.membership_member_id === memberId)?.of_event
}

test('a member with a season seat is let in at the season’s events, and at another it is the wrong event', async () => {
  const barcode = 'SEAT-1'
  const memberId = await addMember(house, club, { ...paid, barcode, membership_seat_id: map.seatId })
  assert.equal(await scan(barcode, outside), 'wrong_event')
  assert.equal(await scan(barcode, inside), 'admitted')
  assert.deepEqual([await memberIn(inside, memberId), await memberIn(outside, memberId)], [true, false])
})

test('a member without a seat is let in at the season’s events; one of no season follows the map', async () => {
  const standing = await addMember(house, club, { ...paid, barcode: 'STANDING', membership_type_id: typeId })
  assert.equal(await scan('STANDING', outside), 'wrong_event')
  assert.equal(await scan('STANDING', inside), 'admitted')
  assert.deepEqual([await memberIn(inside, standing), await memberIn(outside, standing)], [true, false])
  const free = await addMembershipType(house, club, { game_day_access: true })
  const memberId = await addMember(house, club, { ...paid, barcode: 'FREE', membership_type_id: free })
  assert.equal(await scan('FREE', outside), 'admitted')
  assert.equal(await memberIn(outside, memberId), null)
})

test('an event that joins or leaves the season is told to scanners with the next changes', async () => {
  const late = await addEvent(house, club, on)
  const barcode = 'SEAT-2'
  const seat = { membership_seat_id: map.seatIds[1] ?? 0 }
  const memberId = await addMember(house, club, { ...paid, ...seat, barcode })
  house.clock.advance(3_600_000)
  const since = Math.floor(house.clock().getTime() / 1000)
  house.clock.advance(60_000)
  assert.equal(await memberIn(late, memberId, since), undefined)
  await manage('PUT', `seasons/${seasonId}/events/${late}`)
  assert.equal(await memberIn(late, memberId, since), true)
  assert.equal(await scan(barcode, late), 'admitted')
  await manage('DELETE', `seasons/${seasonId}/events/${late}`)
  assert.equal(await memberIn(late, memberId, since), false)
  assert.equal(await scan(barcode, late), 'wrong_event')
})

test('a member whose seat was given back stands, and is let in without it', async () => {
  const { member, unseat } = membersOf(house, club)
  const seats = await addSeatMap(house, club)
  const { typeId: type } = await seasonOfMap(house, club, seats.seatMapId)
  await house.sql`update membership_types set game_day_access = true where org_id = ${club.orgId}`
  const match = await addEvent(house, club, { ...on, membership_seat_map_id: seats.seatMapId })
  await joinByRule(house, club, match)
  const holder = await member({ membership_type_id: type, membership_seat_id: seats.seatId })
  await manage('POST', `members/${holder.membership_member_id}/mark_paid`)
  await unseat(holder)
  assert.equal(await memberIn(match, holder.membership_member_id), true)
})
