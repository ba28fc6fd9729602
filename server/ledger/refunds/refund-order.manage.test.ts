import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderState, type Sold, sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const refund = (sold: Sold, body: object = {}, headers: Record<string, string> = {}) =>
  house.call('POST', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key, body, headers })
const list = (sold: Sold, key = club.key) => house.call('GET', `/v1/manage/orders/${sold.orderId}/refunds`, { key })

test('with nothing said, everything goes back: the money, the tickets, and their places', async () => {
  const sold = await sellOrder(house, club, { fee: 150, tax: 15, transactionFee: 300 })
  const { status, body } = await refund(sold, { reason: 'asked for by the customer' })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.refund_status, body.amount, body.currency, body.reason, body.ticket_ids, body.order_id, body.failure_code],
    ['succeeded', 56.3, 'AUD', 'asked for by the customer', sold.ticketIds, sold.orderId, null],
  )
  assert.deepEqual(await orderState(house, club, sold), {
    status: 'refunded',
    refunded: [5630, 5630],
    sold: 0,
    tickets: [3, 3],
    refunds: ['succeeded 5630'],
  })
})

test('by tickets: what was paid for them, fees and tax included; the order stays confirmed', async () => {
  const sold = await sellOrder(house, club, {
    tickets: 3,
    price: 2500,
    discount: 500,
    fee: 150,
    tax: 15,
    transactionFee: 300,
  })
  const { body } = await refund(sold, { ticket_ids: [sold.ticketIds[1]] })
  assert.equal(body.amount, 21.65)
  assert.deepEqual(await orderState(house, club, sold), {
    status: 'confirmed',
    refunded: [2165, 2165],
    sold: 2,
    tickets: [1, 3, 1],
    refunds: ['succeeded 2165'],
  })
})

test('by amount: the tickets stay valid, and with keep_tickets even when it is all of the money', async () => {
  const sold = await sellOrder(house, club)
  await refund(sold, { amount: 12.5 })
  const { body } = await refund(sold, { amount: 37.5, keep_tickets: true })
  assert.equal(body.refund_status, 'succeeded')
  assert.deepEqual(await orderState(house, club, sold), {
    status: 'confirmed',
    refunded: [5000, 5000],
    sold: 2,
    tickets: [1, 1],
    refunds: ['succeeded 1250', 'succeeded 3750'],
  })
})

test('by amount, all that is left: the tickets go back with it', async () => {
  const sold = await sellOrder(house, club)
  await refund(sold, { amount: 12.5 })
  await refund(sold, { amount: 37.5 })
  const state = await orderState(house, club, sold)
  assert.deepEqual([state.status, state.tickets, state.sold], ['refunded', [3, 3], 0])
  const both = await refund(await sellOrder(house, club), { ticket_ids: [1], keep_tickets: true })
  assert.equal(both.body.error?.code, 'parameter_invalid')
})

test('tickets and an amount: those tickets, for that much', async () => {
  const sold = await sellOrder(house, club, { fee: 150 })
  const { body } = await refund(sold, { ticket_ids: sold.ticketIds, amount: 50 })
  assert.equal(body.amount, 50)
  const state = await orderState(house, club, sold)
  assert.deepEqual([state.status, state.tickets, state.refunded], ['confirmed', [3, 3], [5000, 5000]])
  await refund(sold)
  assert.equal((await orderState(house, club, sold)).status, 'refunded', 'the kept fees went back too')
})

test('a price with a limit of its own and a seat get their places back', async () => {
  const offer = await addOffer(house, club)
  await house.sql`
    update prices
    set limit_places = 10
    where org_id = ${club.orgId}
      and price_id = ${offer.priceId}`
  const sold = await sellOrder(house, club, { offer })
  const [ticketId = 0] = sold.ticketIds
  await claimSeat(offer.eventId, ticketId)
  await refund(sold, { ticket_ids: [ticketId] })
  const [price] = await house.sql<{ sold: number; claims: number }[]>`
    select sold, (select count(*) from seat_claims where org_id = ${club.orgId} and ticket_id = ${ticketId}) as claims
    from prices
    where org_id = ${club.orgId}
      and price_id = ${offer.priceId}`
  assert.deepEqual(price && [price.sold, price.claims], [1, 0])
})

async function claimSeat(eventId: number, ticketId: number): Promise<void> {
  const { seatId } = await addSeatMap(house, club)
  await house.sql`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id)
    values (${club.orgId}, ${eventId}, ${seatId}, ${ticketId})`
}

test('ticket.cancelled for each ticket with the request, order.refunded once the money is on its way back', async () => {
  const teller = await house.organisation({ name: 'Teller' })
  const sold = await sellOrder(house, teller)
  await house.call('POST', `/v1/manage/orders/${sold.orderId}/refunds`, { key: teller.key, body: {} })
  const messages = await messagesOf(house, teller)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ticket.cancelled', 'ticket.cancelled', 'order.refunded'],
  )
  assert.deepEqual(
    [messages[0]?.payload.data.ticket.ticket_id, messages[0]?.payload.data.ticket.ticket_status_id],
    [sold.ticketIds[0], 3],
  )
  const { order, refund: told } = messages[2]?.payload.data ?? {}
  assert.deepEqual(
    [order.order_status, order.refunded_amount, order.tickets.length, told.amount, told.refund_status],
    ['refunded', 50, 2, 50, 'succeeded'],
  )
})

test('a refund that the provider turns down has failed: the money can be refunded anew, the tickets stay given back', async () => {
  const sold = await sellOrder(house, club, { method: 'pm_test_refund_fails' })
  const { status, body } = await refund(sold)
  assert.deepEqual([status, body.refund_status, body.failure_code], [201, 'failed', 'expired_or_canceled_card'])
  assert.deepEqual(await orderState(house, club, sold), {
    status: 'cancelled',
    refunded: [0, 0],
    sold: 0,
    tickets: [3, 3],
    refunds: ['failed 5000'],
  })
  assert.equal((await refund(sold, { amount: 50 })).status, 201, 'anew')
})

test('a repeated request with its Idempotency-Key makes one refund and gives the first answer', async () => {
  const sold = await sellOrder(house, club)
  const key = { 'idempotency-key': 'refund-once' }
  const first = await refund(sold, { amount: 5 }, key)
  const again = await refund(sold, { amount: 5 }, key)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
  assert.deepEqual((await orderState(house, club, sold)).refunds, ['succeeded 500'])
})

test('the list has every refund, oldest first', async () => {
  const sold = await sellOrder(house, club, { tickets: 1 })
  await refund(sold, { amount: 5 })
  await refund(sold)
  const { body } = await list(sold)
  assert.deepEqual(
    [body.object, body.has_more, body.data.map(({ amount }: { amount: number }) => amount)],
    ['refunds', false, [5, 20]],
  )
})

test('cash is owed until staff have handed it back', async () => {
  const sold = await sellOrder(house, club, { provider: 'manual', method: 'cash', reference: 'cash_1' })
  const { body } = await refund(sold)
  assert.equal(body.refund_status, 'pending')
  const path = `/v1/manage/debts/${body.debt_id}/record_payment`
  const handed = await house.call('POST', path, { key: club.key, body: { payment_method: 'cash' } })
  assert.deepEqual([handed.status, handed.body.status, handed.body.kind], [200, 'paid', 'cash_refund'])
})

test('an empty reason is none, to refund and to cancel', async () => {
  const sold = await sellOrder(house, club)
  const send = (step: string, form: object) =>
    house.call('POST', `/v1/manage/orders/${sold.orderId}/${step}`, { key: club.key, form })
  const refunded = await send('refunds', { amount: 1, reason: '' })
  assert.deepEqual([refunded.status, refunded.body.reason], [201, null], refunded.text)
  assert.equal((await send('cancel', { reason: '' })).status, 200)
})

test('an order goes by its UUID too', async () => {
  const sold = await sellOrder(house, club)
  const [row] = await house.sql<{ order_uuid: string }[]>`
    select order_uuid
    from orders
    where org_id = ${club.orgId}
      and order_id = ${sold.orderId}`
  const address = `/v1/manage/orders/${row?.order_uuid}/refunds`
  assert.equal((await house.call('POST', address, { key: club.key, body: { amount: 1 } })).status, 201)
})

test('more than is left is refused, and says what is left', async () => {
  const sold = await sellOrder(house, club)
  await refund(sold, { amount: 40 })
  const { status, body } = await refund(sold, { amount: 10.01 })
  assert.deepEqual([status, body.error.code, body.error.refundable_amount], [409, 'state_conflict', 10])
  const byTickets = await refund(sold, { ticket_ids: [sold.ticketIds[0]] })
  assert.equal(byTickets.body.error.refundable_amount, 10)
  assert.deepEqual((await orderState(house, club, sold)).tickets, [1, 1], 'and no ticket was given back')
  await refund(sold, { amount: 10 })
  assert.equal((await refund(sold, { amount: 1 })).body.error.refundable_amount, 0, 'also when it is nothing')
})

const refusals: [sentence: string, body: object, status: number, code: string, param?: string][] = [
  ['an amount finer than the currency', { amount: 1.005 }, 400, 'parameter_invalid', 'amount'],
  ['an amount of nothing', { amount: 0 }, 400, 'parameter_invalid', 'amount'],
  ['an amount below nothing', { amount: -1 }, 400, 'parameter_invalid', 'amount'],
  ['an empty list of tickets', { ticket_ids: [] }, 400, 'parameter_invalid', 'ticket_ids'],
  ['a ticket that is not of this order', { ticket_ids: [1] }, 404, 'resource_missing', 'ticket_ids'],
]

for (const [sentence, body, status, code, param] of refusals) {
  test(`is refused: ${sentence}`, async () => {
    const answer = await refund(await sellOrder(house, club), body)
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.param], [status, code, param])
  })
}

test('a ticket is given back once', async () => {
  const sold = await sellOrder(house, club)
  const body = { ticket_ids: [sold.ticketIds[0]] }
  await refund(sold, body)
  assert.equal((await refund(sold, body)).status, 404)
})

test('nothing to refund: an order that is refunded, one that was free, one that is still being paid', async () => {
  const sold = await sellOrder(house, club)
  await refund(sold)
  assert.equal((await refund(sold)).body.error.message, 'All that was paid has been refunded.')
  assert.equal((await refund(await sellOrder(house, club, { free: true }))).body.error.code, 'state_conflict')
  const paying = await sellOrder(house, club, { free: true, tickets: 1 })
  await house.sql`
    update orders
    set order_status = 'pending', confirmed_at = null
    where org_id = ${club.orgId}
      and order_id = ${paying.orderId}`
  assert.equal((await refund(paying)).body.error.message, 'The order is still being paid.')
})

test('another organisation’s order is not found, to refund or to look at', async () => {
  const sold = await sellOrder(house, other)
  assert.equal((await refund(sold)).status, 404)
  assert.equal((await list(sold)).status, 404)
})
