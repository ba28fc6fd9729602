import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { addSeason, seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap, addSeats } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addType } = membershipsOf(house, club)

type Refused = { status: number; body: { error?: { code: string; param: string } } }
const refusalOf = ({ status, body }: Refused) => [status, body.error?.code, body.error?.param]

/** Two stands of three seats, and a season at one event. */
async function openSeason() {
  const map = await addSeatMap(house, club, { rows: 1, seats: 3 })
  const south = await addRow(house, club, 'seat_sections', 'seat_section_id', {
    seat_map_id: map.seatMapId,
    title: 'South',
  })
  const southIds = await addSeats(house, club, { seatMapId: map.seatMapId, sectionId: south }, { seats: 3 })
  await addSeatedOffer(house, club, map)
  const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
  const addTypeWith = (more: object) => addType({ season_id: seasonId, term: null, ...more })
  return { ...map, south, southIds, seasonId, typeId, addTypeWith }
}

const want = (membership_type_id: number, more: object = {}) => ({ membership_type_id, member: grace, ...more })
const open = (...items: object[]) => shop.open({ items })

test('a type without seats is sold as a place in the season, and a seat with it is refused', async () => {
  const { seatIds, addTypeWith } = await openSeason()
  const typeId = await addTypeWith({ seating: 'none' })
  const { body: sold } = await house.call('GET', '/v1/storefront/memberships', { key })
  const type = sold.data.find((one: { membership_type_id: number }) => one.membership_type_id === typeId)
  assert.deepEqual([type.has_seats, type.seating], [false, 'none'])
  assert.deepEqual(refusalOf(await open(want(typeId, { seat_id: seatIds[0] }))), [
    409,
    'state_conflict',
    'items[0][seat_id]',
  ])
  assert.deepEqual(refusalOf(await open(want(typeId, { best_available: true }))), [
    409,
    'state_conflict',
    'items[0][best_available]',
  ])
  const { body: basket } = await open(want(typeId))
  assert.equal((await shop.checkOut(basket.id)).body.status, 'confirmed')
})

test('a type that comes with a seat is not sold without one', async () => {
  const { seatIds, addTypeWith } = await openSeason()
  const typeId = await addTypeWith({ seating: 'required' })
  assert.deepEqual(refusalOf(await open(want(typeId))), [400, 'parameter_missing', 'items[0][seat_id]'])
  assert.equal((await open(want(typeId, { seat_id: seatIds[0] }))).status, 201)
  assert.equal((await open(want(typeId, { best_available: true }))).status, 201)
})

test('a type of one stand has its seats there, by name and by choice', async () => {
  const { seatIds, southIds, sectionId, south, addTypeWith } = await openSeason()
  const typeId = await addTypeWith({ seating: 'required', seat_section_ids: [south] })
  assert.deepEqual(refusalOf(await open(want(typeId, { seat_id: seatIds[0] }))), [
    409,
    'state_conflict',
    'items[0][seat_id]',
  ])
  const elsewhere = await open(want(typeId, { best_available: true, seat_section_id: sectionId }))
  assert.deepEqual(refusalOf(elsewhere), [409, 'state_conflict', 'items[0][seat_section_id]'])
  const family = await open(want(typeId, { best_available: true }), want(typeId, { best_available: true }))
  const seats = family.body.memberships.map(({ seat }: { seat: { seat_id: number } }) => seat.seat_id)
  assert.ok(
    seats.every((id: number) => southIds.includes(id)),
    family.text,
  )
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})

test('a renewal keeps its seat only by a type that has it; an upgrade does not leave its stand', async () => {
  const { seatIds, south, seatMapId, seasonId, typeId, addTypeWith } = await openSeason()
  const { body: basket } = await open(want(typeId, { seat_id: seatIds[0] }))
  const { body: order } = await shop.checkOut(basket.id)
  const membership_member_id = order.memberships[0].membership_member_id
  const nextId = await addSeason(house, club, {
    seat_map_id: seatMapId,
    first_day: '3000-01-01',
    last_day: '3000-12-31',
    takes_new_events: false,
  })
  const renew = (membership_type_id: number, more = {}) => open({ membership_type_id, membership_member_id, ...more })
  const inSouth = await addTypeWith({ season_id: nextId, seating: 'required', seat_section_ids: [south] })
  assert.deepEqual(refusalOf(await renew(inSouth)), [400, 'parameter_missing', 'items[0][seat_id]'])
  const upgrade = await addTypeWith({ season_id: seasonId, price: 5000, seat_section_ids: [south] })
  assert.deepEqual(refusalOf(await renew(upgrade, { upgrade: true })), [409, 'state_conflict', 'items[0][seat_id]'])
  const anywhere = await addTypeWith({ season_id: nextId })
  const { body: renewal } = await renew(anywhere)
  assert.equal(renewal.memberships[0].seat.seat_id, seatIds[0])
})

test('sections are of the season’s map, and seats of a season that has one', async () => {
  const { seasonId, south, sectionId, addTypeWith } = await openSeason()
  const { south: foreign } = await openSeason()
  const typeId = await addTypeWith({ seat_section_ids: [sectionId, south] })
  const change = (body: object) => house.call('PATCH', `/v1/manage/membership_types/${typeId}`, { key, body })
  assert.deepEqual(refusalOf(await change({ seat_section_ids: [foreign] })), [
    404,
    'resource_missing',
    'seat_section_ids',
  ])
  assert.deepEqual(refusalOf(await change({ season_id: null })), [400, 'parameter_invalid', 'seat_section_ids'])
  assert.deepEqual(refusalOf(await change({ seating: 'none' })), [400, 'parameter_invalid', 'seat_section_ids'])
  const { body } = await change({ seating: 'required', seat_section_ids: [south] })
  assert.deepEqual([body.season_id, body.seating, body.seat_section_ids], [seasonId, 'required', [south]])
  const bare = await addType()
  const asked = await house.call('PATCH', `/v1/manage/membership_types/${bare}`, { key, body: { seating: 'required' } })
  assert.deepEqual(refusalOf(asked), [400, 'parameter_invalid', 'seating'])
})
