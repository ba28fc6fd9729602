import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'
import { giveUpPayments } from './give-up-payments.ts'
import { createSettleDeps } from './settle-deps.ts'
import { alarmAboutStuckPayments } from './stuck-payments.ts'
import { watchPayments } from './watch-payments.ts'

const { stripe, house, club, shop, priceId, payments, order, tell } = await openStripeHouse()
const { sql, clock } = house
const deps = createSettleDeps({ sql, clock, systemClock: clock, seal: house.seal, payments })

const settle = (orderId: number, body: object) =>
  house.call('POST', `/v1/manage/orders/${orderId}/settle`, { key: club.key, body })

/** A payment that was made, whose answer was lost, and about which the provider cannot be asked any more. */
async function stuck(quantity = 1) {
  const basket = await shop.fill(priceId, quantity)
  stripe.trouble('hang')
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { basket, orderId: body.order_id as number, intent }
}

/** The same, and not even its reference was ever put on record. */
async function unheardOf() {
  const payment = await stuck()
  await sql`
    update payments
    set provider_reference = null
    where org_id = ${club.orgId}
      and order_id = ${payment.orderId}`
  return payment
}

test('not before ten minutes have passed, and not without an open payment', async () => {
  const { orderId, intent } = await stuck()
  clock.advance(4 * MINUTE_MS)
  const early = await settle(orderId, { outcome: 'failed' })
  assert.deepEqual([early.status, early.body.error.code, early.headers['retry-after']], [409, 'state_conflict', '360'])
  await tell({ type: 'payment_intent.succeeded', object: intent })
  clock.advance(DAY_MS)
  assert.equal((await settle(orderId, { outcome: 'failed' })).status, 409)
  assert.equal((await order(orderId)).order_status, 'confirmed')
})

test('failed: the places are free, who did it is on record, and money that turns out to be there is given back', async () => {
  const { basket, orderId, intent } = await stuck()
  await alarmAboutStuckPayments(sql, clock)
  clock.advance(DAY_MS)
  await assert.rejects(alarmAboutStuckPayments(sql, clock), new RegExp(`orders ${orderId}:`))
  stripe.trouble('error_500_at_start')
  assert.equal((await settle(orderId, { outcome: 'failed', reason: 'account closed' })).status, 200)
  await alarmAboutStuckPayments(sql, clock)
  assert.equal((await shop.read(basket)).body.status, 'expired')
  const [entry] = await sql`
    select after ->> 'outcome' as outcome
    from audit_log
    where org_id = ${club.orgId}
      and action = 'order.settled'
      and object_id = ${String(orderId)}`
  assert.equal(entry?.outcome, 'failed')
  await sweepBaskets(sql, { clock, systemClock: clock })
  await sql`update price_categories set capacity = sold + held where org_id = ${club.orgId}`
  clock.advance(HOUR_MS)
  assert.equal(await watchPayments(deps), 1, 'no event has come, and Stripe is asked all the same')
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  await sql`update price_categories set capacity = 1000 where org_id = ${club.orgId}`
})

test('failed, but Stripe can be asked and says that it was paid: the order is confirmed', async () => {
  const { orderId } = await stuck()
  clock.advance(10 * MINUTE_MS)
  const { status, body } = await settle(orderId, { outcome: 'failed' })
  assert.deepEqual([status, body.order_status], [200, 'confirmed'])
})

test('given up after an hour, it can still be settled as paid', async () => {
  const { orderId, intent } = await stuck()
  clock.advance(HOUR_MS)
  await giveUpPayments(deps)
  assert.equal((await order(orderId)).order_status, 'expired')
  const { body } = await settle(orderId, { outcome: 'paid', reference: intent.id })
  assert.equal(body.order_status, 'confirmed')
})

test('paid: confirmed, under the reference that the provider’s own pages show', async () => {
  const { orderId, intent } = await unheardOf()
  clock.advance(DAY_MS)
  const without = await settle(orderId, { outcome: 'paid' })
  assert.deepEqual([without.status, without.body.error.param], [400, 'reference'])
  const { status, body } = await settle(orderId, { outcome: 'paid', reference: intent.id })
  assert.deepEqual([status, body.order_status, body.tickets.length], [200, 'confirmed', 1])
})

test('paid under the reference of another order’s payment: refused, and the order can still be settled', async () => {
  const { body: other } = await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_card_visa' })
  const [known] = await sql<{ provider_reference: string }[]>`
    select provider_reference
    from payments
    where org_id = ${club.orgId}
      and order_id = ${other.order_id}`
  const { orderId, intent } = await unheardOf()
  clock.advance(DAY_MS)
  const wrong = await settle(orderId, { outcome: 'paid', reference: known?.provider_reference })
  assert.deepEqual([wrong.status, wrong.body.error.code, wrong.body.error.param], [409, 'state_conflict', 'reference'])
  assert.equal((await settle(orderId, { outcome: 'paid', reference: intent.id })).body.order_status, 'confirmed')
})

test('two orders that are settled at once under one reference: one is paid by it, the other is refused and stays open', async () => {
  const orders = [await unheardOf(), await unheardOf()]
  clock.advance(DAY_MS)
  const reference = orders[0]?.intent.id
  const answers = await Promise.all(orders.map(({ orderId }) => settle(orderId, { outcome: 'paid', reference })))
  const refused = answers.findIndex(({ status }) => status !== 200)
  const error = answers[refused]?.body.error
  assert.deepEqual([error?.code, error?.param], ['state_conflict', 'reference'])
  const again = await settle(orders[refused]?.orderId ?? 0, { outcome: 'paid', reference: orders[1]?.intent.id })
  assert.equal(again.body.order_status, 'confirmed')
})
