import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { createPayments } from '../../payments/payments/providers.ts'
import { reconcileOrders } from './reconcile.ts'
import { createSettleDeps } from './settle-deps.ts'

const { stripe, house, club, shop, priceId, payments, buy, order } = await openStripeHouse()

const later = (ms: number) => {
  house.clock.advance(ms)
  return reconcileOrders(
    createSettleDeps({ sql: house.sql, clock: house.clock, systemClock: house.clock, seal: house.seal, payments }),
  )
}

const intents = () => stripe.intents.all.size

for (const [trouble, sentence] of [
  ['hang', 'time-out, then paid'],
  ['lost', 'a call that never arrived'],
] as const) {
  test(`${sentence}: the order is confirmed without any event, and paid once`, async () => {
    const before = intents()
    stripe.trouble(trouble)
    const { body } = await buy('pm_card_visa')
    assert.equal(body.status, 'pending')
    await later(61_000)
    assert.equal((await order(body.order_id)).order_status, 'confirmed')
    assert.equal(intents(), before + 1)
  })
}

test('time-out, then failed: the basket is open again, and another card pays the same order', async () => {
  const basket = await shop.fill(priceId, 1)
  stripe.trouble('hang')
  const pending = await shop.checkOut(basket, { payment_method: 'pm_card_chargeDeclined' })
  assert.equal(pending.body.status, 'pending')
  await later(61_000)
  assert.equal((await shop.read(basket)).body.status, 'open')
  const paid = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.deepEqual([paid.body.status, paid.body.order_id], ['confirmed', pending.body.order_id])
})

test('a fan who walks off from 3-D Secure: the payment is cancelled at Stripe, and cannot be finished later', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  const intent = [...stripe.intents.all.values()].at(-1)
  await later(16 * 60_000)
  assert.equal(intent?.status, 'canceled')
  assert.notEqual((await order(body.order_id)).order_status, 'confirmed')
})

test('a fan who passes 3-D Secure and closes the page: confirmed without any event', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  stripe.intents.pass([...stripe.intents.all.keys()].at(-1) ?? '')
  await later(61_000)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('a worker that has lost Stripe’s key calls no payment failed: it waits for one that can ask', async () => {
  const basket = await shop.fill(priceId, 1)
  stripe.trouble('hang')
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.equal(body.status, 'pending')
  house.clock.advance(61_000)
  const { sql, clock } = house
  await reconcileOrders(
    createSettleDeps({
      sql,
      clock,
      systemClock: clock,
      seal: house.seal,
      payments: createPayments({ stripe: undefined }),
    }),
  )
  assert.equal((await shop.read(basket)).body.status, 'paying')
  await later(130_000)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('paid, but the places are gone: the money goes back by Stripe', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  await loseHold(body.order_id)
  stripe.intents.pass(intent.id)
  await later(61_000)
  assert.notEqual((await order(body.order_id)).order_status, 'confirmed')
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
})

/** As if the hold had been given up and everything else sold. */
async function loseHold(orderId: number): Promise<void> {
  await house.sql.begin(async (tx) => {
    const [hold] = await tx<{ price_category_id: number; places: number }[]>`
      delete from holds
      where org_id = ${club.orgId}
        and basket_id = (select basket_id from orders where org_id = ${club.orgId} and order_id = ${orderId})
      returning price_category_id, places`
    assert.ok(hold)
    await tx`
      update price_categories
      set held = held - ${hold.places}, capacity = sold + held - ${hold.places}
      where org_id = ${club.orgId}
        and price_category_id = ${hold.price_category_id}`
  })
}
