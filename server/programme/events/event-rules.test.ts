import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces, shopOf } from '../../../tests/builders/baskets.ts'
import { openClub, refusal } from '../../../tests/builders/clubs.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'

const club = await openClub()
const { house, orgId, manage } = club
const change = (eventId: string | number, body: Record<string, unknown>) => manage('PATCH', `/events/${eventId}`, body)
const soldOut = async (eventId: string) => (await manage('GET', `/events/${eventId}`)).body.sold_out

test('the currency changes until the event has a price, and then no more', async () => {
  const event = await club.event()
  const yen = await change(event.event_id, { currency: 'JPY' })
  assert.deepEqual([yen.body.currency, yen.body.currency_symbol], ['JPY', '¥'])
  const { price_category_id } = await club.category(event.event_id)
  assert.equal((await change(event.event_id, { currency: 'NZD' })).status, 200)
  const { price_id } = await club.price(event.event_id, price_category_id)
  assert.deepEqual(refusal(await change(event.event_id, { currency: 'AUD' })), [409, 'currency'])
  await manage('POST', `/prices/${price_id}/archive`)
  assert.deepEqual(refusal(await change(event.event_id, { currency: 'AUD' })), [409, 'currency'])
  assert.equal((await change(event.event_id, { currency: 'NZD', title: 'Same money' })).status, 200)
})

test('a price that is created while the currency changes waits, and is in the new one', async () => {
  const event = await club.event()
  const { price_category_id } = await club.category(event.event_id)
  const priced = await whileUncommitted(
    house.sql,
    (tx) => tx`
      update events
      set currency = 'JPY'
      where org_id = ${orgId}
        and event_id = ${event.event_id}`,
    () => manage('POST', `/events/${event.event_id}/prices`, { price_category_id, title: 'Adult', price: 25.5 }),
  )
  assert.deepEqual(refusal(priced), [400, 'price'])
})

test('the venue changes unless price categories are let in by gates of the present one', async () => {
  const { venue_id } = await club.venue()
  const elsewhere = (await club.venue()).venue_id
  const event = await club.event({ venue_id })
  const { gate_id } = await club.gate(venue_id)
  const { price_category_id } = await club.category(event.event_id, { gate_ids: [gate_id] })
  assert.deepEqual(refusal(await change(event.event_id, { venue_id: elsewhere })), [409, 'venue_id'])
  assert.equal((await change(event.event_id, { venue_id })).status, 200)
  await manage('PATCH', `/price_categories/${price_category_id}`, { gate_ids: null })
  assert.equal((await change(event.event_id, { venue_id: elsewhere })).body.venue_id, elsewhere)
})

test('a seat map whose sections are on sale is not exchanged', async () => {
  const { seatMapId, sectionId } = await club.seatMap()
  const event = await club.event({ reserved_seating: true, seat_map_id: seatMapId })
  const { price_category_id } = await club.category(event.event_id, { seat_section_ids: [sectionId] })
  const another = await club.seatMap()
  assert.deepEqual(refusal(await change(event.event_id, { seat_map_id: another.seatMapId })), [409, 'seat_map_id'])
  assert.deepEqual(refusal(await change(event.event_id, { seat_map_id: null })), [409, 'seat_map_id'])
  await manage('PATCH', `/price_categories/${price_category_id}`, { seat_section_ids: [] })
  assert.equal((await change(event.event_id, { seat_map_id: another.seatMapId })).body.seat_map_id, another.seatMapId)
})

test('seating stays as it is once a place is sold or held', async () => {
  const { seatMapId } = await club.seatMap()
  for (const take of [sellPlaces, holdPlaces]) {
    const { event, price } = await club.offer()
    await take(house, club.tenant, price.price_id, 1)
    assert.equal((await change(event.event_id, { seat_map_id: seatMapId })).status, 409)
    assert.equal((await change(event.event_id, { reserved_seating: true })).status, 409)
    assert.equal((await change(event.event_id, { reserved_seating: false, seat_map_id: null })).status, 200)
  }
})

test('an event that lets another map’s season seats in leaves the seasons of the one before and joins its own', async () => {
  const [ground, annex] = [await club.seatMap(), await club.seatMap()]
  const here = await seasonOfMap(house, club.tenant, ground.seatMapId)
  const there = await seasonOfMap(house, club.tenant, annex.seatMapId)
  const event = await club.event({ membership_seat_map_id: ground.seatMapId })
  assert.deepEqual(event.season_ids, [here.seasonId])
  const moved = await change(event.event_id, { membership_seat_map_id: annex.seatMapId })
  assert.deepEqual(moved.body.season_ids, [there.seasonId])
  assert.deepEqual((await change(event.event_id, { season_ids: [] })).body.season_ids, [])
})

test('season seats are not let in at an event where one of them is sold already', async () => {
  const map = await addSeatMap(house, club.tenant)
  const { seasonId } = await seasonOfMap(house, club.tenant, map.seatMapId)
  const { eventId, priceId } = await addSeatedOffer(house, club.tenant, map)
  assert.equal((await change(eventId, { season_ids: [] })).status, 200)
  const shop = shopOf(house, club.tenant)
  assert.equal((await shop.add((await shop.open()).body.id, { price_id: priceId, seat_ids: [map.seatId] })).status, 201)
  await addMember(house, club.tenant, { membership_seat_id: map.seatId })
  const refused = await change(eventId, { season_ids: [seasonId] })
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.seat_ids],
    [409, 'seat_taken', [map.seatId]],
  )
})

test('an event is sold out when no price that is on offer has places left, and no sooner', async () => {
  const { event, category, price } = await club.offer({ capacity: 4 })
  await sellPlaces(house, club.tenant, price.price_id, 3)
  assert.equal(await soldOut(event.event_id), false)
  await sellPlaces(house, club.tenant, price.price_id, 1)
  assert.equal(await soldOut(event.event_id), true)
  await manage('PATCH', `/price_categories/${category.price_category_id}`, { capacity: 5 })
  assert.equal(await soldOut(event.event_id), false)
})

test('an event without a price, or with none on offer, is not sold out', async () => {
  const { event, category, price } = await club.offer({ capacity: 0 })
  assert.equal(await soldOut((await club.event()).event_id), false)
  assert.equal(await soldOut(event.event_id), true)
  const ofPrice = `/prices/${price.price_id}`
  const ofCategory = `/price_categories/${category.price_category_id}`
  const now = Math.floor(house.clock().getTime() / 1000)
  const switches: [path: string, off: Record<string, unknown>, on: Record<string, unknown>][] = [
    [ofPrice, { price_status: 'inactive' }, { price_status: 'active' }],
    [ofPrice, { available_until_unix: now }, { available_until_unix: null }],
    [ofPrice, { show_online: false, show_boxoffice: false }, { show_online: true }],
    [ofCategory, { price_category_status: 'inactive' }, { price_category_status: 'active' }],
  ]
  for (const [path, off, on] of switches) {
    await manage('PATCH', path, off)
    assert.equal(await soldOut(event.event_id), false, JSON.stringify(off))
    await manage('PATCH', path, on)
    assert.equal(await soldOut(event.event_id), true, JSON.stringify(on))
  }
})

test('one price with places left, in any category, now or later, keeps the event from being sold out', async () => {
  const { event } = await club.offer({ capacity: 0 })
  const { price_category_id } = await club.category(event.event_id, { capacity: 1 })
  assert.equal(await soldOut(event.event_id), true)
  const tomorrow = Math.floor(house.clock().getTime() / 1000) + 86_400
  await club.price(event.event_id, price_category_id, { available_from_unix: tomorrow })
  assert.equal(await soldOut(event.event_id), false)
})

test('places in baskets count as taken, and count no more from the instant their hold expires', async () => {
  const { event, price } = await club.offer({ capacity: 2 })
  await holdPlaces(house, club.tenant, price.price_id, 2, new Date(house.clock().getTime() + 1000))
  assert.equal(await soldOut(event.event_id), true)
  house.clock.advance(999)
  assert.equal(await soldOut(event.event_id), true)
  house.clock.advance(1)
  assert.equal(await soldOut(event.event_id), false)
})

test('a limit of its own sells a price out while its category has places', async () => {
  const { event, price } = await club.offer({ capacity: 10 }, { limit_places: 2 })
  await sellPlaces(house, club.tenant, price.price_id, 1)
  await holdPlaces(house, club.tenant, price.price_id, 1, new Date(house.clock().getTime() + 1000))
  assert.equal(await soldOut(event.event_id), true)
  house.clock.advance(1000)
  assert.equal(await soldOut(event.event_id), false)
})

test('a group of four is sold out when three places are left', async () => {
  const { event } = await club.offer({ capacity: 3 }, { group_ticket: true, tickets_included: 4 })
  assert.equal(await soldOut(event.event_id), true)
})
