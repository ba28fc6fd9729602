import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addMember, membersOf } from '../../../tests/builders/members.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer, addPriceCategory, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap, type SeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const shop = shopOf(house, club)
const { create, seat, unseat, step, member } = membersOf(house, club)
const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

/** So many days from now, at noon. */
const inDays = (days: number) => unixSeconds(house.clock()) + days * 86_400
const dayIn = (days: number) => new Date(inDays(days) * 1000).toISOString().slice(0, 10)

const newSeason = async (map: SeatMap | null, fields: object = {}) => {
  const body = {
    title: 'Season',
    seat_map_id: map?.seatMapId ?? null,
    first_day: dayIn(-10),
    last_day: dayIn(200),
    ...fields,
  }
  const { status, body: season, text } = await manage('POST', 'seasons', body)
  assert.equal(status, 201, text)
  return season
}
const newEvent = (map: SeatMap, days: number, fields: object = {}) => {
  const body = { title: 'Match', event_start_unix: inDays(days), membership_seat_map_id: map.seatMapId, ...fields }
  return manage('POST', 'events', body)
}
const take = async (priceId: number, seatId: number) =>
  shop.add((await shop.open()).body.id, { price_id: priceId, seat_ids: [seatId] })
const poolOf = async (id: number) => (await manage('GET', `price_categories/${id}`)).body

test('a season has the events of its map and days, those that are made later and those that say so', async () => {
  const map = await addSeatMap(house, club)
  const [early, late] = [(await newEvent(map, 5)).body, (await newEvent(map, 400)).body]
  const season = await newSeason(map)
  assert.deepEqual([season.events, season.events_to_come, season.status], [1, 1, 'active'])
  const inside = (await newEvent(map, 30)).body
  assert.deepEqual(inside.season_ids, [season.season_id])
  assert.deepEqual((await newEvent(map, 31, { season_ids: [] })).body.season_ids, [])
  const added = await manage('PUT', `seasons/${season.season_id}/events/${late.event_id}`)
  assert.equal(added.body.events, 3, added.text)
  const list = (await manage('GET', `seasons/${season.season_id}/events`)).body.data
  assert.deepEqual(
    list.map(({ event_id }: { event_id: string }) => event_id),
    [early.event_id, inside.event_id, late.event_id],
  )
  await manage('DELETE', `seasons/${season.season_id}/events/${late.event_id}`)
  assert.deepEqual((await manage('GET', `events/${late.event_id}`)).body.season_ids, [])
})

test('a season seat is taken in every event of the season, counts in its pools, and is free again when it is given back', async () => {
  const map = await addSeatMap(house, club, { seats: 3 })
  const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
  const offers = [await addSeatedOffer(house, club, map), await addSeatedOffer(house, club, map)]
  const holder = await member({ membership_type_id: typeId, membership_seat_id: map.seatId })
  for (const { priceId, priceCategoryId } of offers) {
    assert.equal((await take(priceId, map.seatId)).body.error.code, 'seat_taken')
    const pool = await poolOf(priceCategoryId)
    assert.deepEqual([pool.capacity, pool.season, pool.available], [3, 1, 2])
  }
  const seats = (await manage('GET', `seasons/${seasonId}/seats`)).body.data
  assert.deepEqual(
    seats.map((row: Record<string, unknown>) => [row.seat_id, row.membership_member_id, row.status]),
    [[map.seatId, holder.membership_member_id, 'sold']],
  )
  await isClean()
  await unseat(holder)
  for (const { priceId, priceCategoryId } of offers) {
    assert.equal((await poolOf(priceCategoryId)).season, 0)
    assert.equal((await take(priceId, map.seatId)).status, 201)
  }
  await isClean()
})

test('a seat that is sold in one of the events is refused, and names the event; another season’s event is not asked', async () => {
  const map = await addSeatMap(house, club, { seats: 2 })
  const { typeId } = await seasonOfMap(house, club, map.seatMapId)
  const [first, second] = [await addSeatedOffer(house, club, map), await addSeatedOffer(house, club, map)]
  assert.equal((await take(second.priceId, map.seatId)).status, 201)
  const holder = await member({ membership_type_id: typeId })
  const refused = await seat(holder, map.seatId)
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.event_ids, refused.body.error.seat_ids],
    [409, 'seat_taken', [second.eventId], [map.seatId]],
  )
  assert.equal((await take(first.priceId, map.seatId)).status, 201, 'nothing of it was taken')
  await isClean()
})

test('an event that is made later brings the claims along, and one in which a season seat is sold cannot join', async () => {
  const map = await addSeatMap(house, club, { seats: 2 })
  const { seasonId } = await seasonOfMap(house, club, map.seatMapId)
  await addMember(house, club, { membership_seat_id: map.seatId })
  const { body: event } = await newEvent(map, 20, { seat_map_id: map.seatMapId, reserved_seating: true })
  const category = { title: 'Stand', capacity: 2, seat_section_ids: [map.sectionId] }
  const pool = (await manage('POST', `events/${event.event_id}/price_categories`, category)).body
  assert.deepEqual([pool.season, pool.available], [1, 1])
  const small = await manage('PATCH', `price_categories/${pool.price_category_id}`, { capacity: 0 })
  assert.equal(small.body.error.code, 'state_conflict')
  await isClean()
  const elsewhere = await addSeatedOffer(house, club, map)
  await manage('PATCH', `events/${elsewhere.eventId}`, { season_ids: [] })
  assert.equal((await take(elsewhere.priceId, map.seatId)).status, 201)
  const refused = await manage('PUT', `seasons/${seasonId}/events/${elsewhere.eventId}`)
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.seat_ids],
    [409, 'seat_taken', [map.seatId]],
  )
  await isClean()
})

test('copies of an event are in the seasons of their own days, with the claims and the counts', async () => {
  const map = await addSeatMap(house, club, { seats: 2 })
  const season = await newSeason(map)
  const membership_type_id = await addMembershipType(house, club, { season_id: season.season_id })
  await member({ membership_type_id, membership_seat_id: map.seatId })
  const { body: event } = await newEvent(map, 20, { seat_map_id: map.seatMapId, reserved_seating: true })
  const category = { title: 'Stand', capacity: 2, seat_section_ids: [map.sectionId] }
  await manage('POST', `events/${event.event_id}/price_categories`, category)
  const events = [
    { title: 'Inside', event_start_unix: inDays(27) },
    { title: 'Outside', event_start_unix: inDays(900) },
  ]
  const copies = (await manage('POST', `events/${event.event_id}/copies`, { events })).body.events
  assert.deepEqual(
    copies.map(({ season_ids }: { season_ids: number[] }) => season_ids),
    [[season.season_id], []],
  )
  for (const [n, taken] of [1, 0].entries()) {
    const [pool] = (await manage('GET', `events/${copies[n].event_id}/price_categories`)).body.data
    assert.deepEqual([pool.season, pool.available], [taken, 2 - taken])
  }
  await isClean()
})

test('an event that is put off stays in its season, and what was sold of it meanwhile is claimed when it is to come again', async () => {
  const map = await addSeatMap(house, club, { seats: 2 })
  const season = await newSeason(map)
  const membership_type_id = await addMembershipType(house, club, { season_id: season.season_id })
  const { body: event } = await newEvent(map, -3)
  await member({ membership_type_id, membership_seat_id: map.seatId })
  const claims = async () =>
    (await manage('GET', `seasons/${season.season_id}/events`)).body.data.map((row: Record<string, unknown>) => [
      row.to_come,
      row.season_seats,
    ])
  assert.deepEqual(await claims(), [[false, 0]])
  const moved = await manage('PATCH', `events/${event.event_id}`, { event_start_unix: inDays(900) })
  assert.deepEqual(moved.body.season_ids, [season.season_id], moved.text)
  assert.deepEqual(await claims(), [[true, 1]])
  await isClean()
})

test('members without a seat count in the category that the season names, and no longer when they have gone', async () => {
  const season = await newSeason(null, { category_title: 'Terrace' })
  const membership_type_id = await addMembershipType(house, club, { season_id: season.season_id })
  const { eventId } = await addOffer(house, club)
  const terrace = await addPriceCategory(house, club, eventId, { title: 'Terrace', capacity: 2 })
  await manage('PUT', `seasons/${season.season_id}/events/${eventId}`)
  const [first, second] = [await member({ membership_type_id }), await member({ membership_type_id })]
  assert.deepEqual([(await poolOf(terrace)).season, (await poolOf(terrace)).available], [2, 0])
  const third = await create({ membership_type_id })
  assert.deepEqual([third.status, third.body.error.code], [409, 'sold_out'])
  await step(first, 'cancel')
  assert.equal((await poolOf(terrace)).season, 1)
  await manage('PATCH', `seasons/${season.season_id}`, { category_title: null })
  assert.equal((await poolOf(terrace)).season, 0)
  await manage('PATCH', `seasons/${season.season_id}`, { category_title: 'Terrace' })
  assert.equal((await poolOf(terrace)).season, 1)
  await step(second, 'cancel')
  assert.equal((await poolOf(terrace)).season, 0)
  await isClean()
})

test('what is over keeps its claims and counts when a seat is given back', async () => {
  const map = await addSeatMap(house, club, { seats: 2 })
  const season = await newSeason(map)
  const membership_type_id = await addMembershipType(house, club, { season_id: season.season_id })
  const { body: event } = await newEvent(map, 2, { seat_map_id: map.seatMapId, reserved_seating: true })
  const category = { title: 'Stand', capacity: 2, seat_section_ids: [map.sectionId] }
  const pool = (await manage('POST', `events/${event.event_id}/price_categories`, category)).body
  const holder = await member({ membership_type_id, membership_seat_id: map.seatId })
  await house.sql`
    update events
    set starts_at = ${new Date(inDays(-3) * 1000)}, ends_at = null
    where org_id = ${club.orgId}
      and event_id = ${Number(event.event_id)}`
  await step(holder, 'cancel')
  assert.equal((await poolOf(pool.price_category_id)).season, 1)
  const gone = await manage('DELETE', `seasons/${season.season_id}/events/${event.event_id}`)
  assert.equal(gone.body.error.code, 'state_conflict')
})

test('bad days, an archived season and another organisation’s are refused', async () => {
  const map = await addSeatMap(house, club)
  const days = { title: 'x', first_day: '2031-02-01', last_day: '2031-01-01' }
  const backwards = await manage('POST', 'seasons', days)
  assert.deepEqual([backwards.status, backwards.body.error.param], [400, 'last_day'])
  const season = await newSeason(map)
  const typeId = await addMembershipType(house, club, { season_id: season.season_id })
  assert.equal((await manage('POST', `seasons/${season.season_id}/archive`)).body.error.code, 'state_conflict')
  await manage('POST', `membership_types/${typeId}/archive`)
  assert.equal((await manage('POST', `seasons/${season.season_id}/archive`)).body.status, 'archived')
  assert.deepEqual((await newEvent(map, 20)).body.season_ids, [])
  assert.equal((await manage('GET', `seasons/${season.season_id}`, undefined, other.key)).status, 404)
  const theirs = await addSeatMap(house, other)
  assert.equal(
    (await manage('POST', 'seasons', { ...days, last_day: '2031-03-01', seat_map_id: theirs.seatMapId })).status,
    404,
  )
})
