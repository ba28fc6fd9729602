import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An offer without a sale window, of an event that starts and ends so many hours from now. */
const eventFrom = (startsIn: number, endsIn: number | null) => {
  const at = (hours: number) => new Date(house.clock().getTime() + hours * HOUR)
  return addOffer(house, club, {
    event: { starts_at: at(startsIn), ends_at: endsIn === null ? null : at(endsIn) },
  })
}

/** What fans, the box office and the price list say of it. */
async function saidOf({ eventId, priceId }: { eventId: number; priceId: number }) {
  const { body: basket } = await shop.open()
  const online = await shop.add(basket.id, { price_id: priceId })
  const items = [{ price_id: priceId, quantity: 1 }]
  const desk = await shop.call('POST', '/v1/manage/orders', { items, payment_method: 'cash' })
  const { body: prices } = await shop.call('GET', `/v1/events/${eventId}/prices`)
  return [online.body.error?.code ?? online.status, desk.body.error?.code ?? desk.status, prices.data[0].status]
}

const SOLD = [201, 201, 'active']
const OVER = ['price_unavailable', 'price_unavailable', 'ended']

test('an event that is running is sold, online and at the doors', async () => {
  assert.deepEqual(await saidOf(await eventFrom(-1, 1)), SOLD)
})

test('an event that is over is not sold any more, and its prices have ended', async () => {
  assert.deepEqual(await saidOf(await eventFrom(-2, 0)), OVER)
})

test('an event without an end is over a day after it began, when its gates close', async () => {
  const offer = await eventFrom(-23, null)
  assert.deepEqual(await saidOf(offer), SOLD)
  house.clock.advance(HOUR)
  assert.deepEqual(await saidOf(offer), OVER)
})

test('a sale window that ends before the event does still counts', async () => {
  const offer = await eventFrom(-1, 1)
  const price = { event_id: offer.eventId, price_category_id: offer.priceCategoryId, title: 'Early', price_minor: 100 }
  const early = await addRow(house, club, 'prices', 'price_id', { ...price, available_until: house.clock() })
  const { body: basket } = await shop.open()
  assert.equal((await shop.add(basket.id, { price_id: early })).body.error.code, 'price_unavailable')
})

test('a basket that is not paid when the event ends can be neither enlarged nor checked out', async () => {
  const { priceId } = await eventFrom(-1, 0.1)
  const id = await shop.fill(priceId, 1)
  house.clock.advance(6 * MINUTE)
  const { body: basket } = await shop.read(id)
  assert.equal(basket.status, 'open')
  const more = await shop.call('PATCH', `/v1/baskets/${id}/items/${basket.items[0].id}`, { quantity: 2 })
  const paid = await shop.checkOut(id)
  assert.deepEqual([more.body.error?.code, paid.body.error?.code], ['price_unavailable', 'price_unavailable'])
})

test('an order that was being paid when the event ended is confirmed', async () => {
  const { priceId } = await eventFrom(-1, 0.1)
  const id = await shop.fill(priceId, 1)
  const paying = { payment_method: 'pm_test_requires_action' }
  assert.equal((await shop.checkOut(id, paying)).body.status, 'pending')
  house.clock.advance(6 * MINUTE)
  assert.equal((await shop.checkOut(id, paying)).body.status, 'confirmed')
})

test('an event that is over is not sold out, since nothing of it is for sale', async () => {
  const { priceId, eventId } = await eventFrom(-1, 0.1)
  await shop.checkOut(await shop.fill(priceId, 10))
  const soldOut = async () => (await shop.call('GET', `/v1/events/${eventId}`)).body.sold_out
  assert.equal(await soldOut(), true)
  house.clock.advance(6 * MINUTE)
  assert.equal(await soldOut(), false)
})
