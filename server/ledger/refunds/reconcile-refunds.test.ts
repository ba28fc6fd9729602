import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fate, openLedger } from '../../../tests/builders/ledger.ts'
import { orderState, sellOrder } from '../../../tests/builders/orders.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { refundInFull } from './refund-in-full.ts'

const ledger = openLedger()
const house = await openHouse({ payments: ledger.payments })
const club = await house.organisation()
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments: ledger.payments }

const refundWith = async (fate: Fate, body: object = {}) => {
  const sold = await sellOrder(house, club, { reference: `pay_${fate}_${Math.random()}` })
  ledger.fates.push(fate)
  const address = `/v1/manage/orders/${sold.orderId}/refunds`
  const answer = await house.call('POST', address, { key: club.key, body })
  const refunds = async () => (await orderState(house, club, sold)).refunds
  return { sold, answer, refunds }
}

const later = async (ms = 61_000) => {
  house.clock.advance(ms)
  return reconcileRefunds(deps)
}

for (const fate of ['lost_before', 'lost_after'] as const) {
  test(`an answer that is ${fate.replace('_', ' ')} the money moved: pending, then settled, and paid back once`, async () => {
    const { answer, refunds } = await refundWith(fate)
    assert.deepEqual([answer.status, answer.body.refund_status], [201, 'pending'])
    const before = ledger.count()
    await later()
    assert.deepEqual(await refunds(), ['succeeded 5000'])
    assert.equal(ledger.count(), fate === 'lost_before' ? before + 1 : before)
  })
}

for (const fate of ['crash_before', 'crash_after'] as const) {
  test(`the program dies ${fate === 'crash_before' ? 'before it asks' : 'before it hears'}: nothing is forgotten, and it is paid back once`, async () => {
    const { sold, answer, refunds } = await refundWith(fate)
    assert.equal(answer.status, 500)
    assert.deepEqual(await refunds(), ['created 5000'])
    assert.deepEqual(
      (await orderState(house, club, sold)).tickets,
      [3, 3],
      'the tickets and the debt are on record together',
    )
    await later()
    assert.deepEqual(await refunds(), ['succeeded 5000'])
  })
}

test('a request that is repeated is given the first answer, and does not ask the provider; the list tells how the refund stands', async () => {
  const sold = await sellOrder(house, club, { reference: 'pay_repeated' })
  ledger.fates.push('lost_before')
  const send = () =>
    house.call('POST', `/v1/manage/orders/${sold.orderId}/refunds`, {
      key: club.key,
      body: {},
      headers: { 'idempotency-key': 'repeated' },
    })
  assert.equal((await send()).body.refund_status, 'pending')
  const again = await send()
  assert.deepEqual([again.status, again.body.refund_status], [201, 'pending'])
  await later()
  const replayed = await send()
  assert.deepEqual([replayed.headers['idempotent-replayed'], replayed.body.refund_status], ['true', 'pending'])
  const list = await house.call('GET', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key })
  assert.equal(list.body.data[0].refund_status, 'succeeded')
})

test('a bank that takes its time is looked at again, less and less often', async () => {
  const { refunds } = await refundWith('takes_time')
  assert.deepEqual(await refunds(), ['processing 5000'])
  assert.equal(await later(59_000), 0, 'too early')
  assert.equal(await later(2_000), 1)
  assert.deepEqual(await refunds(), ['succeeded 5000'])
})

test('nothing open, nothing to do; and two workers at once settle each refund once', async () => {
  assert.equal(await later(), 0)
  const made = await Promise.all(Array.from({ length: 5 }, () => refundWith('lost_after', { amount: 1 })))
  house.clock.advance(61_000)
  const counts = await Promise.all([reconcileRefunds(deps), reconcileRefunds(deps)])
  assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 5)
  for (const { refunds } of made) assert.deepEqual(await refunds(), ['succeeded 100'])
  const told = (await messagesOf(house, club)).filter(({ payload }) => payload.data.refund?.amount === 1)
  assert.equal(told.length, 5)
})

test('one that cannot be asked about does not keep the others waiting, and waits longer each time', async () => {
  const stuck = await refundWith('lost_before', { amount: 2 })
  const fine = await refundWith('lost_before', { amount: 3 })
  const provider = ledger.payments.byName('test')
  const failing = {
    ...provider,
    refund: (asked: Parameters<typeof provider.refund>[0]) =>
      asked.amountMinor === 200 ? Promise.reject(new Error('no')) : provider.refund(asked),
  }
  const failingDeps = { ...deps, payments: { ...ledger.payments, byName: () => failing } }
  house.clock.advance(61_000)
  await assert.rejects(reconcileRefunds(failingDeps))
  assert.deepEqual(await fine.refunds(), ['succeeded 300'])
  assert.deepEqual(await stuck.refunds(), ['unknown 200'])
  house.clock.advance(61_000)
  await assert.rejects(reconcileRefunds(failingDeps))
  house.clock.advance(61_000)
  assert.equal(await reconcileRefunds(failingDeps), 0, 'open for two minutes: the next look is after two')
  house.clock.advance(61_000)
  assert.equal(await reconcileRefunds(deps), 1)
  assert.deepEqual(await stuck.refunds(), ['succeeded 200'])
})

test('money for places that are gone goes back in full, once, however many notice', async () => {
  const sold = await sellOrder(house, club, { reference: 'pay_lost' })
  const payment = { orgId: club.orgId, paymentId: sold.paymentId }
  await Promise.all([1, 2, 3].map(() => refundInFull(deps, payment, 'the places were gone')))
  assert.deepEqual((await orderState(house, club, sold)).refunds, ['succeeded 5000'])
  assert.equal(ledger.paidBack('pay_lost'), 5000)
})
