import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import type { Columns } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { sweepBaskets } from './sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

const discount = async (columns: Columns) => {
  const { code, discountId } = await addDiscount(house, club, columns)
  return { code, id: discountId }
}

const usesOf = async (id: number) => (await house.sql`select used from discounts where discount_id = ${id}`)[0]?.used

test('a percentage comes off the prices, not the fees, and the tickets add up to it', async () => {
  const { code, id } = await discount({ basis_points: 1500 })
  const offer = await addOffer(house, club, { price: { price_minor: 3333 } })
  const child = await addPrice(house, club, offer, { price_minor: 1667, service_fee_minor: 0, rebate_minor: 0 })
  const basketId = await shop.fill(offer.priceId, 2, { discount_code: code.toLowerCase() })
  const { body: basket } = await shop.add(basketId, { price_id: child, quantity: 1 })
  assert.equal(basket.subtotal, 83.33)
  assert.equal(basket.discount_amount, 12.5)
  assert.equal(basket.total, 75.43)
  const { body: order } = await shop.checkOut(basketId)
  assert.equal(order.discount_amount, 12.5)
  const cents = order.tickets.reduce(
    (sum: number, ticket: { discount: number }) => sum + Math.round(ticket.discount * 100),
    0,
  )
  assert.equal(cents, 1250)
  assert.equal(await usesOf(id), 1)
})

test('an amount comes off the order, and never more than the prices', async () => {
  const { code } = await discount({ amount_minor: 3000, currency: 'AUD' })
  const { priceId } = await addOffer(house, club)
  const basketId = await shop.fill(priceId, 1, { discount_code: code })
  const { body: basket } = await shop.read(basketId)
  assert.equal(basket.discount_amount, 25)
  assert.equal(basket.total, 2.2)
})

test('a code is set and taken away while the basket is open', async () => {
  const { code } = await discount({ basis_points: 10_000 })
  const { priceId } = await addOffer(house, club)
  const basketId = await shop.fill(priceId, 1)
  const set = await shop.call('PATCH', `/v1/baskets/${basketId}`, { discount_code: code })
  assert.equal(set.body.discount_amount, 25)
  const cleared = await shop.call('PATCH', `/v1/baskets/${basketId}`, { discount_code: null })
  assert.equal(cleared.body.discount_amount, 0)
  assert.equal(cleared.body.discount_code, null)
})

test('a code that is unknown, over, or for another event is refused', async () => {
  const one = await addOffer(house, club)
  const two = await addOffer(house, club)
  const over = await discount({ basis_points: 100, available_until: new Date(house.clock().getTime()) })
  const off = await discount({ basis_points: 100, discount_status: 'inactive' })
  const elsewhere = await discount({ basis_points: 100, event_id: two.eventId })
  const basketId = await shop.fill(one.priceId, 1)
  const set = async (code: string) =>
    (await shop.call('PATCH', `/v1/baskets/${basketId}`, { discount_code: code })).body.error
  assert.equal((await set('NO-SUCH-CODE')).code, 'resource_missing')
  for (const { code } of [over, off, elsewhere]) assert.equal((await set(code)).code, 'state_conflict', code)
  // Set before the event was known, it is found out at the checkout at the latest.
  const early = await shop.fill(one.priceId, 1, { discount_code: elsewhere.code })
  assert.equal((await shop.read(early)).body.discount_amount, 0)
  assert.equal((await shop.checkOut(early)).body.error.param, 'discount_code')
})

test('of several who use a code at once, as many succeed as it has uses', async () => {
  const { code, id } = await discount({ basis_points: 1000, uses_max: 2 })
  const { priceId } = await addOffer(house, club)
  const baskets = await Promise.all([1, 2, 3, 4].map(() => shop.fill(priceId, 1, { discount_code: code })))
  const answers = await Promise.all(baskets.map((basketId) => shop.checkOut(basketId)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
  assert.equal(await usesOf(id), 2)
})

test('uses are limited, orders that are still being paid included, and an order that expires gives its use back', async () => {
  const { code, id } = await discount({ basis_points: 1000, uses_max: 2 })
  const { priceId } = await addOffer(house, club)
  const baskets = await Promise.all([1, 2, 3].map(() => shop.fill(priceId, 1, { discount_code: code })))
  const statuses: number[] = []
  for (const [index, basketId] of baskets.entries()) {
    const payment_method = index === 0 ? 'pm_test_declined' : 'pm_test_ok'
    statuses.push((await shop.checkOut(basketId, { payment_method, customer: buyer })).status)
  }
  assert.deepEqual(statuses, [402, 200, 409])
  assert.equal(await usesOf(id), 2)
  assert.equal((await shop.checkOut(baskets[2] ?? '')).body.error.param, 'discount_code')
  house.clock.advance(10 * 60_000)
  // The third lives on a little longer than the first, whose order goes with its basket.
  await shop.add(baskets[2] ?? '', { price_id: priceId })
  house.clock.advance(6 * 60_000)
  await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
  assert.equal(await usesOf(id), 1)
  assert.equal((await shop.checkOut(baskets[2] ?? '')).status, 200)
  assert.equal(await usesOf(id), 2)
})

test('an order that is paid with another code than the one it was declined with counts the new one only', async () => {
  const [first, second] = [await discount({ basis_points: 1000 }), await discount({ basis_points: 2000 })]
  const { priceId } = await addOffer(house, club)
  const basketId = await shop.fill(priceId, 1, { discount_code: first.code })
  await shop.checkOut(basketId, { payment_method: 'pm_test_declined' })
  assert.equal(await usesOf(first.id), 1)
  await shop.call('PATCH', `/v1/baskets/${basketId}`, { discount_code: second.code })
  assert.equal((await shop.checkOut(basketId)).body.discount_amount, 5)
  assert.deepEqual([await usesOf(first.id), await usesOf(second.id)], [0, 1])
})

test('opening again with the same Idempotency-Key is answered alike, whatever became of the code', async () => {
  const { code, id } = await discount({ basis_points: 1000 })
  const open = (key: string, discount_code: string) =>
    shop.call('POST', '/v1/baskets', { discount_code }, { 'idempotency-key': key })
  const opened = await open('with a code', code)
  const unknown = await open('before the code', 'LATER-THAN-THAT')
  assert.equal(unknown.status, 404)
  await house.sql`
    update discounts
    set discount_status = 'archived'
    where org_id = ${club.orgId}
      and discount_id = ${id}`
  await discount({ code: 'LATER-THAN-THAT' })
  const again = await open('with a code', code)
  assert.deepEqual([again.status, again.body, again.headers['idempotent-replayed']], [201, opened.body, 'true'])
  assert.equal((await open('before the code', 'LATER-THAN-THAT')).status, 404)
})

test('a basket that is paid goes on showing what was paid, whatever becomes of the code', async () => {
  const { code, id } = await discount({ basis_points: 1500 })
  const offer = await addOffer(house, club, { price: { price_minor: 3333 } })
  const basketId = await shop.fill(offer.priceId, 2, { discount_code: code })
  const { body: added } = await shop.add(basketId, { price_id: offer.priceId, quantity: 1 })
  const { body: order } = await shop.checkOut(basketId)
  await shop.call('PATCH', `/v1/manage/discounts/${id}`, { percentage: 50 })
  const { body: paid } = await shop.read(basketId)
  assert.deepEqual([paid.total, paid.items], [order.total, added.items])
})

test('an amount in another currency than the event’s is refused when it is set, and at the checkout', async () => {
  const { code } = await discount({ amount_minor: 500, currency: 'USD' })
  const { priceId } = await addOffer(house, club)
  const set = await shop.call('PATCH', `/v1/baskets/${await shop.fill(priceId, 1)}`, { discount_code: code })
  assert.deepEqual([set.status, set.body.error?.param], [409, 'discount_code'])
  const paid = await shop.checkOut(await shop.fill(priceId, 1, { discount_code: code }))
  assert.deepEqual([paid.status, paid.body.error?.param], [409, 'discount_code'])
})
