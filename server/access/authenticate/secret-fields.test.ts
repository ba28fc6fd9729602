import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openapiOf } from '../../../tests/harness/operations.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { eventId, priceId } = await addOffer(house, club, { capacity: 100 })

/** Every answer on the way from the prices to a paid order. */
async function answersOf(key: string) {
  const shop = shopOf(house, { key })
  const prices = await house.call('GET', `/v1/events/${eventId}/prices`, { key })
  const opened = await shop.open({ items: [{ price_id: priceId, quantity: 1 }] })
  const added = await shop.add(opened.body.id, { price_id: String(priceId) })
  const changed = await shop.call('PATCH', `/v1/baskets/${opened.body.id}/items/${added.body.items[1].id}`, {
    quantity: 2,
  })
  const read = await shop.read(opened.body.id)
  const paid = await shop.checkOut(opened.body.id)
  const answers = { prices, opened, added, changed, read, paid }
  for (const [name, { status }] of Object.entries(answers)) assert.ok(status < 300, `${name} is ${status}`)
  return answers
}

test('what goes back to the organisation is for secret keys: a page never sees rebate', async () => {
  for (const [name, { text }] of Object.entries(await answersOf(publishable))) assert.doesNotMatch(text, /rebate/, name)
  const { prices, opened } = await answersOf(club.key)
  assert.equal(prices.body.data[0].rebate, 0.5)
  assert.deepEqual([opened.body.rebate, opened.body.items[0].rebate], [0.5, 0.5])
})

test('an answer that was stored for an Idempotency-Key keeps it too', async () => {
  const shop = shopOf(house, { key: publishable })
  const again = () => shop.call('POST', '/v1/baskets', { items: [{ price_id: priceId }] }, { 'idempotency-key': 'one' })
  const [first, second] = [await again(), await again()]
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(second.text, first.text)
  assert.doesNotMatch(second.text, /rebate/)
})

test('price_id is a number wherever an answer has it, and is taken as a number or as its digits', async () => {
  const { prices, opened, added, paid } = await answersOf(publishable)
  const found = [prices.body.data[0], opened.body.items[0], added.body.items[1], paid.body.tickets[0]]
  assert.deepEqual(
    found.map(({ price_id }) => price_id),
    [priceId, priceId, priceId, priceId],
  )
  const schemas = openapiOf(house).components?.schemas ?? {}
  const types = Object.entries(schemas as Record<string, { properties?: Record<string, { type?: unknown }> }>)
    .filter(([, schema]) => schema.properties?.price_id)
    .map(([name, schema]) => [name, schema.properties?.price_id?.type])
  assert.deepEqual(
    types.filter(([, type]) => type !== 'integer' && !Array.isArray(type)),
    [],
  )
})
