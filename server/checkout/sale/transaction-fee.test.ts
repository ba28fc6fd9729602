import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const { sql } = house

/** A club of its own for each test, with its fee set; tickets cost 25, and 2.20 of fees and tax. */
async function clubWith(fee: object) {
  const club = await house.organisation()
  const set = (body: object) => house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })
  const setting = await set(fee)
  assert.equal(setting.status, 200, setting.text)
  const { priceId } = await addOffer(house, club)
  const sell = (body: object) =>
    house.call('POST', '/v1/manage/orders', {
      key: club.key,
      body: { items: [{ price_id: priceId, quantity: 1 }], ...body },
    })
  return { club, set, setting: setting.body, priceId, shop: shopOf(house, club), sell }
}

const chargedFor = async (orgId: number, orderId: number) => {
  const [payment] = await sql`select amount_minor from payments where org_id = ${orgId} and order_id = ${orderId}`
  return payment?.amount_minor
}

test('a fixed part and a percentage are shown in the basket and the order, and charged', async () => {
  const { club, shop, priceId, setting } = await clubWith({
    transaction_fee_fixed: 0.5,
    transaction_fee_percentage: 1.25,
  })
  assert.deepEqual([setting.transaction_fee_fixed, setting.transaction_fee_percentage], [0.5, 1.25])
  const id = await shop.fill(priceId, 2)
  const basket = (await shop.read(id)).body
  // 1.25 % of 54.40 is 0.68.
  assert.deepEqual([basket.subtotal, basket.transaction_fee, basket.total], [50, 1.18, 55.58])
  const { body: order } = await shop.checkOut(id)
  assert.deepEqual([order.order_status, order.transaction_fee, order.total], ['confirmed', 1.18, 55.58])
  assert.equal(await chargedFor(club.orgId, order.order_id), 5558)
  assert.equal((await shop.read(id)).body.total, 55.58)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('half a minor unit is rounded up, once for the order, and a cap holds for both parts together', async () => {
  const { club, shop, set } = await clubWith({ transaction_fee_percentage: 0.02 })
  const { priceId } = await addOffer(house, club, {
    price: { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 },
  })
  // 0.02 % of 25 is half a cent; of 75 it is one and a half.
  assert.equal((await shop.read(await shop.fill(priceId, 1))).body.transaction_fee, 0.01)
  const id = await shop.fill(priceId, 3)
  assert.equal((await shop.read(id)).body.transaction_fee, 0.02)
  await set({ transaction_fee_fixed: 2, transaction_fee_percentage: 50, transaction_fee_max: 3 })
  assert.equal((await shop.read(id)).body.transaction_fee, 3)
})

test('an order that costs nothing bears none, unless the organisation says so', async () => {
  const { club, shop, set, priceId } = await clubWith({ transaction_fee_fixed: 1 })
  const { priceId: free } = await addOffer(house, club, {
    price: { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 },
  })
  const first = await shop.checkOut(await shop.fill(free, 1), { payment_method: null })
  assert.deepEqual([first.body.total, first.body.payment_method, first.body.transaction_fee], [0, 'free', 0])
  await set({ transaction_fee_free_orders: true })
  const second = await shop.checkOut(await shop.fill(free, 1))
  assert.deepEqual([second.body.total, second.body.transaction_fee], [1, 1])
  assert.equal((await shop.open()).body.transaction_fee, 0, 'an empty basket is no order')
  assert.equal((await shop.read(await shop.fill(priceId, 1))).body.transaction_fee, 1)
})

test('the box office bears none, unless the organisation says so', async () => {
  const { set, sell } = await clubWith({ transaction_fee_fixed: 1 })
  const desk = await sell({ payment_method: 'cash' })
  assert.deepEqual([desk.body.transaction_fee, desk.body.total], [0, 27.2])
  await set({ transaction_fee_boxoffice: true })
  const withFee = await sell({ payment_method: 'cash' })
  assert.deepEqual([withFee.body.transaction_fee, withFee.body.total], [1, 28.2])
})

test('a guest ticket at the desk stays free where the fee is for online orders only', async () => {
  const { club, sell } = await clubWith({ transaction_fee_fixed: 1, transaction_fee_free_orders: true })
  const { priceId } = await addOffer(house, club, {
    price: { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 },
  })
  await addDiscount(house, club, { code: 'GUEST', basis_points: 10_000 })
  const items = [{ price_id: priceId, quantity: 1 }]
  const guest = await sell({ items, payment_method: 'free', discount_code: 'GUEST' })
  assert.deepEqual([guest.status, guest.body.total], [201, 0], guest.text)
})

test('the whole order goes back with its fee; tickets go back without', async () => {
  const { club, shop, priceId } = await clubWith({ transaction_fee_fixed: 1 })
  const refund = async (orderId: number, body: object) =>
    (await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body })).body.amount
  const whole = (await shop.checkOut(await shop.fill(priceId, 1))).body
  assert.equal(await refund(whole.order_id, {}), 28.2)
  const part = (await shop.checkOut(await shop.fill(priceId, 1))).body
  assert.equal(await refund(part.order_id, { ticket_ids: [part.tickets[0].ticket_id] }), 27.2)
  assert.equal(await refund(part.order_id, {}), 1)
})

test('what is being paid keeps its fee when the setting changes; the next attempt has the new one', async () => {
  const { shop, set, priceId } = await clubWith({ transaction_fee_fixed: 1 })
  const id = await shop.fill(priceId, 1)
  const pending = await shop.checkOut(id, { payment_method: 'pm_test_requires_action' })
  await set({ transaction_fee_fixed: 2 })
  assert.deepEqual([pending.body.status, pending.body.total, (await shop.read(id)).body.total], ['pending', 28.2, 28.2])
  const other = await shop.fill(priceId, 1)
  assert.equal((await shop.checkOut(other, { payment_method: 'pm_test_declined' })).status, 402)
  await set({ transaction_fee_fixed: 3 })
  assert.equal((await shop.checkOut(other)).body.total, 30.2)
})

test('amounts of the fee say nothing about another currency: the percentage alone counts there', async () => {
  const { club, shop } = await clubWith({
    transaction_fee_fixed: 1,
    transaction_fee_percentage: 10,
    transaction_fee_max: 1,
  })
  const { priceId } = await addOffer(house, club, { event: { currency: 'NZD' } })
  assert.equal((await shop.read(await shop.fill(priceId, 1))).body.transaction_fee, 2.72)
})

test('a fee finer than the currency, or left in another one, is refused', async () => {
  const { set } = await clubWith({ transaction_fee_fixed: 1 })
  const refusal = async (body: object) => {
    const { status, body: answer } = await set(body)
    return [status, answer.error?.param]
  }
  assert.deepEqual(await refusal({ transaction_fee_fixed: 0.001 }), [400, 'transaction_fee_fixed'])
  assert.deepEqual(await refusal({ transaction_fee_max: 0.001 }), [400, 'transaction_fee_max'])
  assert.deepEqual(await refusal({ transaction_fee_percentage: 1.234 }), [400, 'transaction_fee_percentage'])
  assert.deepEqual(await refusal({ currency: 'JPY' }), [409, 'currency'])
  const moved = await set({ currency: 'JPY', transaction_fee_fixed: 100 })
  assert.deepEqual([moved.body.currency, moved.body.transaction_fee_fixed], ['JPY', 100])
})

test('the buyer’s country is taken at the checkout and at the box office, and shown', async () => {
  const { club, shop, priceId, sell } = await clubWith({})
  const shown = async (orderId: number) =>
    (await house.call('GET', `/v1/orders/${orderId}`, { key: club.key })).body.country_id
  const customer = { ...buyer, country_id: 554 }
  const online = await shop.checkOut(await shop.fill(priceId, 1), { customer })
  assert.deepEqual([online.body.country_id, await shown(online.body.order_id)], [554, 554])
  const desk = await sell({ payment_method: 'cash', customer })
  assert.deepEqual([desk.body.country_id, await shown(desk.body.order_id)], [554, 554])
  const nowhere = await shop.checkOut(await shop.fill(priceId, 1), { customer: { ...buyer, country_id: 999 } })
  assert.deepEqual([nowhere.status, nowhere.body.error.param], [400, 'customer[country_id]'])
})

test('an order shows its rebate, but not to the buyer’s browser', async () => {
  const { club, shop } = await clubWith({})
  const { priceId } = await addOffer(house, club, { price: { service_fee_minor: 300, rebate_minor: 120 } })
  const { body } = await shop.checkOut(await shop.fill(priceId, 2))
  assert.equal(body.rebate, 2.4)
  const page = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
  const seen = await page.checkOut(await page.fill(priceId, 2))
  assert.deepEqual([seen.status, 'rebate' in seen.body], [200, false])
  const order = (await house.call('GET', `/v1/orders/${body.order_id}`, { key: club.key })).body
  assert.equal(order.rebate, 2.4)
})
