import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { stripeEvent } from '../../../tests/outside/stripe/event.ts'

const { stripe, house, club, shop, priceId, buy, tell, order } = await openStripeHouse()

const newest = () => {
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return intent
}

const payment = async (orderId: number) => {
  const [row] = await house.sql<{ payment_status: string; provider_reference: string | null }[]>`
    select payment_status, provider_reference
    from payments
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  return row
}

const messages = async (type: string) => {
  const [row] = await house.sql<{ count: number }[]>`
    select count(*) as count
    from webhook_messages
    where org_id = ${club.orgId}
      and type = ${type}`
  return row?.count ?? 0
}

test('a card that is good: the order is confirmed, and the money is on the organisation’s account', async () => {
  const { status, body } = await buy('pm_card_visa')
  assert.deepEqual([status, body.status], [200, 'confirmed'])
  assert.deepEqual([newest().account, newest().amount, newest().currency], [ACCOUNT, 2720, 'aud'])
  assert.equal((await payment(body.order_id))?.provider_reference, newest().id)
})

test('a card that is declined: 402 with the bank’s reason, and the basket can be paid by another', async () => {
  const basket = await shop.fill(priceId, 1)
  const refused = await shop.checkOut(basket, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' })
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.decline_code],
    [402, 'card_declined', 'insufficient_funds'],
  )
  const paid = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.deepEqual([paid.status, paid.body.order_id], [200, refused.body.error.order_id])
})

test('3-D Secure: pending with a client secret; once the fan has passed, the event confirms, twice or not', async () => {
  const { status, body } = await buy('pm_card_authenticationRequired')
  assert.deepEqual([status, body.status, body.next_action.type], [200, 'pending', 'client_secret'])
  const intent = newest()
  stripe.intents.pass(intent.id)
  const before = await messages('order.completed')
  const told = await Promise.all([1, 2, 3].map(() => tell({ type: 'payment_intent.succeeded', object: intent })))
  assert.deepEqual(
    told.map((answer) => answer.status),
    [200, 200, 200],
  )
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
  assert.equal(await messages('order.completed'), before + 1)
  assert.equal((await order(body.order_id)).tickets.length, 1)
})

test('events out of order: a failure that is told late does not undo what Stripe now says is paid', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  const asItWas = { ...newest(), status: 'requires_payment_method' }
  stripe.intents.pass(newest().id)
  await tell({ type: 'payment_intent.payment_failed', object: asItWas })
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
  await tell({ type: 'payment_intent.requires_action', object: asItWas })
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('3-D Secure failed: the event ends the payment, and the client secret can pay it no more', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  const intent = newest()
  stripe.intents.failAction(intent.id)
  await tell({ type: 'payment_intent.payment_failed', object: intent })
  assert.equal((await payment(body.order_id))?.payment_status, 'failed')
  assert.equal(intent.status, 'canceled')
})

test('an event that is quicker than the answer: the payment is found by our key, and confirmed', async () => {
  stripe.trouble('hang')
  const { body } = await buy('pm_card_visa')
  assert.equal(body.status, 'pending')
  assert.equal((await payment(body.order_id))?.provider_reference, newest().id, 'on record before the buyer paid')
  await tell({ type: 'payment_intent.succeeded', object: newest() })
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
  assert.equal((await payment(body.order_id))?.provider_reference, newest().id)
})

test('an event that confirms the order while the answer is given up: the checkout shows the tickets, and so does its repetition', async () => {
  stripe.trouble('hang')
  const basket = await shop.fill(priceId, 1)
  const before = stripe.intents.all.size
  const checkOut = () => shop.checkOut(basket, { payment_method: 'pm_card_visa' }, { 'idempotency-key': 'given up' })
  const waiting = checkOut()
  while (stripe.intents.all.size === before || newest().status !== 'succeeded') await setImmediate()
  await tell({ type: 'payment_intent.succeeded', object: newest() })
  const { body } = await waiting
  assert.deepEqual([body.status, body.tickets.length], ['confirmed', 1])
  assert.deepEqual((await checkOut()).body, body)
})

test('an event of another account about our payment is received and ignored', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  stripe.intents.pass(newest().id)
  const answer = await tell({ type: 'payment_intent.succeeded', object: newest(), account: 'acct_stranger' })
  assert.deepEqual(answer, { status: 200, body: { received: true } })
  assert.equal((await order(body.order_id)).order_status, 'pending')
  await tell({ type: 'payment_intent.succeeded', object: newest() })
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('a payment of the account’s own that bears our key settles nothing: another amount, currency or reference', async () => {
  stripe.trouble('hang')
  const { body } = await buy('pm_card_visa')
  const intent = newest()
  for (const other of [{ amount: 50 }, { currency: 'jpy' }]) {
    const forged = { ...intent, ...other }
    assert.equal((await tell({ type: 'payment_intent.succeeded', object: forged })).status, 200)
    assert.equal((await order(body.order_id)).order_status, 'pending', JSON.stringify(other))
  }
  const secure = await buy('pm_card_authenticationRequired')
  const { metadata } = newest()
  await buy('pm_card_visa')
  await tell({ type: 'payment_intent.succeeded', object: { ...newest(), metadata } })
  assert.equal((await order(secure.body.order_id)).order_status, 'pending')
  await tell({ type: 'payment_intent.succeeded', object: intent })
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('what is not ours, or not known, is received', async () => {
  const strangers = [
    { type: 'customer.created', object: { id: 'cus_1', object: 'customer' } },
    { type: 'payment_intent.succeeded', object: { id: 'pi_x', object: 'payment_intent', metadata: {} } },
    {
      type: 'payment_intent.succeeded',
      object: {
        id: 'pi_x',
        object: 'payment_intent',
        metadata: { grandstand_org_id: '1', grandstand_payment: 'nobody’s' },
      },
    },
    { type: 'refund.updated', object: { id: 're_x', object: 'refund', metadata: null } },
  ]
  for (const stranger of strangers) assert.equal((await tell(stranger)).status, 200, stranger.type)
})

test('while Stripe cannot be asked, it is told to send the event again', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  stripe.intents.pass(newest().id)
  stripe.trouble('error_500')
  assert.equal((await tell({ type: 'payment_intent.succeeded', object: newest() })).status, 503)
  assert.equal((await order(body.order_id)).order_status, 'pending')
  assert.equal((await tell({ type: 'payment_intent.succeeded', object: newest() })).status, 200)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('a signature that is not Stripe’s is refused: of another secret, too old, over another body, or none', async () => {
  const about = { type: 'payment_intent.succeeded', object: newest() }
  const forged = await tell({ ...about, secret: 'whsec_guessed' })
  assert.deepEqual([forged.status, forged.body.error.code], [400, 'parameter_invalid'])
  assert.equal((await tell({ ...about, at: new Date(house.clock().getTime() - 6 * 60_000) })).status, 400)
  const { headers } = stripeEvent({ ...about, at: house.clock() })
  const send = (sent: Record<string, string>, payload: string) =>
    house.app.inject({ method: 'POST', url: '/v1/payments/stripe/webhook', headers: sent, payload })
  assert.equal((await send(headers, '{}')).statusCode, 400)
  assert.equal((await send({ 'content-type': 'application/json' }, '{}')).statusCode, 400)
})

test('an event is recent by the program’s own clock', async () => {
  const { body } = await buy('pm_card_authenticationRequired')
  stripe.intents.pass(newest().id)
  house.clock.advance(3600_000)
  assert.equal((await tell({ type: 'payment_intent.succeeded', object: newest() })).status, 200)
  assert.equal((await order(body.order_id)).order_status, 'confirmed')
})

test('without Stripe there is nothing at this address', async () => {
  const plain = await openHouse()
  const { headers, payload } = stripeEvent({ type: 'x', object: {}, at: plain.clock() })
  const answer = await plain.app.inject({ method: 'POST', url: '/v1/payments/stripe/webhook', headers, payload })
  assert.equal(answer.statusCode, 404)
})
