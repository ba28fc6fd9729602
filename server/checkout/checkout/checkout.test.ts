import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

type Refusal = { status: number; text: string; body: { error?: { code?: string } } }
const refused = (answer: Refusal, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error?.code, code)
}

const messagesOf = async (orderId: number) => {
  const rows = await house.sql<{ type: string; data: Record<string, { order_id?: number }> }[]>`
    select type, payload::json -> 'data' as data
    from webhook_messages
    where org_id = ${club.orgId}
    order by message_id`
  return rows.filter(({ data }) => (data.order ?? data.ticket)?.order_id === orderId)
}

test('a confirmed order tells of itself, with the fan and the tickets, in one go', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 2)
  const customer = { ...buyer, email: 'New.Fan@example.org', mobile_number: '0400', marketing_emails: true }
  const { body: order } = await shop.checkOut(id, { customer })
  const messages = await messagesOf(order.order_id)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['order.created', 'order.completed', 'ticket.issued', 'ticket.issued'],
  )
  const { fan, order: told } = (messages[1]?.data ?? {}) as Record<string, Record<string, unknown>>
  assert.equal(fan?.email_address, 'New.Fan@example.org')
  assert.equal(fan?.user_id, order.user_id)
  const { status: _status, basket_id: _basket, next_action: _action, order_secret: _secret, ...same } = order
  assert.deepEqual(told, { ...same, tickets_total: 2, tickets_truncated: false })
  const shown = await house.call('GET', `/v1/orders/${order.order_id}`, { key: club.key })
  assert.deepEqual(shown.body, same)
})

test('the customer is found by e-mail address, and nothing about them is changed', async () => {
  const { priceId } = await addOffer(house, club)
  const first = await shop.checkOut(await shop.fill(priceId, 1), { customer: { ...buyer, email: 'one@example.org' } })
  const customer = { email: 'ONE@example.org', first_name: 'Eve', last_name: 'Else', postcode: '3000' }
  const second = await shop.checkOut(await shop.fill(priceId, 1), { customer })
  assert.equal(second.body.user_id, first.body.user_id)
  assert.equal(second.body.first_name, 'Eve')
  const [row] = await house.sql`
    select first_name, postcode
    from customers
    where org_id = ${club.orgId}
      and user_id = ${first.body.user_id}`
  assert.deepEqual({ ...row }, { first_name: 'Ada', postcode: null })
})

test('a declined card leaves the basket open, and the next one pays the same order', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 2)
  const declined = await shop.checkOut(id, { payment_method: 'pm_test_insufficient_funds' })
  refused(declined, 402, 'card_declined')
  assert.equal(declined.body.error.decline_code, 'insufficient_funds')
  const basket = await shop.read(id)
  assert.equal(basket.body.status, 'open')
  assert.deepEqual(basket.body.order.order_status, 'pending')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 2)
  await shop.add(id, { price_id: priceId })
  const paid = await shop.checkOut(id)
  assert.equal(paid.status, 200, paid.text)
  assert.equal(paid.body.order_id, declined.body.error.order_id)
  assert.equal(paid.body.tickets.length, 3)
  const created = (await messagesOf(paid.body.order_id)).filter(({ type }) => type === 'order.created')
  assert.equal(created.length, 1)
})

test('an order whose card was declined expires with its basket, and says so', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 2)
  const declined = await shop.checkOut(id, { payment_method: 'pm_test_declined' })
  house.clock.advance(15 * 60_000)
  await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
  const types = (await messagesOf(declined.body.error.order_id)).map(({ type }) => type)
  assert.deepEqual(types, ['order.created', 'order.expired'])
  assert.equal((await shop.read(id)).body.order.order_status, 'expired')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
})

test('a payment method that is none is told so', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  refused(await shop.checkOut(id, { payment_method: 'pm_nonsense' }), 402, 'payment_method_invalid')
  refused(await shop.checkOut(id, { payment_method: null }), 400, 'parameter_missing')
})

test('3-D Secure leaves the order pending with what to do next, and repeating the checkout finishes it', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const pending = await shop.checkOut(id, { payment_method: 'pm_test_requires_action' })
  assert.equal(pending.status, 200)
  assert.equal(pending.body.status, 'pending')
  assert.equal(pending.body.next_action.type, 'client_secret')
  assert.equal((await shop.read(id)).body.status, 'paying')
  refused(await shop.add(id, { price_id: priceId }), 409, 'basket_already_checked_out')
  refused(await shop.call('DELETE', `/v1/baskets/${id}`), 409, 'basket_already_checked_out')
  house.clock.advance(20 * 60_000)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 1)
  const done = await shop.checkOut(id, { payment_method: 'pm_test_requires_action' })
  assert.equal(done.body.status, 'confirmed', done.text)
  assert.equal(done.body.order_id, pending.body.order_id)
})

test('no answer from the provider leaves the order pending, and asking again settles it', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const pending = await shop.checkOut(id, { payment_method: 'pm_test_timeout_then_paid' })
  assert.equal(pending.status, 200)
  assert.equal(pending.body.status, 'pending')
  assert.equal(pending.body.next_action, null)
  assert.equal((await shop.checkOut(id)).body.status, 'confirmed')
  const unlucky = await shop.fill(priceId, 1)
  await shop.checkOut(unlucky, { payment_method: 'pm_test_timeout_then_failed' })
  refused(await shop.checkOut(unlucky), 402, 'card_declined')
  assert.equal((await shop.checkOut(unlucky)).body.status, 'confirmed')
})

test('a basket is checked out once, however often and at whatever moment one tries', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.checkOut(id)))
  const confirmed = answers.filter(({ status }) => status === 200)
  assert.equal(confirmed.length, 1)
  for (const answer of answers) if (answer.status !== 200) refused(answer, 409, 'basket_already_checked_out')
  const late = await shop.checkOut(id)
  refused(late, 409, 'basket_already_checked_out')
  assert.equal(late.body.error.order_id, confirmed[0]?.body.order_id)
  assert.equal((await poolOf(house, club, priceCategoryId)).tickets, 1)
  const [payments] = await house.sql`
    select count(*)::int as payments from payments where order_id = ${confirmed[0]?.body.order_id}`
  assert.equal(payments?.payments, 1)
})

test('with an Idempotency-Key the checkout gives the first answer again', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const headers = { 'idempotency-key': 'pay-1' }
  const body = { payment_method: 'pm_test_declined' }
  const declined = await shop.checkOut(id, body, headers)
  const again = await shop.checkOut(id, body, headers)
  refused(again, 402, 'card_declined')
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.body.error.order_id, declined.body.error.order_id)
  refused(await shop.checkOut(id, {}, headers), 422, 'idempotency_key_reused')
  const paid = await shop.checkOut(id, {}, { 'idempotency-key': 'pay-2' })
  const replayed = await shop.checkOut(id, {}, { 'idempotency-key': 'pay-2' })
  assert.equal(replayed.status, 200)
  assert.equal(replayed.text, paid.text)
})

test('a pending answer is not kept under the key: the same request finishes the order', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const headers = { 'idempotency-key': 'secure-1' }
  const body = { payment_method: 'pm_test_requires_action' }
  assert.equal((await shop.checkOut(id, body, headers)).body.status, 'pending')
  assert.equal((await shop.checkOut(id, body, headers)).body.status, 'confirmed')
})

test('what costs nothing needs no payment', async () => {
  const { priceId } = await addOffer(house, club, {
    price: { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 },
  })
  const id = await shop.fill(priceId, 2)
  const answer = await shop.checkOut(id, { payment_method: null })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.payment_method, 'free')
  assert.equal(answer.body.tickets.length, 2)
})

test('the last place that is sold tells that the event is sold out, once', async () => {
  const { priceId, eventId } = await addOffer(house, club, { capacity: 3 })
  await Promise.all([1, 2].map(async (quantity) => shop.checkOut(await shop.fill(priceId, quantity))))
  const [told] = await house.sql`
    select count(*)::int as messages
    from webhook_messages
    where type = 'event.sold_out'
      and payload::json -> 'data' -> 'event' ->> 'event_id' = ${String(eventId)}`
  assert.equal(told?.messages, 1)
})

test('another organisation cannot check the basket out', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  const other = await house.organisation()
  refused(await shopOf(house, other).checkOut(id), 404, 'resource_missing')
})
