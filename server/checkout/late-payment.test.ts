import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditStock } from '../audit-stock/audit-stock.ts'
import { createSeal } from '../kit/seal.ts'
import { settlePayment } from './settle-payment.ts'
import { openStripeHouse } from './stripe-fixture.ts'

const { stripe, house, club, shop, priceId, payments, tell, order } = await openStripeHouse()
const { sql, clock } = house
const deps = { sql, clock, seal: createSeal('a secret for tests of 32 characters'), payments }

type Row = {
  payment_id: number
  payment_status: string
  surplus: boolean
  amount_minor: number
  refunded_minor: number
}
const paymentsOf = (orderId: number) => sql<Row[]>`
  select payment_id, payment_status, surplus, amount_minor, refunded_minor
  from payments
  where org_id = ${club.orgId}
    and order_id = ${orderId}
  order by payment_id`

/** A payment that our books call failed, while at Stripe the fan can still pass 3-D Secure. */
async function failedAtFirst() {
  const basket = await shop.fill(priceId, 1)
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_card_authenticationRequired' })
  const orderId: number = body.order_id
  const intent = [...stripe.intents.all.values()].at(-1)
  const [payment] = await paymentsOf(orderId)
  assert.ok(intent && payment)
  const failed = { kind: 'declined' as const, code: 'payment_failed' as const, message: 'The payment failed.' }
  await settlePayment(deps, { orgId: club.orgId, orderId, paymentId: payment.payment_id }, failed)
  assert.equal((await shop.read(basket)).body.status, 'open')
  const succeed = () => {
    stripe.intents.pass(intent.id)
    return tell({ type: 'payment_intent.succeeded', object: intent })
  }
  return { basket, orderId, intent, succeed }
}

const audited = async () => assert.deepEqual(await auditStock(club.orgId, sql), [])

test('collected after another payment has paid the order: it goes back, once, and the order stays as it is', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
  assert.equal((await succeed()).status, 200)
  assert.equal((await succeed()).status, 200)
  const [first, second] = await paymentsOf(orderId)
  assert.deepEqual([first?.payment_status, first?.surplus, first?.refunded_minor], ['succeeded', true, 2720])
  assert.deepEqual([second?.payment_status, second?.surplus, second?.refunded_minor], ['succeeded', false, 0])
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  const shown = await order(orderId)
  assert.deepEqual([shown.order_status, shown.refunded_amount, shown.tickets.length], ['confirmed', 0, 1])
  await audited()
  const refund = await shop.call('POST', `/v1/manage/orders/${orderId}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.payment_id], [201, second?.payment_id], 'what paid it can be refunded')
  await audited()
})

test('collected while another payment is open: it goes back, and the other one pays', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  const second = await shop.checkOut(basket, { payment_method: 'pm_card_authenticationRequired' })
  assert.equal(second.body.status, 'pending')
  assert.equal((await succeed()).status, 200)
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  stripe.intents.pass([...stripe.intents.all.keys()].at(-1) ?? '')
  assert.equal((await shop.checkOut(basket)).body.status, 'confirmed')
  assert.equal((await order(orderId)).refunded_amount, 0)
  await audited()
})

test('collected after the fan has changed the basket: it goes back, and the basket can be paid as it is now', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  const item = (await shop.read(basket)).body.items[0].id
  assert.equal((await shop.call('PATCH', `/v1/baskets/${basket}/items/${item}`, { quantity: 2 })).status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  assert.equal((await shop.read(basket)).body.status, 'open')
  const paid = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.deepEqual([paid.body.status, paid.body.order_id, paid.body.tickets.length], ['confirmed', orderId, 2])
  await audited()
})
