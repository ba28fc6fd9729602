import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { addVenue } from '../../../tests/builders/venues.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const key = await house.key(club.orgId, { kind: 'pk' })
await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { places_left_shown: 'number' } })
const venueId = await addVenue(house, club)
const derby = await addOffer(house, club, { capacity: 30, event: { title: 'Derby', venue_id: venueId } })
await addPrice(house, club, derby, { title: 'Not online', price_minor: 1, show_online: false })
const cup = await addOffer(house, club, { event: { title: 'Cup', starts_at: new Date('2061-01-01T00:00:00Z') } })
await addEvent(house, club, { title: 'Draft', venue_id: await addVenue(house, club) })
const other = await house.organisation()
await addOffer(house, other, { event: { title: 'Not ours' } })

const programme = async (query = '') => (await house.call('GET', `/v1/storefront/programme${query}`, { key })).body
type Item = { title: string; event_id: string; offer: Record<string, unknown> }
const titles = (body: Answer['body']) => (body.data as Item[]).map(({ title }) => title)

test('what is on is listed soonest first, each with its offer, and nothing of drafts or of others', async () => {
  const body = await programme()
  assert.deepEqual(titles(body), ['Derby', 'Cup'])
  assert.deepEqual(body.data[0].offer, {
    ...{ sale: 'open', from_total: 27.2, from_tax: 0, opens_unix: null, members_open_unix: null },
    ...{ few_left: false, places_left: 30 },
  })
  assert.deepEqual(body.venues, [{ venue_id: String(venueId), name: 'Harbour Park' }])
})

test('it is searched by title, filtered by venue, and read page by page', async () => {
  assert.deepEqual(titles(await programme('?search=cup')), ['Cup'])
  assert.deepEqual(titles(await programme(`?venue_id=${venueId}`)), ['Derby'])
  const first = await programme('?limit=1')
  assert.deepEqual([titles(first), first.has_more], [['Derby'], true])
  assert.deepEqual(titles(await programme(`?limit=1&cursor=${first.next_cursor}`)), ['Cup'])
})

test('an event of which nothing is left is sold out, also while the last places are only held', async () => {
  const body = { items: [{ price_id: cup.priceId, quantity: 10 }] }
  assert.equal((await house.call('POST', '/v1/baskets', { key, body })).status, 201)
  const [{ offer }] = (await programme('?search=cup')).data
  assert.deepEqual([offer.sale, offer.from_total], ['sold_out', null])
})
