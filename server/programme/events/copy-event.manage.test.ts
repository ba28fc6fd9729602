import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const WEEK = 7 * 86_400

type Row = Record<string, unknown>
const without = (row: Row, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

test('a copy has all that belongs to an event, with what depends on the day moved along, and nothing that was sold', async () => {
  const { eventId, priceId } = await addOffer(house, club, { capacity: 40 })
  const { body: original } = await manage('PATCH', `events/${eventId}`, {
    description: 'Bring a scarf.',
    translations: { de: { title: 'Altes Spiel', description: 'Schal mitbringen.' } },
    holder_names: 'optional',
    max_per_customer: 6,
  })
  const start = original.event_start_unix
  await manage('PATCH', `events/${eventId}`, { doors_open_unix: start - 3600 })
  await manage('PATCH', `prices/${priceId}`, { available_until_unix: start - 60, max_per_order: 4 })
  await manage('POST', `events/${eventId}/questions`, { key: 'meal', kind: 'text', asked_of: 'order', title: 'Meal?' })
  await manage('POST', 'orders', { items: [{ price_id: priceId }], payment_method: 'cash' })
  const { status, body } = await manage('POST', `events/${eventId}/copies`, {
    events: [
      { title: 'Round 2', event_start_unix: start + WEEK },
      { title: 'Round 3', event_start_unix: start + 2 * WEEK },
    ],
  })
  assert.equal(status, 201)
  const [second, third] = body.events
  assert.deepEqual(
    [second.title, second.event_start_unix, second.doors_open_unix, second.event_status_id, third.url_string],
    ['Round 2', start + WEEK, start + WEEK - 3600, '0', 'round-3'],
  )
  assert.deepEqual(
    [second.description, second.holder_names, second.max_per_customer, second.translations],
    ['Bring a scarf.', 'optional', 6, { de: { description: 'Schal mitbringen.' } }],
  )
  const listOf = async (id: string | number, kind: string) => (await manage('GET', `events/${id}/${kind}`)).body.data
  const [category] = await listOf(second.event_id, 'price_categories')
  assert.deepEqual([category.title, category.capacity, category.sold], ['Stand', 40, 0])
  const [oldPrice] = await listOf(eventId, 'prices')
  const [price] = await listOf(second.event_id, 'prices')
  const ofEvent = [
    'price_id',
    'event_id',
    'price_category_id',
    'available_until_unix',
    'local_available_until_unix',
    'created',
    'updated_at',
  ]
  const counted = ['sold', 'held', 'available', 'tickets_sold', 'places_left']
  assert.deepEqual(without(price, ...ofEvent, ...counted), without(oldPrice, ...ofEvent, ...counted))
  assert.equal(price.available_until_unix, start + WEEK - 60)
  assert.deepEqual(
    (await listOf(third.event_id, 'questions')).map(({ key }: { key: string }) => key),
    ['meal'],
  )
})

test('all copies are made or none, and another organisation has none of it', async () => {
  const { eventId } = await addOffer(house, club)
  const before = (await manage('GET', 'events?event_status_id=0&limit=100')).body.data.length
  const bad = await manage('POST', `events/${eventId}/copies`, {
    events: [
      { title: 'Good', event_start_unix: 2_000_000_000 },
      { title: '', event_start_unix: 2_000_000_000 },
    ],
  })
  assert.equal(bad.status, 400)
  assert.equal((await manage('GET', 'events?event_status_id=0&limit=100')).body.data.length, before)
  const stranger = await house.organisation()
  const body = { events: [{ title: 'Mine', event_start_unix: 2_000_000_000 }] }
  const taken = await house.call('POST', `/v1/manage/events/${eventId}/copies`, { key: stranger.key, body })
  assert.equal(taken.status, 404)
})
