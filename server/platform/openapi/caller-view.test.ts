import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { resolved } from '../../../tests/harness/schema-check.ts'
import { operationsOf, type PathItem } from './openapi-types.ts'

const house = await openHouse()
const club = await house.organisation()
const { body: document } = await house.call('GET', '/openapi.json')
const operations = Object.entries(document.paths as Record<string, PathItem>).flatMap(([path, item]) =>
  operationsOf(item, document).map(([method, operation]) => ({ path, method: method.toLowerCase(), ...operation })),
)
const find = (wanted: string) => {
  const found = operations.find(({ path, method }) => `${method} ${path}` === wanted)
  assert.ok(found, wanted)
  return found
}

test('every change says that it takes an Idempotency-Key, and no read does, nor what gives a session', () => {
  for (const { path, method, parameters = [] } of operations) {
    const takesKey = parameters.some(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key')
    assert.equal(takesKey, method !== 'get' && !path.startsWith('/v1/staff/'), `${method} ${path}`)
  }
})

test('an id may be sent as the text that an answer gave', async () => {
  const parameter = find('get /v1/events/{event_id}').parameters?.find(({ name }) => name === 'event_id')
  assert.deepEqual(parameter?.schema?.type, ['string', 'integer'])
  const { schema = {} } = find('post /v1/manage/events').requestBody?.content?.['application/json'] ?? {}
  const body = resolved(document, schema)
  assert.deepEqual(body.properties?.venue_id?.type, ['string', 'integer', 'null'])
  const venue = await house.call('POST', '/v1/manage/venues', { key: club.key, body: { name: 'Harbour Park' } })
  const event = { title: 'Derby', event_start_unix: 1_900_000_000, venue_id: venue.body.venue_id }
  const creation = await house.call('POST', '/v1/manage/events', { key: club.key, body: event })
  assert.deepEqual([creation.status, creation.body.venue_id], [201, venue.body.venue_id])
  const wrong = await house.call('POST', '/v1/manage/events', { key: club.key, body: { ...event, venue_id: 'park' } })
  assert.equal(wrong.body.error.param, 'venue_id')
})

test('the fields that a refusal adds are described', async () => {
  const fields = Object.keys(document.components.schemas.ApiErrorDetails.properties)
  const event = { title: 'Concert', event_start_unix: 1_900_000_000 }
  const creation = await house.call('POST', '/v1/manage/events', { key: club.key, body: event })
  const step = (name: string) =>
    house.call('POST', `/v1/manage/events/${creation.body.event_id}/${name}`, { key: club.key })
  await step('cancel')
  const { body } = await step('publish')
  assert.ok('event_status_id' in body.error)
  for (const name of Object.keys(body.error)) assert.ok(fields.includes(name), name)
  assert.ok(find('get /v1/orders/{order_id}/tickets/{ticket_id}/qr').responses?.['409'])
})

test('no section of the reference is empty, and no answer without a word', () => {
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  for (const { name } of document.tags) assert.ok(used.has(name), name)
  for (const { path, method, responses } of operations) {
    for (const { description } of Object.values(responses ?? {}))
      assert.notEqual(description, 'Default Response', `${method} ${path}`)
  }
})
