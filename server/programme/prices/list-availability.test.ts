import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../../tests/builders/baskets.ts'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const set = (body: object) => house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })
const ask = (eventId: number, key: string) => house.call('GET', `/v1/events/${eventId}/availability`, { key })

/** Categories of 100, 3 and no places left, and one that is not sold online. */
async function newEvent() {
  const eventId = await addEvent(house, club, { event_status_id: 1 })
  await addOffer(house, club, { eventId, capacity: 100 })
  const few = await addOffer(house, club, { eventId, capacity: 5 })
  await holdPlaces(house, club, few.priceId, 2)
  const gone = await addOffer(house, club, { eventId, capacity: 4 })
  await holdPlaces(house, club, gone.priceId, 4)
  await addOffer(house, club, { eventId, capacity: 7, price: { show_online: false } })
  return { eventId, few }
}
const { eventId, few } = await newEvent()
const seen = async (key: string) =>
  (await ask(eventId, key)).body.data.map(({ availability, places_left }: Record<string, unknown>) => [
    availability,
    places_left,
  ])

test('a page sees of the places left what the organisation shows, and never more', async () => {
  for (const [places_left_shown, expected] of [
    [
      'few',
      [
        ['available', null],
        ['few', null],
        ['sold_out', null],
      ],
    ],
    [
      'number',
      [
        ['available', 100],
        ['few', 3],
        ['sold_out', 0],
      ],
    ],
    [
      'none',
      [
        ['available', null],
        ['available', null],
        ['sold_out', null],
      ],
    ],
  ] as const) {
    assert.equal((await set({ places_left_shown })).status, 200)
    assert.deepEqual(await seen(publishable), expected, places_left_shown)
  }
})

test('the organisation itself sees the numbers, of all categories', async () => {
  await set({ places_left_shown: 'none' })
  assert.deepEqual(await seen(club.key), [
    ['available', 100],
    ['few', 3],
    ['sold_out', 0],
    ['few', 7],
  ])
})

test('how many are few is a setting, and without any setting only few is said', async () => {
  const fresh = await house.organisation()
  const [row] = await house.sql<{ places_left_shown: string }[]>`
    select places_left_shown
    from organisations
    where org_id = ${fresh.orgId}`
  assert.equal(row?.places_left_shown, 'few')
  await set({ places_left_shown: 'few', few_places_left: 2 })
  assert.deepEqual((await seen(publishable))[1], ['available', null])
})

test('places whose hold has expired are left', async () => {
  await set({ places_left_shown: 'number' })
  await holdPlaces(house, club, few.priceId, 3, new Date(house.clock().getTime() - 1000))
  assert.deepEqual((await seen(publishable))[1], ['available', 3])
})

test('an event that is not public has no availability for a page, nor for another organisation', async () => {
  const draft = await addEvent(house, club)
  assert.equal((await ask(draft, publishable)).status, 404)
  assert.equal((await ask(draft, club.key)).status, 200)
  assert.equal((await ask(eventId, (await house.organisation()).key)).status, 404)
})

test('a page sees the price with all fees in it, how many an order may have, and the event in words and pictures', async () => {
  const words = {
    description: 'Two teams.\nOne cup.',
    images: ['https://img.example.org/1.jpg', 'https://img.example.org/2.jpg'],
  }
  const changed = await house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: words })
  assert.equal(changed.status, 200)
  const event = await house.call('GET', `/v1/events/${eventId}`, { key: publishable })
  assert.deepEqual({ description: event.body.description, images: event.body.images }, words)
  const [price] = (await house.call('GET', `/v1/events/${eventId}/prices`, { key: publishable })).body.data
  assert.deepEqual(
    [price.price, price.service_fee, price.service_tax, price.total, price.max_per_order],
    [25, 2, 0.2, 27.2, 10],
  )
})
