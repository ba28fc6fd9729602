import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

const addMap = async () => {
  const seat_map_id = await addRow(house, club, 'seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = { seat_map_id, title: 'North' }
  const seat_section_id = await addRow(house, club, 'seat_sections', 'seat_section_id', section)
  return { seat_map_id, seat_section_id }
}

/** An event with one seat for sale, and which season seats it lets in. */
async function addSeated(membershipSeatMapId: number | null) {
  const map = await addMap()
  const seatId = await addRow(house, club, 'seats', 'seat_id', {
    ...map,
    ...{ seat_row: 'A', seat_title: '1', row_position: 1, seat_position: 1 },
  })
  const event = {
    ...{ reserved_seating: true, seat_map_id: map.seat_map_id },
    ...(membershipSeatMapId === null ? {} : { membership_seat_map_id: membershipSeatMapId }),
  }
  const offer = await addOffer(house, club, { capacity: 1, event })
  await addRow(house, club, 'price_category_sections', 'seat_section_id', {
    ...{ event_id: offer.eventId, price_category_id: offer.priceCategoryId },
    ...map,
  })
  return { seatId, priceId: offer.priceId }
}

const take = async ({ priceId, seatId }: { priceId: number; seatId: number }) =>
  shop.add((await shop.open()).body.id, { price_id: priceId, seat_ids: [seatId] })

test('where every season member is let in, a member’s seat is not sold as well', async () => {
  const offer = await addSeated(null)
  await addMember(house, club, { membership_seat_id: offer.seatId, membership_member_status_id: 1 })
  assert.equal((await take(offer)).body.error?.code, 'seat_taken')
})

test('nor is a seat that was sold there given to a member', async () => {
  const offer = await addSeated(null)
  assert.equal((await take(offer)).status, 201)
  const memberId = await addMember(house, club)
  const body = { membership_seat_id: offer.seatId }
  const assigned = await house.call('PUT', `/v1/manage/members/${memberId}/seat`, { key: club.key, body })
  assert.equal(assigned.body.error?.code, 'seat_taken', assigned.text)
})

test('where only another map’s members are let in, the seat is for sale', async () => {
  const offer = await addSeated((await addMap()).seat_map_id)
  await addMember(house, club, { membership_seat_id: offer.seatId, membership_member_status_id: 1 })
  assert.equal((await take(offer)).status, 201)
})
