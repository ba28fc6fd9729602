import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

test('a fan opens a basket, adds two tickets and checks out', async () => {
  const { priceId, priceCategoryId, eventId } = await addOffer(house, club)
  const opened = await shop.open({ org: String(club.orgId) })
  assert.equal(opened.status, 201)
  assert.match(opened.body.id, /^bsk_[0-9a-f]{32}$/)
  assert.equal(opened.body.status, 'open')
  const added = await shop.add(opened.body.id, { price_id: String(priceId), quantity: 2 })
  assert.equal(added.status, 201, added.text)
  assert.equal(added.body.event_id, String(eventId))
  assert.equal(added.body.total, 54.4)
  assert.deepEqual([added.body.rebate, added.body.items[0].rebate], [1, 0.5])
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 10, sold: 0, held: 2, tickets: 0, holds: 2 },
  )
  const order = await shop.checkOut(opened.body.id)
  assert.equal(order.status, 200, order.text)
  assert.equal(order.body.status, 'confirmed')
  assert.equal(order.body.order_status, 'confirmed')
  assert.equal(order.body.total, 54.4)
  assert.equal(order.body.tickets.length, 2)
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 10, sold: 2, held: 0, tickets: 2, holds: 0 },
  )
  const basket = await shop.read(opened.body.id)
  assert.equal(basket.body.status, 'checked_out')
  assert.equal(basket.body.order.order_id, order.body.order_id)
})

test('the calls without the version are the same calls', async () => {
  const { priceId } = await addOffer(house, club)
  const opened = await house.call('POST', '/baskets', { key: club.key, form: { org: String(club.orgId) } })
  assert.equal(opened.status, 201)
  const items = `/baskets/${opened.body.id}/items`
  assert.equal(
    (await house.call('POST', items, { key: club.key, form: { price_id: priceId, quantity: 1 } })).status,
    201,
  )
  assert.equal((await house.call('GET', `/baskets/${opened.body.id}`, { key: club.key })).body.items.length, 1)
  assert.equal((await house.call('POST', '/basketsx', { key: club.key, form: {} })).status, 404)
})
