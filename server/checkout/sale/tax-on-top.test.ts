import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const { sql } = house
const PLAIN = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }

const thirteen = [{ valid_from: '2010-07-01', percentage: 13 }]

/** A club with 13 % on top of tickets for 25, and what its fields say besides. */
async function clubOnTop(price: object = {}, rate: object = {}) {
  const club = await house.organisation()
  const hst = await addTaxRate(house, club, { title: 'HST', country: 'CA', percentages: thirteen, ...rate })
  const offer = await addOffer(house, club, { price: { ...PLAIN, tax_rate_id: hst, ...price } })
  return { club, hst, ...offer, shop: shopOf(house, club) }
}

const NAMES = ['subtotal', 'discount_amount', 'service_fee', 'service_tax', 'transaction_fee', 'tax', 'total']
const amounts = (order: Record<string, unknown>) => NAMES.map((name) => order[name])

test('tax comes on top of prices and fees, and is charged, in basket, order and each ticket', async () => {
  const { club, hst, priceId, shop } = await clubOnTop({ service_fee_minor: 200 })
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { transaction_fee_fixed: 1 } })
  await house.call('PATCH', `/v1/manage/tax_rates/${hst}`, { key: club.key, body: { title: 'HST', on_fees: true } })
  const { code } = await addDiscount(house, club, { basis_points: 1000 })
  const id = await shop.fill(priceId, 3, { discount_code: code })
  const { body: basket } = await shop.read(id)
  // 13 % of 67.50 is 8.775, of each fee of 2 it is 0.26, of the order's fee of 1 it is 0.13.
  const expected = [75, 7.5, 6, 0.78, 1, 8.91, 84.19]
  assert.deepEqual(amounts(basket), expected)
  assert.deepEqual(
    basket.items.map(({ service_tax, tax, total }: Record<string, number>) => [service_tax, tax, total]),
    [[0.26, 8.78, 83.06]],
  )
  assert.deepEqual(
    basket.taxes.map(({ net, tax, gross }: Record<string, number>) => [net, tax, gross]),
    [[74.5, 9.69, 84.19]],
  )
  const { body: order } = await shop.checkOut(id)
  assert.deepEqual([order.order_status, ...amounts(order)], ['confirmed', ...expected])
  assert.deepEqual(amounts((await shop.read(id)).body), expected)
  assert.deepEqual(
    order.tickets.map(({ service_tax, tax }: Record<string, number>) => [service_tax, tax]),
    [
      [0.26, 2.93],
      [0.26, 2.93],
      [0.26, 2.92],
    ],
  )
  const [payment] =
    await sql`select amount_minor from payments where org_id = ${club.orgId} and order_id = ${order.order_id}`
  assert.equal(payment?.amount_minor, 8419)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a price says itself what its fee is taxed with, and gross and net of the summary know no tax on top', async () => {
  const { club, eventId, priceId, shop } = await clubOnTop({ service_fee_minor: 200, service_tax_minor: 50 })
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 2))
  assert.deepEqual(amounts(order), [50, 0, 4, 1, 0, 6.5, 61.5])
  const { body } = await house.call('GET', `/v1/events/${eventId}/sales_summary`, { key: club.key })
  assert.deepEqual([body.data[0].gross_sales, body.data[0].net_sales], [55, 50])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('what is listed says the tax of one unit, and what it comes to', async () => {
  const { club, eventId, priceId } = await clubOnTop({ service_fee_minor: 200 })
  const { body: listed } = await house.call('GET', `/v1/events/${eventId}/prices`, { key: club.key })
  const [{ price, service_fee, service_tax, tax, total }] = listed.data
  assert.deepEqual([price, service_fee, service_tax, tax, total], [25, 2, 0.26, 3.25, 30.51])
  const { body: programme } = await house.call('GET', '/v1/storefront/programme', { key: club.key })
  assert.deepEqual([programme.data[0].offer.from_total, programme.data[0].offer.from_tax], [30.51, 3.51])
  // Staff see what the price itself says, which they may save again.
  const { body: managed } = await house.call('GET', `/v1/manage/prices/${priceId}`, { key: club.key })
  assert.deepEqual([managed.service_tax, managed.tax, managed.total], [0, 3.25, 30.51])
})

test('a rate that changes while an order is paid for changes nothing of it', async () => {
  const { club, hst, priceId, shop } = await clubOnTop({ service_fee_minor: 100 })
  const id = await shop.fill(priceId, 2)
  const { body: paying, text } = await shop.checkOut(id, { payment_method: 'pm_test_requires_action' })
  assert.equal(paying.status, 'pending', text)
  const body = { title: 'HST', percentages: [{ valid_from: '2010-07-01', percentage: 15 }] }
  assert.equal((await house.call('PATCH', `/v1/manage/tax_rates/${hst}`, { key: club.key, body })).status, 200)
  const { body: basket } = await shop.read(id)
  assert.deepEqual([basket.status, ...amounts(basket)], ['paying', 50, 0, 2, 0.26, 0, 6.5, 58.76])
  assert.deepEqual([basket.items[0].tax, basket.taxes[0].percentage], [6.5, 13])
})

test('whether prices include a rate is as its country is used to, unless it is said, and is never changed', async () => {
  const club = await house.organisation()
  const rateIn = async (country: string, fields: object = {}) => {
    const id = await addTaxRate(house, club, { country, ...fields })
    return (await house.call('GET', `/v1/manage/tax_rates/${id}`, { key: club.key })).body
  }
  assert.deepEqual(
    [
      (await rateIn('US')).included_in_prices,
      (await rateIn('CA')).included_in_prices,
      (await rateIn('DE')).included_in_prices,
    ],
    [false, false, true],
  )
  const rate = await rateIn('US', { included_in_prices: true })
  assert.equal(rate.included_in_prices, true)
  const body = { title: 'Sales tax', included_in_prices: false }
  const changed = await house.call('PATCH', `/v1/manage/tax_rates/${rate.tax_rate_id}`, { key: club.key, body })
  assert.deepEqual([changed.status, changed.body.error.param], [400, 'included_in_prices'])
})

test('what includes its tax and what does not stand in one order, each by its rate', async () => {
  const { club, eventId, hst, priceCategoryId, priceId, shop } = await clubOnTop()
  const vat = await addTaxRate(house, club, { country: 'DE' })
  const body = { price_category_id: priceCategoryId, title: 'Scarf', price: 11.9, tax_rate_id: vat }
  const { body: scarf } = await house.call('POST', `/v1/manage/events/${eventId}/prices`, { key: club.key, body })
  const id = await shop.fill(priceId, 1)
  const added = await shop.add(id, { price_id: scarf.price_id, quantity: 1 })
  assert.equal(added.status, 201, added.text)
  const { body: order } = await shop.checkOut(id)
  assert.deepEqual([order.tax, order.total], [3.25, 40.15])
  assert.deepEqual(
    order.taxes.map((each: Record<string, number>) => [each.tax_rate_id, each.net, each.tax, each.gross]),
    [
      [hst, 25, 3.25, 28.25],
      [vat, 10, 1.9, 11.9],
    ],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
