import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf } from '../parts/amount-of.ts'
import { loadWords } from '../words/load.ts'
import type { Cart, Offer } from './sale.ts'

await loadWords('boxOffice')
const {
  addUnits,
  changeDue,
  customerOf,
  discountOf,
  emptyCart,
  feeOf,
  holdersOf,
  itemsOf,
  likelyNotes,
  linesOf,
  seatsFit,
  ticketsOf,
  totalOf,
  whyNotSold,
} = await import('./sale.ts')

const offer = (price_id: number, more: Partial<Offer> = {}): Offer => ({
  price_id,
  price_category_id: 1,
  title: 'Adult',
  price: 25,
  total: 27.2,
  tax: 0,
  tickets_included: 1,
  membership_type_id: null,
  status: 'active',
  available: 100,
  ...more,
})
const seat = (id: number, categoryId = 1) => ({ id, categoryId, label: `K ${id}` })

test('a cart counts units within what is left, and adds up to the cent', () => {
  const family = offer(2, { title: 'Family', total: 60.1, tickets_included: 4, available: 2 })
  let cart = addUnits(emptyCart, offer(1), 1)
  for (let presses = 0; presses < 5; presses += 1) cart = addUnits(cart, family, 1)
  const lines = linesOf(cart, [offer(1), family])
  assert.deepEqual(
    lines.map(({ units, sum }) => [units, sum]),
    [
      [1, 27.2],
      [2, 120.2],
    ],
  )
  assert.deepEqual([totalOf(lines), ticketsOf(lines)], [147.4, 9])
  assert.deepEqual(addUnits(addUnits(emptyCart, offer(1), 1), offer(1), -3).units, { 1: 0 })
  assert.deepEqual(addUnits(emptyCart, offer(1, { available: 2 }), 5).units, { 1: 2 })
})

test('the fee of an order is asked at the counter only where the organisation says so', () => {
  const fee = {
    currency: 'AUD',
    transaction_fee_fixed: 1,
    transaction_fee_percentage: 2.5,
    transaction_fee_max: 3,
    transaction_fee_free_orders: false,
    transaction_fee_boxoffice: true,
  }
  assert.equal(feeOf(27.2, 'AUD', fee), 1.68)
  assert.equal(feeOf(272, 'AUD', fee), 3)
  assert.equal(feeOf(2720, 'JPY', fee), 68)
  assert.equal(feeOf(0, 'AUD', fee), 0)
  assert.equal(feeOf(27.2, 'AUD', { ...fee, transaction_fee_boxoffice: false }), 0)
})

test('change is what was given less the total, in any spelling of an amount', () => {
  assert.equal(changeDue(54.4, amountOf('60')), 5.6)
  assert.equal(changeDue(54.4, amountOf('54,40')), 0)
  assert.equal(changeDue(54.4, undefined), 0)
  assert.equal(changeDue(54.4, 50), undefined)
  assert.deepEqual(['', 'ten', '1e3', '-5', '12.3456'].map(amountOf), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  assert.deepEqual(likelyNotes(54.4), [55, 60, 100])
  assert.deepEqual(likelyNotes(20), [50, 100])
})

test('seats go to the prices of their part of the ground, else the best are taken, and standing has none', () => {
  const child = offer(2, { title: 'Child' })
  const standing = offer(3, { price_category_id: 9 })
  const cart: Cart = { units: { 1: 2, 2: 1, 3: 1 }, seats: [seat(11), seat(12), seat(13)] }
  const lines = linesOf(cart, [offer(1), child, standing])
  const isSeated = (categoryId: number) => categoryId === 1
  assert.equal(seatsFit(lines, cart, isSeated), true)
  assert.deepEqual(itemsOf(lines, cart, isSeated), [
    { price_id: 1, quantity: 2, seat_ids: [11, 12] },
    { price_id: 2, quantity: 1, seat_ids: [13] },
    { price_id: 3, quantity: 1 },
  ])
  assert.deepEqual(itemsOf(lines, emptyCart, isSeated)[0], { price_id: 1, quantity: 2, best_available: true })
  assert.equal(seatsFit(lines, { ...cart, seats: [seat(11)] }, isSeated), false)
  assert.equal(seatsFit(lines, { ...cart, seats: [...cart.seats, seat(14, 4)] }, isSeated), false)
})

test('who is not sold to is told why, and a name is taken as it is said', () => {
  assert.match(whyNotSold(offer(1, { membership_type_id: 3 }), false) ?? '', /members/)
  assert.equal(whyNotSold(offer(1, { membership_type_id: 3 }), true), undefined)
  assert.equal(whyNotSold(offer(1, { status: 'sold_out' }), true), 'Sold out')
  assert.equal(whyNotSold(offer(1), false), undefined)
  assert.deepEqual(customerOf(' Mary Ann  Tamihana ', 'm@a.nz '), {
    customer: { first_name: 'Mary Ann', last_name: 'Tamihana', email: 'm@a.nz' },
  })
  assert.deepEqual(holdersOf(true, ' Zoë', 2), { holders: [{ ticket_name: 'Zoë' }, { ticket_name: 'Zoë' }] })
  assert.deepEqual(holdersOf(false, 'Zoë', 2), {})
  assert.deepEqual([customerOf('', ' '), customerOf('Zoë', '')], [{}, { customer: { last_name: 'Zoë' } }])
})

test('a code takes a part or an amount off the prices, never off the fees, rounded once to the smallest coin', () => {
  const lines = linesOf({ units: { 1: 3 }, seats: [] }, [offer(1, { price: 24.99 })])
  assert.equal(discountOf(lines, 'AUD', { percentage: 10, amount: null }), 7.5)
  assert.equal(discountOf(lines, 'AUD', { percentage: 12.5, amount: null }), 9.37)
  assert.equal(discountOf(lines, 'AUD', { percentage: null, amount: 20 }), 20)
  assert.equal(discountOf(lines, 'AUD', { percentage: null, amount: 200 }), 74.97)
  assert.equal(discountOf(lines, 'JPY', { percentage: 50, amount: null }), 38)
})

test('what was answered for each ticket goes along with the name, where one is wanted', () => {
  const answered = [{ answers: { diet: 'vegan' } }, { answers: { diet: '' } }]
  assert.deepEqual(holdersOf(false, 'Zoë', 2), {})
  assert.deepEqual(holdersOf(false, 'Zoë', 2, answered), { holders: answered })
  assert.deepEqual(holdersOf(true, 'Zoë', 1, [{ answers: { diet: 'vegan' } }]).holders, [
    { ticket_name: 'Zoë', answers: { diet: 'vegan' } },
  ])
})
