import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { followDisputes } from './follow-disputes.ts'

const { house, club, stripe, buy, payments, tell } = await openStripeHouse()
const { key } = club
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const orderOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body
const debtsOf = async (orderId: number) => (await manage('GET', `debts?order_id=${orderId}`)).body.data
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

async function sell() {
  const { body } = await buy('pm_card_visa')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { orderId: body.order_id as number, intentId: intent.id }
}
const tellUs = (object: object) => tell({ type: 'any', object })

test('a disputed payment is owed again on its day, and its tickets are stopped; heard twice, it counts once', async () => {
  const { orderId, intentId } = await sell()
  const dispute = stripe.disputes.open(intentId)
  assert.equal((await tellUs(dispute)).status, 200)
  await followDisputes(deps)
  const order = await orderOf(orderId)
  assert.deepEqual([order.order_status, order.owed_amount], ['cancelled', 0])
  const [debt, ...others] = await debtsOf(orderId)
  assert.deepEqual([debt.kind, debt.status, debt.amount, others.length], ['returned_payment', 'cancelled', 27.2, 0])
  await isClean()
  stripe.disputes.close(dispute.id, 'won')
  assert.equal(await followDisputes(deps), 1)
  assert.equal(await followDisputes(deps), 0)
  const [won] = await debtsOf(orderId)
  assert.deepEqual([won.status, won.settled], ['paid', 27.2])
  await isClean()
})

test('of an order that was cancelled before, a disputed payment is owed again no more than of one that stands', async () => {
  const { orderId, intentId } = await sell()
  assert.equal((await manage('POST', `orders/${orderId}/cancel`, {})).status, 200)
  stripe.disputes.open(intentId)
  await followDisputes(deps)
  const order = await orderOf(orderId)
  assert.deepEqual([order.order_status, order.owed_amount], ['cancelled', 0])
  const [debt] = await debtsOf(orderId)
  assert.deepEqual([debt.kind, debt.status, debt.amount], ['returned_payment', 'cancelled', 27.2])
  await isClean()
})

test('where tickets are kept, the fan owes what came back, and can pay it again', async () => {
  await manage('PATCH', 'organisation', { disputed_tickets: 'keep' })
  const { orderId, intentId } = await sell()
  stripe.disputes.open(intentId, { amount: 1000 })
  await followDisputes(deps)
  const order = await orderOf(orderId)
  assert.deepEqual([order.order_status, order.owed_amount], ['confirmed', 10])
  const [debt] = await debtsOf(orderId)
  const { body } = await manage('POST', `debts/${debt.debt_id}/record_payment`, { payment_method: 'cash' })
  assert.equal(body.status, 'paid')
  await isClean()
  const refund = await manage('POST', `orders/${orderId}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.amount], [201, 17.2], refund.text)
  assert.equal((await orderOf(orderId)).refunded_amount, 27.2)
  await isClean()
  await manage('PATCH', 'organisation', { disputed_tickets: 'stop' })
})

test('a refund that was made at Stripe’s own desk is followed, and the fan does not owe it', async () => {
  const { orderId, intentId } = await sell()
  stripe.refunds.create(ACCOUNT, { payment_intent: intentId, amount: 500 })
  await followDisputes(deps)
  await followDisputes(deps)
  const [debt, ...others] = await debtsOf(orderId)
  assert.deepEqual([debt.status, debt.amount, others.length], ['cancelled', 5, 0])
  const left = await manage('POST', `orders/${orderId}/refunds`, {})
  assert.deepEqual([left.status, left.body.amount], [201, 22.2])
  await isClean()
})

test('a refund of ours is no reversal, and an early warning takes no money', async () => {
  const { orderId, intentId } = await sell()
  await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  stripe.disputes.open(intentId, { status: 'warning_needs_response' })
  assert.equal(await followDisputes(deps), 0)
  assert.deepEqual(await debtsOf(orderId), [])
  await isClean()
})

test('what has gone back does not come back as well', async () => {
  const { orderId, intentId } = await sell()
  await manage('POST', `orders/${orderId}/refunds`, { amount: 20 })
  stripe.disputes.open(intentId)
  await followDisputes(deps)
  const [debt] = await debtsOf(orderId)
  assert.equal(debt.amount, 7.2)
  await isClean()
})

test('staff are told of what came back, until it is won', async () => {
  const { data } = (await manage('GET', 'attention')).body
  const told = data.find(({ kind }: { kind: string }) => kind === 'payment_reversed')
  assert.ok(told.count >= 3)
})

test('while Stripe does not answer nothing changes, and the event is sent again', async () => {
  const { orderId, intentId } = await sell()
  const dispute = stripe.disputes.open(intentId)
  stripe.trouble('error_500')
  assert.equal((await tellUs(dispute)).status, 503)
  assert.equal((await orderOf(orderId)).order_status, 'confirmed')
  assert.equal((await tellUs(dispute)).status, 200)
  assert.equal((await orderOf(orderId)).order_status, 'cancelled')
  await isClean()
})
