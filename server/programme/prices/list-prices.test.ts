import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub } from '../../../tests/builders/clubs.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'

const club = await openClub()
const { house, orgId, manage } = club
const secret = await house.key(orgId)
const publishable = await house.key(orgId, { kind: 'pk' })
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))

const { event_id } = await club.event()
const stand = (await club.category(event_id, { title: 'Stand', order_by: 2 })).price_category_id
const terrace = (await club.category(event_id, { title: 'Terrace', order_by: 1 })).price_category_id
const seated = (await club.price(event_id, stand, { title: 'Seated' })).price_id
const child = (await club.price(event_id, terrace, { title: 'Child', order_by: 2 })).price_id
const adult = (await club.price(event_id, terrace, { title: 'Adult', order_by: 1 })).price_id
const boxOffice = (await club.price(event_id, terrace, { title: 'At the gate', show_online: false, order_by: 3 }))
  .price_id
const off = (await club.price(event_id, stand, { title: 'Not yet', price_status: 'inactive' })).price_id
const archived = (await club.price(event_id, stand, { title: 'Old' })).price_id
await manage('POST', `/prices/${archived}/archive`)

const list = (key: string, id = event_id) => house.call('GET', `/v1/events/${id}/prices`, { key })
const ids = async (key: string) => (await list(key)).body.data.map(({ price_id }: { price_id: number }) => price_id)

test('prices come by category, then price, each by order_by, then id; archived ones are left out', async () => {
  assert.deepEqual(await ids(secret), [adult, child, boxOffice, seated, off])
})

test('the answer has data and nothing else, and a price nothing that only staff should see', async () => {
  const { body } = await list(secret)
  assert.deepEqual(Object.keys(body), ['data'])
  const { price_status, order_by, limit_places, available, concession, gate_check, tax_rate_id, ...publicFields } = (
    await manage('GET', `/prices/${adult}`)
  ).body
  assert.deepEqual(body.data[0], publicFields)
})

test('a publishable key sees what is switched on and shown online, of live, public events', async () => {
  assert.equal((await list(publishable)).status, 404)
  await manage('POST', `/events/${event_id}/publish`)
  assert.deepEqual(await ids(publishable), [adult, child, seated])
  await manage('PATCH', `/price_categories/${stand}`, { price_category_status: 'inactive' })
  assert.deepEqual(await ids(publishable), [adult, child])
  await manage('PATCH', `/events/${event_id}`, { public_event: false })
  assert.equal((await list(publishable)).status, 404)
})

test('an event without prices has an empty list; another organisation’s event, or none, is not found', async () => {
  assert.deepEqual((await list(secret, (await club.event()).event_id)).body, { data: [] })
  for (const id of [(await other.event()).event_id, '999999999']) assert.equal((await list(secret, id)).status, 404)
})

test('a price says whether its seats are numbered: standing room within a seated event is not', async () => {
  const tenant = { orgId, key: secret }
  const numbered = await addSeatedOffer(house, tenant, await addSeatMap(house, tenant))
  const eventId = String(numbered.eventId)
  const standing = (await club.category(eventId, { title: 'Standing', order_by: 9 })).price_category_id
  await club.price(eventId, standing)
  const flags = async (id: string) =>
    (await list(secret, id)).body.data.map(({ reserved_seating }: { reserved_seating: boolean }) => reserved_seating)
  assert.deepEqual((await flags(eventId)).sort(), [false, true])
  assert.deepEqual(await flags(String((await addOffer(house, tenant)).eventId)), [false])
})
