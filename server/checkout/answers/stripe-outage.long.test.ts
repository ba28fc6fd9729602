import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { reconcileRefunds } from '../../ledger/refunds/reconcile-refunds.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { giveUpPayments } from './give-up-payments.ts'
import { reconcileOrders } from './reconcile.ts'
import { createSettleDeps } from './settle-deps.ts'
import { watchPayments } from './watch-payments.ts'

const { stripe, house, club, shop, priceId, payments, buy, order } = await openStripeHouse()
const { sql, clock } = house
const deps = createSettleDeps({ sql, clock, systemClock: clock, seal: house.seal, payments })

const paidFor = () => [...stripe.intents.all.values()].filter(({ status }) => status === 'succeeded').length
const newest = () => [...stripe.intents.all.values()].at(-1)

/** What the worker does, minute by minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS)
    await reconcileOrders(deps)
    await giveUpPayments(deps)
    await watchPayments(deps)
    await reconcileRefunds(deps)
  }
}

/** Stripe does not answer, for so many of the calls that come next. */
const unreachable = (calls: number) => stripe.trouble(...Array.from({ length: calls }, () => 'rate_limit' as const))

for (const trouble of ['error_500', 'error_500_at_start'] as const) {
  test(`${trouble} from a Stripe that is healthy again at once: the fan has the ticket, paid once, and waits for nothing`, async () => {
    const before = paidFor()
    stripe.troubleAtCreate(trouble)
    const { body } = await buy('pm_card_visa')
    assert.equal(body.status, 'confirmed')
    assert.equal(paidFor(), before + 1)
  })
}

test('a charge whose answer was a 500 and whose event is lost: the order is confirmed within minutes', async () => {
  const before = paidFor()
  // The confirmation that charged, and the look after it.
  stripe.trouble('error_500', 'error_500')
  const { body } = await buy('pm_card_visa')
  assert.equal(body.status, 'pending')
  await pass(2)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
  assert.equal(paidFor(), before + 1)
})

test('a Stripe that could not even begin: nothing was charged, the basket is open, and another card pays the same order', async () => {
  const basket = await shop.fill(priceId, 1)
  const before = paidFor()
  stripe.troubleAtCreate('error_500_at_start', 'error_500_at_start')
  const refused = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.deepEqual([refused.status, refused.body.error.code], [502, 'payment_provider_error'])
  assert.equal((await shop.read(basket)).body.status, 'open')
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
  assert.equal(paidFor(), before + 1)
})

test('a fan whose confirmation never arrived, and who is gone: after a quarter of an hour it is called off at Stripe', async () => {
  stripe.trouble('lost')
  const { body } = await buy('pm_card_visa')
  assert.equal(body.status, 'pending')
  const intent = newest()
  unreachable(1000)
  await pass(16)
  stripe.trouble.clear()
  await pass(5)
  assert.equal(intent?.status, 'canceled')
  assert.notEqual((await order(body.order_id)).order_status, 'confirmed')
})

test('no place is kept for longer than an hour by a payment whose outcome is unknown; the money that turns up goes back', async () => {
  const { priceId: last, priceCategoryId } = await addOffer(house, club, { capacity: 1 })
  const basket = await shop.fill(last, 1)
  stripe.trouble('hang')
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  const intent = newest()
  assert.deepEqual([body.status, intent?.status], ['pending', 'succeeded'])
  unreachable(1000)
  await pass(60)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  assert.deepEqual(
    [(await shop.read(basket)).body.status, (await order(body.order_id)).order_status],
    ['expired', 'expired'],
  )
  stripe.trouble.clear()
  const other = await shop.fill(last, 1)
  await pass(10)
  assert.equal(stripe.refunds.refunded(intent?.id ?? ''), intent?.amount, 'without any event')
  clock.advance(-10 * MINUTE_MS)
  assert.equal((await shop.checkOut(other, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
})

test('the same, and the places are still there: the fan gets them', async () => {
  stripe.trouble('hang')
  const { body } = await buy('pm_card_visa')
  clock.advance(HOUR_MS)
  await giveUpPayments(deps)
  assert.equal((await order(body.order_id)).order_status, 'expired')
  await pass(10)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('a refund whose answer was a 500 that Stripe keeps: the money goes back once, within minutes', async () => {
  const { body } = await buy('pm_card_visa')
  const intent = newest()
  stripe.trouble('error_500_at_start')
  const path = `/v1/manage/orders/${body.order_id}/refunds`
  const pending = await house.call('POST', path, { key: club.key, body: {} })
  assert.equal(pending.body.refund_status, 'pending')
  await pass(15)
  const { body: list } = await house.call('GET', path, { key: club.key })
  assert.deepEqual(
    list.data.map((refund: { refund_status: string }) => refund.refund_status),
    ['succeeded'],
  )
  assert.equal(stripe.refunds.refunded(intent?.id ?? ''), intent?.amount)
})
