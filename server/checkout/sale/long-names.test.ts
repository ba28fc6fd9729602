import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

test('the longest names become a holder without a character cut in two', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const names = { first_name: `Al${'🎸'.repeat(98)}`, last_name: '🎷'.repeat(100) }
  const { status, body } = await shop.checkOut(await shop.fill(priceId, 1), { customer: { ...buyer, ...names } })
  assert.equal(status, 200)
  assert.equal(body.tickets[0].ticket_name, `Al${'🎸'.repeat(98)} ${'🎷'.repeat(99)}`)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
})
