import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byCategory, sumOf, unitsLimit, type Wishes } from './prices.ts'

const offer = (price_id: number, more: object = {}) => ({
  price_id,
  total: 24.15,
  tax: 0,
  tickets_included: 1,
  max_per_order: 10,
  max_per_customer: null,
  max_per_member: null,
  price_category_id: 1,
  price_category_title: 'Standing',
  status: 'active',
  ...more,
})
const noFee = {
  transaction_fee_fixed: 0,
  transaction_fee_percentage: 0,
  transaction_fee_max: null,
  transaction_fee_free_orders: false,
}

test('what is shown is what will be paid: tickets with their fees, and the fee of the order with its cap', () => {
  const offers = [offer(1), offer(2, { total: 0.1, tickets_included: 4 })]
  assert.deepEqual(sumOf(offers, { 1: 2, 2: 3 }, noFee), { tickets: 14, orderFee: 0, total: 48.6, plusTax: false })
  const fee = { ...noFee, transaction_fee_fixed: 1.5, transaction_fee_percentage: 10, transaction_fee_max: 5 }
  assert.equal(sumOf(offers, { 1: 1 }, fee).orderFee, 1.5 + 2.415)
  assert.equal(sumOf(offers, { 1: 2 }, fee).orderFee, 5)
  assert.equal(sumOf(offers, {}, fee).total, 0)
  const free = [offer(1, { total: 0 })]
  assert.equal(sumOf(free, { 1: 1 }, fee).total, 0)
  assert.equal(sumOf(free, { 1: 1 }, { ...fee, transaction_fee_free_orders: true }).total, 1.5)
})

test('a buyer cannot choose more than a price allows or its category has left, counted over all its prices', () => {
  const offers = [offer(1), offer(2, { tickets_included: 4 }), offer(3, { price_category_id: 2 })]
  const [first, group, other] = offers as [(typeof offers)[0], (typeof offers)[0], (typeof offers)[0]]
  const places = [{ price_category_id: 1, places_left: 9, availability: 'few' }]
  const most = (of: (typeof offers)[0], wishes: Wishes) => unitsLimit(of, offers, { places, wishes }).most
  assert.equal(most(first, {}), 9)
  assert.equal(most(group, { 1: 2 }), 1)
  assert.equal(most(first, { 2: 1, 3: 7 }), 5)
  assert.equal(most(other, {}), 10)
  assert.equal(unitsLimit(offer(1, { max_per_order: null }), offers, { places: [], wishes: {} }).most, 100)
  assert.equal(unitsLimit(offer(1, { status: 'sold_out' }), offers, { places: [], wishes: {} }).most, 0)
})

test('what keeps somebody from more is named: the strictest of all that do', () => {
  const offers = [offer(1, { max_per_order: 8, max_per_member: 2 }), offer(2, { max_per_customer: 6 }), offer(3)]
  const [members, capped, plain] = offers as [(typeof offers)[0], (typeof offers)[0], (typeof offers)[0]]
  const limit = (of: (typeof offers)[0], wishes: Wishes = {}) => {
    const places = [{ price_category_id: 1, places_left: 9, availability: 'few' }]
    return unitsLimit(of, offers, { places, wishes, perCustomer: 7 })
  }
  assert.deepEqual(limit(members), { most: 2, by: 'member' })
  assert.deepEqual(limit(capped), { most: 6, by: 'customer' })
  assert.deepEqual(limit(plain, { 2: 4 }), { most: 3, by: 'customer' })
  assert.deepEqual(unitsLimit(plain, offers, { places: [], wishes: {} }), { most: 10, by: 'order' })
})

test('prices stand under their category, in their order', () => {
  const categories = byCategory([offer(1), offer(3, { price_category_id: 2 }), offer(2)])
  assert.deepEqual(
    categories.map(({ id, offers }) => [id, offers.map(({ price_id }) => price_id)]),
    [
      [1, [1, 2]],
      [2, [3]],
    ],
  )
})
