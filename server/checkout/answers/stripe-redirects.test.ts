import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnUrlOf } from '../../../tests/builders/redirects.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { followAccount } from '../../ledger/disputes/follow-disputes.ts'

const { stripe, house, club, shop, priceId, payments, tell, order } = await openStripeHouse()
stripe.accounts.methods.set(ACCOUNT, ['card', 'paypal', 'klarna', 'ideal'])
await followAccount({ sql: house.sql, clock: house.clock, payments }, club.orgId)
const { shop_url: shopUrl } = (await shop.call('GET', '/v1/storefront')).body

/** A buyer whom Stripe has sent to their bank; the club sells in AUD. */
async function leave(payment_method = 'ctoken_paypal') {
  const basket = await shop.fill(priceId, 1)
  const checkout = await shop.checkOut(basket, { payment_method, return_url: `${shopUrl}returned` })
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { basket, checkout, intent }
}

const comeBack = async (orderId: number) => {
  const payment_return = (await returnUrlOf(house, club, orderId)).searchParams.get('payment_return')
  return (await shop.call('POST', '/v1/storefront/payment_return', { payment_return })).body
}

test('Stripe is told where the buyer comes back to, and says where they go', async () => {
  const { basket, checkout, intent } = await leave()
  const { next_action: action, order_id: orderId } = checkout.body
  const { redirect_to_url: sent } = intent.next_action as { redirect_to_url: { url: string; return_url: string } }
  assert.deepEqual(action, { type: 'redirect', redirect_url: sent.url })
  assert.equal(sent.return_url, (await returnUrlOf(house, club, orderId)).href)
  assert.equal((await comeBack(orderId)).status, 'requires_action')
  stripe.intents.pass(intent.id)
  assert.equal((await comeBack(orderId)).status, 'paid')
  assert.equal((await shop.read(basket)).body.status, 'checked_out')
})

test('money on its way is pending; Stripe’s event says that it has come', async () => {
  const { checkout, intent } = await leave('pm_paypal')
  stripe.intents.process(intent.id)
  await tell({ type: 'payment_intent.processing', object: intent })
  assert.equal((await comeBack(checkout.body.order_id)).status, 'pending')
  stripe.intents.pass(intent.id)
  await tell({ type: 'payment_intent.succeeded', object: intent })
  assert.equal((await order(checkout.body.order_id)).order_status, 'confirmed')
})

test('declined at the bank, the basket is open again, and Stripe can no longer collect it', async () => {
  const { basket, checkout, intent } = await leave()
  stripe.intents.declineAtBank(intent.id)
  assert.equal((await comeBack(checkout.body.order_id)).status, 'declined')
  assert.equal(intent.status, 'canceled')
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
})

test('what Stripe refuses is refused: another currency, and a redirect without an address to come back to', async () => {
  const { basket, checkout } = await leave('ctoken_ideal')
  assert.deepEqual([checkout.status, checkout.body.error.code], [402, 'payment_method_not_offered'])
  const without = await shop.checkOut(basket, { payment_method: 'ctoken_paypal' })
  assert.deepEqual([without.status, without.body.error.code], [402, 'payment_method_not_offered'])
  assert.equal((await shop.read(basket)).body.status, 'open')
})

test('Stripe may take what was offered for this basket and nothing else, also when it is asked again', async () => {
  const { intent } = await leave()
  assert.deepEqual(intent.payment_method_types, ['card', 'klarna', 'paypal'], 'iDEAL takes no AUD')
  const [payment] = await house.sql<{ allowed_methods: string }[]>`
    select allowed_methods
    from payments
    where org_id = ${club.orgId}
    order by payment_id desc
    limit 1`
  assert.equal(payment?.allowed_methods, 'card klarna paypal apple_pay google_pay')
  const off = '/v1/manage/payment_account/methods/paypal'
  assert.equal((await shop.call('PUT', off, { switched_on: false })).status, 200)
  const { checkout } = await leave()
  assert.deepEqual([checkout.status, checkout.body.error.code], [402, 'payment_method_not_offered'])
})
