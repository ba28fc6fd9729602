import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const price = { group_ticket: true, tickets_included: 100, max_per_order: null }
const { priceId } = await addOffer(house, club, { capacity: 30_000, price })

test('a basket holds 10,000 tickets, however few the units, and no more by adding or changing', async () => {
  const basketId = await shop.fill(priceId, 99)
  const { body } = await shop.add(basketId, { price_id: priceId, quantity: 1 })
  assert.deepEqual(
    body.items.map(({ tickets }: { tickets: number }) => tickets),
    [9900, 100],
  )
  const added = await shop.add(basketId, { price_id: priceId, quantity: 1 })
  assert.deepEqual([added.status, added.body.error?.code], [409, 'state_conflict'])
  const path = `/v1/baskets/${basketId}/items/${body.items[1].id}`
  const changed = await shop.call('PATCH', path, { quantity: 2 })
  assert.deepEqual([changed.status, changed.body.error?.code], [409, 'state_conflict'])
  assert.equal((await shop.read(basketId)).body.items.length, 2)
})

test('a basket holds 100 items', async () => {
  const { priceId: single } = await addOffer(house, club, { capacity: 200, price: { max_per_order: null } })
  const basketId = await shop.fill(single, 1)
  for (let items = 1; items < 100; items += 1) await shop.add(basketId, { price_id: single })
  const { body } = await shop.read(basketId)
  assert.equal(body.items.length, 100)
  assert.equal((await shop.add(basketId, { price_id: single })).body.error.code, 'state_conflict')
  const path = `/v1/baskets/${basketId}/items/${body.items[0].id}`
  assert.equal((await shop.call('PATCH', path, { quantity: 2 })).status, 200)
})
