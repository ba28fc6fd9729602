import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const web = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })

const refusal = ({ status, body }: Awaited<ReturnType<typeof shop.open>>) => [
  status,
  body.error?.code,
  body.error?.param,
  body.error?.max_per_order,
]

test('one order has ten of a price at most, unless the price says otherwise, whichever key asks', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 1000 })
  for (const counter of [shop, web]) {
    const eleven = await counter.open({ items: [{ price_id: priceId, quantity: 11 }] })
    assert.deepEqual(refusal(eleven), [409, 'max_per_order', 'items[0][quantity]', 10])
    const basket = await counter.open({ items: [{ price_id: priceId, quantity: 10 }] })
    assert.equal(basket.status, 201)
  }
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 20)
})

test('all items of the price count together: in one list, added one by one, and changed', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 1000, price: { max_per_order: 4 } })
  const half = { price_id: priceId, quantity: 2 }
  assert.deepEqual(refusal(await web.open({ items: [half, half, { price_id: priceId }] })), [
    ...[409, 'max_per_order', 'items[2][quantity]', 4],
  ])
  const { body } = await web.open({ items: [half] })
  assert.equal((await web.add(body.id, half)).status, 201)
  assert.deepEqual(refusal(await web.add(body.id, { price_id: priceId })), [409, 'max_per_order', 'quantity', 4])
  const item = `/v1/baskets/${body.id}/items/${body.items[0].id}`
  assert.deepEqual(refusal(await web.call('PATCH', item, { quantity: 3 })), [409, 'max_per_order', 'quantity', 4])
  assert.equal((await web.call('PATCH', item, { quantity: 1 })).status, 200)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 3)
})

test('another price in the same basket has a cap of its own', async () => {
  const { eventId, priceId } = await addOffer(house, club, { price: { max_per_order: 1 } })
  const second = await addOffer(house, club, { eventId, price: { max_per_order: 2 } })
  const items = [{ price_id: priceId }, { price_id: second.priceId, quantity: 2 }]
  assert.equal((await web.open({ items })).status, 201)
})

test('a cap counts units: two families of four are two', async () => {
  const family = { group_ticket: true, tickets_included: 4, max_per_order: 2 }
  const { priceId } = await addOffer(house, club, { capacity: 100, price: family })
  assert.equal((await web.open({ items: [{ price_id: priceId, quantity: 2 }] })).status, 201)
  assert.equal((await web.open({ items: [{ price_id: priceId, quantity: 3 }] })).body.error.code, 'max_per_order')
})

test('fewer can be had of an item that is above a cap set later, and no more', async () => {
  const { priceId } = await addOffer(house, club, { price: { max_per_order: null } })
  const { body } = await web.open({ items: [{ price_id: priceId, quantity: 8 }] })
  await house.call('PATCH', `/v1/manage/prices/${priceId}`, { key: club.key, body: { max_per_order: 2 } })
  const item = `/v1/baskets/${body.id}/items/${body.items[0].id}`
  assert.equal((await web.call('PATCH', item, { quantity: 9 })).body.error.code, 'max_per_order')
  assert.equal((await web.call('PATCH', item, { quantity: 5 })).status, 200)
})

test('an event without places left says so only to who asks for no more than one order may have', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 1 })
  assert.equal((await web.open({ items: [{ price_id: priceId }] })).status, 201)
  const { body } = await web.open()
  for (const _ of [1, 2]) {
    assert.equal((await web.add(body.id, { price_id: priceId })).body.error.code, 'sold_out')
    assert.equal((await web.add(body.id, { price_id: priceId, quantity: 11 })).body.error.code, 'max_per_order')
  }
})

test('staff at the box office may sell more than a fan may order', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  const body = { items: [{ price_id: priceId, quantity: 40 }], payment_method: 'cash' }
  const { status } = await house.call('POST', '/v1/manage/orders', { key: club.key, body })
  assert.equal(status, 201)
})

test('a price is given its cap by staff, null takes it away, and every shop can read it', async () => {
  const { eventId, priceCategoryId } = await addOffer(house, club)
  const manage = (method: string, path: string, body: object) =>
    house.call(method, `/v1/manage${path}`, { key: club.key, body })
  const price = { price_category_id: priceCategoryId, title: 'Child', price: 5 }
  const created = await manage('POST', `/events/${eventId}/prices`, price)
  assert.equal(created.body.max_per_order, 10)
  const path = `/prices/${created.body.price_id}`
  assert.equal((await manage('PATCH', path, { max_per_order: null })).body.max_per_order, null)
  assert.equal((await manage('PATCH', path, { title: 'Kid' })).body.max_per_order, null)
  assert.equal((await manage('PATCH', path, { max_per_order: 0 })).status, 400)
  assert.equal((await manage('PATCH', path, { max_per_order: 6 })).body.max_per_order, 6)
  const shown = await web.call('GET', `/v1/events/${eventId}/prices`)
  assert.deepEqual(
    shown.body.data.map((row: { max_per_order: number | null }) => row.max_per_order),
    [10, 6],
  )
})
