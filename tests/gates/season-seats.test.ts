import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { addMember } from '../builders/members.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

/** An event with two seats for sale, and which season seats it lets in. */
async function addSeated(membershipSeatMapId: number | null) {
  const map = await addSeatMap(house, club, { seats: 2 })
  const { priceId } = await addSeatedOffer(house, club, map, { membership_seat_map_id: membershipSeatMapId })
  return { seatId: map.seatId, seatMapId: map.seatMapId, priceId }
}

const take = async ({ priceId, seatId }: { priceId: number; seatId: number }) =>
  shop.add((await shop.open()).body.id, { price_id: priceId, seat_ids: [seatId] })

test('where an event says nothing of season seats, those of the map that it sells are let in: a member’s seat is not sold as well', async () => {
  const offer = await addSeated(null)
  await addMember(house, club, { membership_seat_id: offer.seatId, membership_member_status_id: 1 })
  assert.equal((await take(offer)).body.error?.code, 'seat_taken')
})

test('nor is a seat that was sold there given to a member', async () => {
  const offer = await addSeated(null)
  assert.equal((await take(offer)).status, 201)
  const { typeId } = await seasonOfMap(house, club, offer.seatMapId)
  const memberId = await addMember(house, club, { membership_type_id: typeId })
  const body = { membership_seat_id: offer.seatId }
  const assigned = await house.call('PUT', `/v1/manage/members/${memberId}/seat`, { key: club.key, body })
  assert.equal(assigned.body.error?.code, 'seat_taken', assigned.text)
})

test('where only another map’s members are let in, the seat is for sale', async () => {
  const offer = await addSeated((await addSeatMap(house, club)).seatMapId)
  await addMember(house, club, { membership_seat_id: offer.seatId, membership_member_status_id: 1 })
  assert.equal((await take(offer)).status, 201)
})
