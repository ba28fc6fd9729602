import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const { stripe, house, club, payments, buy, tell, order } = await openStripeHouse()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }

const refund = (orderId: number, body: object = {}) =>
  house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body })

const statusOf = async (orderId: number) =>
  (await house.call('GET', `/v1/manage/orders/${orderId}/refunds`, { key: club.key })).body.data.map(
    (item: { refund_status: string }) => item.refund_status,
  )

const newest = () => {
  const made = [...stripe.refunds.all.values()].at(-1)
  assert.ok(made)
  return made
}

test('the money goes back by Stripe, from the organisation’s account', async () => {
  const { body } = await buy('pm_card_visa')
  const answer = await refund(body.order_id)
  assert.equal(answer.body.refund_status, 'succeeded')
  assert.deepEqual([newest().account, newest().amount], ['acct_club', 2720])
})

test('an answer that is lost: pending, and settled by the reconciler with the one refund that was made', async () => {
  const { body } = await buy('pm_card_visa')
  stripe.trouble('hang')
  assert.equal((await refund(body.order_id)).body.refund_status, 'pending')
  const made = stripe.refunds.all.size
  house.clock.advance(61_000)
  await reconcileRefunds(deps)
  assert.deepEqual(await statusOf(body.order_id), ['succeeded'])
  assert.equal(stripe.refunds.all.size, made)
})

test('a bank that takes its time: pending until the event, however often and in whatever order it is told', async () => {
  const { body } = await buy('pm_card_pendingRefund')
  assert.equal((await refund(body.order_id)).body.refund_status, 'pending')
  const asItWas = { ...newest() }
  stripe.refunds.finish(newest().id, 'succeeded')
  for (const type of ['refund.updated', 'refund.created', 'refund.updated']) {
    assert.equal((await tell({ type, object: asItWas })).status, 200)
  }
  assert.deepEqual(await statusOf(body.order_id), ['succeeded'])
  const [told] = await house.sql<{ count: number }[]>`
    select count(*) as count
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'order.refunded'
      and payload::json -> 'data' -> 'order' ->> 'order_id' = ${String(body.order_id)}`
  assert.equal(told?.count, 1)
})

test('a refund that fails after it had succeeded: the order owes its money again', async () => {
  const { body } = await buy('pm_card_visa')
  await refund(body.order_id)
  assert.equal((await order(body.order_id)).order_status, 'refunded')
  stripe.refunds.finish(newest().id, 'failed')
  await tell({ type: 'refund.failed', object: newest() })
  const { order_status, refunded_amount } = await order(body.order_id)
  assert.deepEqual([order_status, refunded_amount], ['cancelled', 0])
  assert.deepEqual(await statusOf(body.order_id), ['failed'])
  await tell({ type: 'refund.failed', object: newest() })
  assert.equal((await order(body.order_id)).refunded_amount, 0, 'told twice')
  assert.equal((await refund(body.order_id)).body.refund_status, 'succeeded', 'and it can be refunded anew')
})

test('a refund that Stripe would not make has failed for good: a late event does not make it', async () => {
  const { body } = await buy('pm_card_visa')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  // The club has refunded it at Stripe, past us.
  const elsewhere = stripe.refunds.create('acct_club', { payment_intent: intent.id })
  const refused = await refund(body.order_id)
  assert.deepEqual([refused.body.refund_status, refused.body.failure_code], ['failed', 'charge_already_refunded'])
  stripe.refunds.finish(elsewhere.id, 'failed')
  const [row] = await house.sql<{ idempotency_key: string }[]>`
    select idempotency_key
    from refunds
    where org_id = ${club.orgId}
      and refund_id = ${refused.body.refund_id}`
  const metadata = { grandstand_org_id: String(club.orgId), grandstand_refund: row?.idempotency_key }
  assert.equal((await tell({ type: 'refund.updated', object: { id: 're_x', object: 'refund', metadata } })).status, 200)
  assert.equal(stripe.refunds.refunded(intent.id), 0)
})

test('a refund that Stripe would not make is made by retrying it, once it can be', async () => {
  const { body } = await buy('pm_card_visa')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  const elsewhere = stripe.refunds.create('acct_club', { payment_intent: intent.id })
  const refused = await refund(body.order_id)
  stripe.refunds.finish(elsewhere.id, 'failed')
  const retried = await house.call('POST', `/v1/manage/refunds/${refused.body.refund_id}/retry`, { key: club.key })
  assert.equal(retried.body.refund_status, 'succeeded', retried.text)
  assert.deepEqual(await statusOf(body.order_id), ['failed', 'succeeded'])
  assert.equal(stripe.refunds.refunded(intent.id), 2720)
})

test('a refund that was turned down is never asked for again by a late event', async () => {
  const { body } = await buy('pm_card_refundFail')
  assert.equal((await refund(body.order_id)).body.refund_status, 'failed')
  const made = stripe.refunds.all.size
  await tell({ type: 'refund.updated', object: newest() })
  assert.equal(stripe.refunds.all.size, made)
})

test('an event of another account about our refund is received and ignored', async () => {
  const { body } = await buy('pm_card_pendingRefund')
  await refund(body.order_id)
  stripe.refunds.finish(newest().id, 'succeeded')
  assert.equal((await tell({ type: 'refund.updated', object: newest(), account: 'acct_stranger' })).status, 200)
  assert.deepEqual(await statusOf(body.order_id), ['pending'])
})
