import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent, STARTS_AT } from '../../../tests/builders/events.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { addGate, addVenue } from '../../../tests/builders/venues.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const START = unixSeconds(STARTS_AT)
const WEEK = 7 * 86_400

type Row = Record<string, unknown>
const without = (row: Row, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const OF_EVENT = [
  'price_id',
  'event_id',
  'price_category_id',
  'local_available_until_unix',
  'sold',
  'held',
  'available',
]
const listOf = async (eventId: number | string, kind: string): Promise<Row[]> =>
  (await manage('GET', `events/${eventId}/${kind}`)).body.data
const onSale = async (eventId: number | string) =>
  (await listOf(eventId, 'price_categories')).filter(({ price_category_status: state }) => state !== 'archived')
const listFrom = async (eventId: number, title = 'League') =>
  (await manage('POST', 'price_lists', { title, event_id: eventId })).body

test('an event made from a list has its categories and prices with all that they have, and windows that follow its start', async () => {
  const { eventId, priceId, priceCategoryId } = await addOffer(house, club, { capacity: 40 })
  const types = [await addMembershipType(house, club), await addMembershipType(house, club)]
  await manage('PATCH', `price_categories/${priceCategoryId}`, {
    section_label: 'North Terrace',
    order_by: 3,
    translations: { de: { title: 'Kurve' } },
  })
  await manage('PATCH', `prices/${priceId}`, {
    available_until_unix: START - 3600,
    membership_type_ids: types,
    max_per_order: 4,
    max_per_customer: 5,
    max_per_member: 2,
    limit_places: 30,
    group_ticket: true,
    tickets_included: 2,
    scanning_flag: 2,
    concession: 'child',
    gate_check: 'under 16',
    show_boxoffice: false,
    translations: { de: { title: 'Kind' } },
  })
  const list = await listFrom(eventId)
  assert.deepEqual(
    [list.title, list.currency, list.categories[0].capacity, list.categories[0].prices[0].available_until_seconds],
    ['League', 'AUD', 40, -3600],
  )
  assert.deepEqual(list.categories[0].prices[0].membership_type_ids, types)
  await manage('PATCH', `prices/${priceId}`, { price: 99 })
  const { status, body: event } = await manage('POST', 'events', {
    title: 'Round 2',
    event_start_unix: START + WEEK,
    price_list_id: list.price_list_id,
  })
  assert.equal(status, 201)
  const [category, ...noOthers] = await onSale(event.event_id)
  const [original] = await onSale(eventId)
  assert.equal(noOthers.length, 0)
  assert.deepEqual(without(category ?? {}, ...OF_EVENT), without(original ?? {}, ...OF_EVENT))
  const [price] = await listOf(event.event_id, 'prices')
  const [model] = await listOf(eventId, 'prices')
  const differing = [...OF_EVENT, 'price', 'total', 'available_until_unix']
  assert.deepEqual(without(price ?? {}, ...differing), without(model ?? {}, ...differing))
  assert.deepEqual([price?.price, price?.available_until_unix], [25, START + WEEK - 3600])
})

test('a list takes the place of what an event had, until somebody has bought or holds a place', async () => {
  const list = await listFrom((await addOffer(house, club, { capacity: 7 })).eventId)
  const { eventId } = await addOffer(house, club, { capacity: 99 })
  const used = await manage('POST', `events/${eventId}/price_list`, { price_list_id: list.price_list_id })
  assert.equal(used.status, 200)
  assert.deepEqual(
    (await onSale(eventId)).map(({ capacity }) => capacity),
    [7],
  )
  const log = await manage('GET', `audit_log?object_type=price_list&object_id=${list.price_list_id}`)
  assert.ok(log.body.data.some(({ action }: { action: string }) => action === 'price_list.used'))
  const [price] = (await listOf(eventId, 'prices')).filter(({ price_status }) => price_status !== 'archived')
  await manage('POST', 'orders', { items: [{ price_id: price?.price_id }], payment_method: 'cash' })
  const late = await manage('POST', `events/${eventId}/price_list`, { price_list_id: list.price_list_id })
  assert.deepEqual([late.status, late.body.error.code], [409, 'state_conflict'])
  assert.equal((await onSale(eventId)).length, 1)
})

test('a list with seats brings its map to an event without one, and season seats count in its categories', async () => {
  const map = await addSeatMap(house, club, { seats: 4 })
  await seasonOfMap(house, club, map.seatMapId)
  const { eventId: model } = await addSeatedOffer(house, club, map)
  const list = await listFrom(model)
  assert.equal(list.seat_map_id, map.seatMapId)
  const created = await manage('POST', 'events', {
    title: 'Seated',
    event_start_unix: START + WEEK,
    price_list_id: list.price_list_id,
  })
  assert.deepEqual([created.body.seat_map_id, created.body.reserved_seating], [map.seatMapId, true])
  assert.deepEqual((await onSale(created.body.event_id))[0]?.seat_section_ids, [map.sectionId])
  const bare = await addEvent(house, club)
  const used = await manage('POST', `events/${bare}/price_list`, { price_list_id: list.price_list_id })
  assert.deepEqual([used.status, used.body.seat_map_id], [200, map.seatMapId])
  // Again: sections are free for the categories that take their place.
  const again = await manage('POST', `events/${bare}/price_list`, { price_list_id: list.price_list_id })
  assert.equal(again.status, 200)
  assert.deepEqual(
    (await onSale(bare)).map(({ seat_section_ids }) => seat_section_ids),
    [[map.sectionId]],
  )
})

test('what does not fit an event is refused and leaves it as it was: another map, gates of another venue, another currency', async () => {
  const map = await addSeatMap(house, club)
  const seated = await listFrom((await addSeatedOffer(house, club, map)).eventId)
  const other = await addSeatMap(house, club)
  const { eventId: elsewhere } = await addSeatedOffer(house, club, other)
  const refused = await manage('POST', `events/${elsewhere}/price_list`, { price_list_id: seated.price_list_id })
  assert.deepEqual([refused.status, refused.body.error.param], [409, 'price_list_id'])
  assert.equal((await onSale(elsewhere)).length, 1)

  const venueId = await addVenue(house, club)
  const gateId = await addGate(house, club, venueId)
  const { eventId, priceCategoryId } = await addOffer(house, club, { event: { venue_id: venueId } })
  await manage('PATCH', `price_categories/${priceCategoryId}`, { gate_ids: [gateId] })
  const gated = await listFrom(eventId)
  const away = { title: 'Away', event_start_unix: START, venue_id: await addVenue(house, club) }
  const wrongGates = await manage('POST', 'events', { ...away, price_list_id: gated.price_list_id })
  assert.deepEqual([wrongGates.status, wrongGates.body.error.param], [409, 'price_list_id'])
  const wrongMoney = await manage('POST', 'events', { ...away, currency: 'NZD', price_list_id: seated.price_list_id })
  assert.deepEqual([wrongMoney.status, wrongMoney.body.error.param], [409, 'price_list_id'])
})

test('copies of an event are sold by a list where it is named', async () => {
  const list = await listFrom((await addOffer(house, club, { capacity: 12 })).eventId, 'Cup')
  const { eventId } = await addOffer(house, club, { capacity: 80 })
  const { body } = await manage('POST', `events/${eventId}/copies`, {
    events: [{ title: 'Cup 1', event_start_unix: START + WEEK }],
    price_list_id: list.price_list_id,
  })
  assert.deepEqual(
    (await onSale(body.events[0].event_id)).map(({ capacity }) => capacity),
    [12],
  )
})

test('a list is renamed, taken anew from an event, and used no more once it is archived', async () => {
  const { price_list_id: id } = await listFrom((await addOffer(house, club, { capacity: 5 })).eventId)
  const { eventId } = await addOffer(house, club, { capacity: 6 })
  const changed = await manage('PATCH', `price_lists/${id}`, { title: 'Friendlies', event_id: eventId })
  assert.deepEqual([changed.body.title, changed.body.categories[0].capacity], ['Friendlies', 6])
  assert.equal((await manage('POST', `price_lists/${id}/archive`)).body.status, 'archived')
  const late = await manage('POST', 'events', { title: 'Late', event_start_unix: START, price_list_id: id })
  assert.deepEqual([late.status, late.body.error.param], [409, 'price_list_id'])
  const empty = await manage('POST', 'price_lists', { title: 'Nothing', event_id: await addEvent(house, club) })
  assert.deepEqual([empty.status, empty.body.error.param], [409, 'event_id'])
})

test('another organisation neither sees a list nor uses it, nor makes one of an event that is not its own', async () => {
  const { eventId } = await addOffer(house, club)
  const { price_list_id: id } = await listFrom(eventId)
  const stranger = await house.organisation()
  const mine = await addEvent(house, stranger)
  const asked = [
    await manage('GET', `price_lists/${id}`, undefined, stranger.key),
    await manage('POST', `events/${mine}/price_list`, { price_list_id: id }, stranger.key),
    await manage('POST', 'events', { title: 'Mine', event_start_unix: START, price_list_id: id }, stranger.key),
    await manage('POST', 'price_lists', { title: 'Mine', event_id: eventId }, stranger.key),
  ]
  assert.deepEqual(
    asked.map(({ status }) => status),
    [404, 404, 404, 404],
  )
})
