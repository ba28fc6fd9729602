import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReaderHouse } from '../../../tests/builders/card-readers.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { ACCOUNT } from '../../../tests/builders/stripe.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const readers = await openReaderHouse()
const { stripe, house, club, shop, tell, order, offer, sell, saleOn, look, sendAgain, cancel, held } = readers
const { newReader, lastIntent, sentTo, waiting } = readers
const { sql } = house
const { key } = club
const listReaders = () => house.call('GET', '/v1/manage/card_readers', { key })

test('readers are used once the organisation says so, and are those of its account', async () => {
  const mine = newReader({ label: 'Window 1' })
  newReader({ label: 'In a pocket', device_type: 'stripe_m2' })
  stripe.readers.add('acct_other', { label: 'Of another club' })
  const off = [await listReaders(), await sell(saleOn(mine.id))]
  assert.deepEqual(
    off.map(({ status, body }) => [status, body.error?.code]),
    [
      [409, 'state_conflict'],
      [409, 'state_conflict'],
    ],
  )
  assert.equal((await readers.turnReaders(true)).body.card_readers, true)
  assert.deepEqual((await listReaders()).body.data, [{ reader_id: mine.id, name: 'Window 1', status: 'online' }])
  const { status, body } = await sell({ ...saleOn(mine.id), reader_id: null })
  assert.deepEqual([status, body.error?.code, body.error?.param], [400, 'parameter_missing', 'reader_id'])
})

test('a card on a reader: the places are held, the order is confirmed once it is paid, and it is in the takings', async () => {
  const opened = await house.call('POST', '/v1/manage/tills', { key, body: { name: 'Window 1', float: 0 } })
  const before = await held()
  const { reader, orderId, intent } = await waiting({ till_id: opened.body.till_id })
  assert.deepEqual(
    [intent.amount, intent.payment_method_types, intent.account, await held()],
    [2720, ['card_present'], ACCOUNT, before + 1],
  )
  assert.deepEqual(await look(orderId), {
    order_id: orderId,
    reader_id: reader.id,
    status: 'waiting',
    decline_code: null,
    amount: 27.2,
    currency: 'AUD',
    expires_at: null,
  })
  stripe.readers.pay(reader.id)
  assert.deepEqual([(await look(orderId)).status, (await look(orderId)).status], ['paid', 'paid'])
  const sold = await order(orderId)
  assert.deepEqual(
    [sold.order_status, sold.payment_method, sold.sales_channel, sold.tickets.length],
    ['confirmed', 'card_reader', 'boxoffice', 1],
  )
  const till = await house.call('POST', `/v1/manage/tills/${opened.body.till_id}/close`, { key, body: { counted: 0 } })
  assert.deepEqual(
    [till.body.takings, till.body.cash],
    [[{ payment_method: 'card_reader', orders: 1, amount: 27.2 }], 0],
  )
  house.clock.advance(1000)
  const takings = await house.call('GET', '/v1/manage/takings', { key })
  const byReader = takings.body.data.filter((row: { payment_method: string }) => row.payment_method === 'card_reader')
  assert.deepEqual(
    byReader.map(({ payments, paid }: { payments: number; paid: number }) => [payments, paid]),
    [[1, 27.2]],
  )

  const refund = await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key, body: {} })
  assert.equal(refund.status, 201, refund.text)
  assert.equal(stripe.refunds.refunded(intent.id), 2720)
  const now = unixSeconds(house.clock())
  for (const kind of ['payments', 'refunds']) {
    const window = `kind=${kind}&unix_start=${now - 86_400}&unix_end=${now + 60}`
    const { body } = await house.call('GET', `/v1/manage/reconciliation?${window}`, { key })
    assert.deepEqual([body.comparison, body.matched, body.differences], ['complete', 1, []])
  }
})

test('pressed twice, or sent again because the answer was lost: one order, one payment, once on the reader', async () => {
  const reader = newReader()
  const before = stripe.intents.all.size
  const both = await Promise.all([sell(saleOn(reader.id), 'counter-1'), sell(saleOn(reader.id), 'counter-1')])
  for (const { status, body } of both)
    assert.ok(status === 201 || body.error?.code === 'idempotency_key_in_use', `${status} ${body.error?.code}`)
  const again = await sell(saleOn(reader.id), 'counter-1')
  assert.deepEqual([again.status, again.body.order_status], [201, 'pending'])
  // As a crash before the answer was stored would have left it.
  const forgetAnswer = () => sql`
    update idempotency_keys
    set response_status = null, response_sealed = null
    where org_id = ${club.orgId}
      and idempotency_key = 'counter-1'`
  const isTheSame = async () => {
    await forgetAnswer()
    const { status, body } = await sell(saleOn(reader.id), 'counter-1')
    assert.deepEqual([status, body.order_id], [201, again.body.order_id])
    assert.deepEqual([stripe.intents.all.size - before, sentTo(reader)], [1, 1])
  }
  await isTheSame()
  stripe.readers.decline(reader.id)
  assert.equal((await look(again.body.order_id)).status, 'declined')
  await isTheSame()
})

test('declined: the places stay held, and another card pays the same order, with all that was told of it', async () => {
  const named = await addOffer(house, club)
  await sql`
    update events
    set holder_names = 'required'
    where org_id = ${club.orgId}
      and event_id = ${named.eventId}`
  const { reader, orderId, intent } = await waiting({
    items: [{ price_id: named.priceId, quantity: 2 }],
    customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' },
    holders: [{ ticket_name: 'Ada Okafor' }, { ticket_name: 'Ben Okafor' }],
  })
  // A tap that the bank turns down the reader lets the fan put right.
  stripe.readers.decline(reader.id, { isLast: false })
  assert.equal((await look(orderId)).status, 'waiting')
  stripe.readers.decline(reader.id)
  const declined = await look(orderId)
  assert.deepEqual([declined.status, declined.decline_code], ['declined', 'generic_decline'])
  assert.ok(declined.expires_at > unixSeconds(house.clock()))
  assert.deepEqual([intent.status, (await poolOf(house, club, named.priceCategoryId)).held], ['canceled', 2])

  assert.equal((await sendAgain(orderId, reader.id)).body.status, 'waiting')
  assert.equal((await sendAgain(orderId, reader.id)).body.status, 'waiting')
  assert.equal(sentTo(reader), 2, 'once for each card')
  stripe.readers.pay(reader.id)
  assert.equal((await look(orderId)).status, 'paid')
  const sold = await order(orderId)
  assert.deepEqual(
    [sold.email_address, sold.tickets.map(({ ticket_name }: { ticket_name: string }) => ticket_name)],
    ['ada@example.org', ['Ada Okafor', 'Ben Okafor']],
  )
  assert.equal((await sendAgain(orderId, reader.id)).status, 409, 'what is paid is not paid again')
})

test('a reader that is offline or busy takes nothing: no card can be charged, and another reader does it', async () => {
  const away = newReader({ status: 'offline' })
  const { body } = await sell(saleOn(away.id))
  assert.deepEqual(
    [(await look(body.order_id)).status, (await look(body.order_id)).decline_code],
    ['declined', 'reader_offline'],
  )
  assert.equal(lastIntent()?.status, 'canceled')
  const busy = newReader()
  stripe.readers.authorise(busy.id)
  const next = await sendAgain(body.order_id, busy.id)
  assert.deepEqual([next.body.status, next.body.decline_code], ['declined', 'reader_busy'])
  const good = newReader()
  assert.equal((await sendAgain(body.order_id, good.id)).body.status, 'waiting')
  stripe.readers.pay(good.id)
  assert.equal((await look(body.order_id)).status, 'paid')
})

test('cancelled by staff: off the screen, never to be paid, and the places are free', async () => {
  const before = await held()
  const { reader, orderId, intent } = await waiting()
  const cancelled = await cancel(orderId)
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
  assert.deepEqual([intent.status, stripe.readers.all.get(reader.id)?.action, await held()], ['canceled', null, before])
  assert.deepEqual([(await cancel(orderId)).body.status, (await order(orderId)).order_status], ['cancelled', 'expired'])
  assert.equal((await sendAgain(orderId, reader.id)).body.error?.code, 'basket_expired')
})

test('a drawer is counted while a card is on a reader, and a sale that staff cancelled needs no attention', async () => {
  const opened = await house.call('POST', '/v1/manage/tills', { key, body: { name: 'Window 2', float: 10 } })
  const { orderId } = await waiting({ till_id: opened.body.till_id })
  const path = `/v1/manage/tills/${opened.body.till_id}/close`
  const closed = await house.call('POST', path, { key, body: { counted: 10 } })
  assert.deepEqual([closed.status, closed.body.difference], [200, 0], closed.text)
  await cancel(orderId)
  const { body } = await house.call('GET', '/v1/manage/attention', { key })
  assert.equal(JSON.stringify(body).includes(`"order_id":${orderId},`), false)
})

test('cancelled too late: the card was quicker, and the tickets are sold', async () => {
  const { reader, orderId } = await waiting()
  stripe.readers.pay(reader.id)
  assert.equal((await cancel(orderId)).body.status, 'paid')
  assert.equal((await order(orderId)).order_status, 'confirmed')
})

test('Stripe’s own message confirms it at once', async () => {
  const { reader, orderId, intent } = await waiting()
  stripe.readers.pay(reader.id)
  await tell({ type: 'payment_intent.succeeded', object: intent })
  assert.equal((await order(orderId)).order_status, 'confirmed')
})

test('a fan cannot send anything to a reader, and an order that never was on one has no such payment', async () => {
  const reader = newReader()
  const basket = await shop.fill(offer.priceId, 1)
  const { status, body } = await shop.checkOut(basket, { payment_method: reader.id })
  assert.deepEqual([status, body.error?.code, sentTo(reader)], [402, 'payment_method_invalid', 0])
  const cash = await sell({ items: [{ price_id: offer.priceId }], payment_method: 'cash' })
  for (const answer of [
    await house.call('GET', `/v1/manage/orders/${cash.body.order_id}/reader_payment`, { key }),
    await sendAgain(cash.body.order_id, reader.id),
    await cancel(cash.body.order_id),
  ])
    assert.deepEqual([answer.status, answer.body.error?.code], [404, 'resource_missing'])
})
