import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReaderHouse } from '../../../tests/builders/card-readers.ts'
import { ACCOUNT } from '../../../tests/builders/stripe.ts'
import { GIVE_UP_MS, giveUpPayments } from '../answers/give-up-payments.ts'

const readers = await openReaderHouse()
const { stripe, house, club, order, sell, saleOn, look, sendAgain, cancel, held, later } = readers
const { newReader, lastIntent, sentTo, waiting, settling } = readers
const { sql } = house
await readers.turnReaders(true)

test('a reader that lost its network says that it failed; what Stripe collected counts', async () => {
  const { reader, orderId, intent } = await waiting()
  stripe.intents.pass(intent.id)
  stripe.readers.fail(reader.id, 'connection_error')
  assert.equal((await look(orderId)).status, 'paid')
})

test('another counter sends to the same reader: what it no longer shows is called off', async () => {
  const { reader, orderId, intent } = await waiting()
  const other = await sell(saleOn(reader.id))
  assert.deepEqual([(await look(orderId)).status, intent.status], ['declined', 'canceled'])
  stripe.readers.pay(reader.id)
  assert.equal((await look(other.body.order_id)).status, 'paid')
})

test('the answer of the reader is lost: it is asked what it shows', async () => {
  const reader = newReader()
  stripe.trouble(undefined, 'error_500')
  const { body } = await sell(saleOn(reader.id))
  assert.deepEqual([(await look(body.order_id)).status, sentTo(reader)], ['waiting', 1])
})

test('Stripe does not answer at all: unknown, until it does; then nothing is left that could be paid', async () => {
  const before = await held()
  const reader = newReader()
  stripe.trouble(undefined, 'lost')
  const { body } = await sell(saleOn(reader.id))
  const intent = lastIntent()
  stripe.trouble('error_500', 'error_500')
  assert.deepEqual(
    [(await look(body.order_id)).status, (await cancel(body.order_id)).body.status],
    ['unknown', 'unknown'],
  )
  assert.equal(await held(), before + 1, 'held until it is decided')
  const found = await look(body.order_id)
  assert.deepEqual([found.status, intent?.status, sentTo(reader)], ['declined', 'canceled', 0])
  assert.equal((await cancel(body.order_id)).body.status, 'cancelled')
  assert.equal(await held(), before)
})

for (const [where, reference] of [
  ['before Stripe was asked', false],
  ['between Stripe and the reader', true],
] as const) {
  test(`a crash ${where}: nothing is sent to the reader unattended, and staff send it again`, async () => {
    const { reader, orderId, intent } = await waiting()
    Object.assign(stripe.readers.find(ACCOUNT, reader.id), { action: null })
    if (!reference) stripe.intents.all.delete(intent.id)
    await sql`
      update payments
      set payment_status = 'created', next_action = null,
        provider_reference = case when ${reference} then provider_reference end
      where org_id = ${club.orgId}
        and order_id = ${orderId}`
    assert.equal((await look(orderId)).status, 'sending')
    assert.equal((await cancel(orderId)).status, 409)
    await later(61_000)
    assert.deepEqual([(await look(orderId)).status, sentTo(reader)], ['declined', 1])
    if (reference) assert.equal(intent.status, 'canceled')
    assert.equal((await sendAgain(orderId, reader.id)).body.status, 'waiting')
    stripe.readers.pay(reader.id)
    assert.equal((await look(orderId)).status, 'paid')
  })
}

test('the page of the counter is closed: the worker confirms what is paid, and calls off what is not paid', async () => {
  const paid = await waiting()
  const left = await waiting()
  stripe.readers.pay(paid.reader.id)
  await later(61_000)
  assert.equal((await order(paid.orderId)).order_status, 'confirmed')
  await later(15 * 60_000)
  assert.deepEqual([left.intent.status, (await look(left.orderId)).status], ['canceled', 'declined'])
})

test('Stripe never answers: given up after an hour, it is not said to be unpaid', async () => {
  const before = await held()
  const { orderId } = await waiting()
  house.clock.advance(GIVE_UP_MS)
  assert.equal(await giveUpPayments(settling), 1)
  const { status, decline_code } = await look(orderId)
  assert.deepEqual([status, decline_code, await held()], ['expired', 'no_answer', before])
})
