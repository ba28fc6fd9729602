import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderState, type Sold, sellOrder } from '../../../tests/builders/orders.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const cancel = (sold: Sold, body: object = {}, headers: Record<string, string> = {}) =>
  house.call('POST', `/v1/manage/orders/${sold.orderId}/cancel`, { key: club.key, body, headers })

test('a cancelled order gives its places back and keeps the money', async () => {
  const sold = await sellOrder(house, club)
  const { status, body } = await cancel(sold)
  assert.equal(status, 200)
  assert.deepEqual([body.order.order_status, body.order.refunded_amount, body.refund], ['cancelled', 0, null])
  assert.deepEqual(await orderState(house, club, sold), {
    status: 'cancelled',
    refunded: [0, 0],
    sold: 0,
    tickets: [2, 2],
    refunds: [],
  })
})

test('with refund, all that is left of the money goes back too', async () => {
  const sold = await sellOrder(house, club, { transactionFee: 300 })
  await house.call('POST', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key, body: { amount: 3 } })
  const { body } = await cancel(sold, { refund: true, reason: 'rained off' })
  assert.deepEqual([body.refund.amount, body.refund.refund_status, body.refund.reason], [50, 'succeeded', 'rained off'])
  assert.equal(body.order.refunded_amount, 53)
  assert.deepEqual((await orderState(house, club, sold)).refunds, ['succeeded 300', 'succeeded 5000'])
})

test('the money of a cancelled order can be refunded later; it stays cancelled', async () => {
  const sold = await sellOrder(house, club)
  await cancel(sold)
  const answer = await house.call('POST', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key, body: {} })
  assert.deepEqual([answer.status, answer.body.amount, answer.body.ticket_ids], [201, 50, []])
  const { status, refunded, sold: taken } = await orderState(house, club, sold)
  assert.deepEqual([status, refunded, taken], ['cancelled', [5000, 5000], 0])
})

test('an order that cost nothing is cancelled without a refund', async () => {
  const { body } = await cancel(await sellOrder(house, club, { free: true }), { refund: true })
  assert.deepEqual([body.order.order_status, body.refund], ['cancelled', null])
})

test('ticket.cancelled, order.cancelled, and order.refunded where money goes back', async () => {
  const teller = await house.organisation({ name: 'Teller' })
  const sold = await sellOrder(house, teller, { tickets: 1 })
  const address = `/v1/manage/orders/${sold.orderId}/cancel`
  await house.call('POST', address, { key: teller.key, body: { refund: true } })
  const messages = await messagesOf(house, teller)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ticket.cancelled', 'order.cancelled', 'order.refunded'],
  )
  assert.equal(messages[1]?.payload.data.order.order_status, 'cancelled')
})

test('a repeated request with its Idempotency-Key gives the same answer', async () => {
  const sold = await sellOrder(house, club)
  const key = { 'idempotency-key': 'cancel-once' }
  const first = await cancel(sold, { refund: true }, key)
  const again = await cancel(sold, { refund: true }, key)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
})

test('only a confirmed order can be cancelled', async () => {
  const sold = await sellOrder(house, club)
  await cancel(sold)
  const { status, body } = await cancel(sold)
  assert.deepEqual([status, body.error.code, body.error.message], [409, 'state_conflict', 'The order is cancelled.'])
})

test('another organisation’s order is not found', async () => {
  assert.equal((await cancel(await sellOrder(house, other))).status, 404)
})
