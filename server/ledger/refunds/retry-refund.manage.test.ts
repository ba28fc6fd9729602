import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLedger } from '../../../tests/builders/ledger.ts'
import { orderState, sellOrder } from '../../../tests/builders/orders.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { refundInFull } from './refund-in-full.ts'
import { keyAfter } from './retry-refund.manage.ts'

const ledger = openLedger()
const house = await openHouse({ payments: ledger.payments })
const club = await house.organisation()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments: ledger.payments }

const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
  house.call('POST', path, { key: club.key, headers, ...(body ? { body } : {}) })
const retry = (refundId: number, headers?: Record<string, string>) =>
  post(`/v1/manage/refunds/${refundId}/retry`, undefined, headers)

let orders = 0
/** An order whose refund the provider has turned down. */
async function refused(body: object = {}) {
  orders += 1
  const reference = `pay_${orders}`
  const sold = await sellOrder(house, club, { reference })
  ledger.fates.push('fails')
  const failed = await post(`/v1/manage/orders/${sold.orderId}/refunds`, body)
  assert.equal(failed.body.refund_status, 'failed')
  const state = () => orderState(house, club, sold)
  return { sold, reference, refundId: Number(failed.body.refund_id), state }
}

const toldOf = async (orderId: number) =>
  (await messagesOf(house, club))
    .filter(({ type, payload }) => type === 'order.refunded' && payload.data.order.order_id === orderId)
    .map(({ payload }) => payload.data.refund.refund_id)

test('a refund that failed is retried: a new one of the same amount, which is told of; the old one stays failed', async () => {
  const { sold, reference, refundId, state } = await refused({ reason: 'rain' })
  const { status, body, text } = await retry(refundId)
  assert.equal(status, 201, text)
  assert.deepEqual(
    [body.refund_status, body.amount, body.reason, body.order_id],
    ['succeeded', 50, 'rain', sold.orderId],
  )
  const { refunds, refunded, status: order } = await state()
  assert.deepEqual(
    [refunds, refunded],
    [
      ['failed 5000', 'succeeded 5000'],
      [5000, 5000],
    ],
  )
  assert.equal(order, 'cancelled', 'as when it is refunded anew in any other way')
  assert.equal(ledger.paidBack(reference), 5000)
  assert.deepEqual(await toldOf(sold.orderId), [body.refund_id])
  const [entry] = await house.sql`
    select actor_kind, object_id, after
    from audit_log
    where org_id = ${club.orgId}
      and action = 'refund.retried'
    order by audit_id desc`
  assert.deepEqual(
    { ...entry },
    {
      actor_kind: 'api_key',
      object_id: String(refundId),
      after: { refund_id: body.refund_id, amount_minor: 5000 },
    },
  )
})

test('of many who retry at once one does, whatever else is left of the payment', async () => {
  const { reference, refundId, state } = await refused({ amount: 10 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(refundId)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 7 }, () => 409)])
  const made = answers.find(({ status }) => status === 201)?.body.refund_id
  const late = await retry(refundId)
  assert.equal(late.body.error.code, 'state_conflict')
  assert.match(late.body.error.message, new RegExp(`by refund ${made}\\.$`))
  assert.deepEqual((await state()).refunds, ['failed 1000', 'succeeded 1000'])
  assert.equal(ledger.paidBack(reference), 1000)
})

test('a retry that fails is retried itself, under a key of its own each time', async () => {
  const { reference, refundId, state } = await refused()
  ledger.fates.push('fails')
  const second = await retry(refundId)
  assert.deepEqual([second.status, second.body.refund_status, second.body.failure_code], [201, 'failed', 'declined'])
  assert.deepEqual((await state()).refunded, [0, 0], 'the money can be refunded anew')
  assert.equal((await retry(second.body.refund_id)).body.refund_status, 'succeeded')
  assert.equal(ledger.paidBack(reference), 5000)
  const keys = ['refund_x', 'refund_x.2', 'refund_x.9'].map(keyAfter)
  assert.deepEqual(keys, ['refund_x.2', 'refund_x.3', 'refund_x.10'])
})

for (const fate of ['lost_before', 'lost_after', 'crash_before', 'crash_after'] as const) {
  test(`${fate.replace('_', ' ')} the money moved: the retry is open until the provider is asked again, and pays once`, async () => {
    const { sold, reference, refundId, state } = await refused()
    ledger.fates.push(fate)
    const answer = await retry(refundId)
    const isLost = fate.startsWith('lost')
    assert.equal(answer.status, isLost ? 201 : 500)
    if (isLost) assert.equal(answer.body.refund_status, 'pending')
    assert.equal((await retry(refundId)).status, 409, 'it is under way')
    house.clock.advance(61_000)
    await reconcileRefunds(deps)
    assert.deepEqual((await state()).refunds, ['failed 5000', 'succeeded 5000'])
    assert.equal(ledger.paidBack(reference), 5000)
    assert.equal((await toldOf(sold.orderId)).length, 1)
  })
}

test('under one Idempotency-Key the retry is one, also when the program died before it heard', async () => {
  const { reference, refundId } = await refused()
  ledger.fates.push('crash_after')
  const headers = { 'idempotency-key': 'retry-1' }
  assert.equal((await retry(refundId, headers)).status, 500)
  const again = await retry(refundId, headers)
  assert.deepEqual([again.status, again.body.refund_status], [201, 'succeeded'])
  const replayed = await retry(refundId, headers)
  assert.deepEqual([replayed.headers['idempotent-replayed'], replayed.text], ['true', again.text])
  assert.equal(ledger.paidBack(reference), 5000)
})

test('a surplus whose refund failed is retried, and counts for no order', async () => {
  const { orderId, ...sold } = await sellOrder(house, club, { reference: 'pay_surplus' })
  await house.sql`
    update payments
    set surplus = true
    where org_id = ${club.orgId}
      and payment_id = ${sold.paymentId}`
  ledger.fates.push('fails')
  await refundInFull(deps, { orgId: club.orgId, paymentId: sold.paymentId }, 'paid twice')
  const { body } = await house.call('GET', `/v1/manage/orders/${orderId}/refunds`, { key: club.key })
  assert.equal(body.data[0].refund_status, 'failed')
  assert.equal((await retry(body.data[0].refund_id)).body.refund_status, 'succeeded')
  const { refunded, status } = await orderState(house, club, { ...sold, orderId })
  assert.deepEqual([refunded, status], [[0, 5000], 'confirmed'])
  assert.equal(ledger.paidBack('pay_surplus'), 5000)
})

test('what has not failed is not retried, nor what has been refunded in another way meanwhile', async () => {
  const { sold, reference, refundId } = await refused()
  const anew = await post(`/v1/manage/orders/${sold.orderId}/refunds`, { amount: 20 })
  assert.equal((await retry(anew.body.refund_id)).body.error.code, 'state_conflict')
  const { status, body } = await retry(refundId)
  assert.deepEqual([status, body.error.code, body.error.refundable_amount], [409, 'state_conflict', 30])
  assert.equal(ledger.paidBack(reference), 2000)
})

test('a refund of another organisation is not found', async () => {
  const { refundId } = await refused()
  const { key } = await house.organisation()
  assert.equal((await house.call('POST', `/v1/manage/refunds/${refundId}/retry`, { key })).status, 404)
})
