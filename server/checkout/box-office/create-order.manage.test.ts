import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer, addSeatedOffer, poolOf } from '../../../tests/builders/prices.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { readTicketCode } from '../../tickets/tickets/ticket-code.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const ada = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }

const sell = (body: object, headers: Record<string, string> = {}) =>
  house.call('POST', '/v1/manage/orders', { key: club.key, body: { payment_method: 'cash', ...body }, headers })
const refused = ({ status, body }: Awaited<ReturnType<typeof sell>>) => [status, body.error?.code, body.error?.param]

test('a sale at the desk is a confirmed order with signed tickets, paid by hand', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const { status, body } = await sell({ items: [{ price_id: priceId, quantity: 2 }], customer: ada })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.order_status, body.sales_channel, body.payment_method, body.total, body.email_address],
    ['confirmed', 'boxoffice', 'cash', 54.4, 'ada@example.org'],
  )
  assert.equal(body.tickets.length, 2)
  for (const ticket of body.tickets) assert.equal(readTicketCode(ticket.barcode)?.ticketId, ticket.ticket_id)
  assert.deepEqual(await poolOf(house, club, priceCategoryId), { capacity: 10, sold: 2, held: 0, tickets: 2, holds: 0 })
  const payments = await sql`
    select provider, payment_status, amount_minor, payment_method
    from payments
    where org_id = ${club.orgId}
      and order_id = ${body.order_id}`
  assert.deepEqual(
    [...payments],
    [{ provider: 'manual', payment_status: 'succeeded', amount_minor: 5440, payment_method: 'cash' }],
  )
  const messages = await messagesOf(house, club)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['order.created', 'customer.created', 'order.completed', 'ticket.issued', 'ticket.issued'],
  )
})

test('a fan who pays at the desk need not say who they are', async () => {
  const { priceId } = await addOffer(house, club)
  const { status, body } = await sell({ items: [{ price_id: priceId }], payment_method: 'invoice' })
  assert.deepEqual(
    [status, body.user_id, body.payment_method, body.tickets[0].ticket_name],
    [201, null, 'invoice', null],
  )
})

test('prices of two pools are sold together or not at all', async () => {
  const { eventId, priceId, priceCategoryId } = await addOffer(house, club, { capacity: 3 })
  const { priceId: second } = await addOffer(house, club, { eventId, capacity: 1 })
  const items = [
    { price_id: second, quantity: 2 },
    { price_id: priceId, quantity: 1 },
  ]
  const short = await sell({ items })
  assert.deepEqual([short.status, short.body.error?.code, short.body.error?.available], [409, 'sold_out', 1])
  assert.deepEqual(await poolOf(house, club, priceCategoryId), { capacity: 3, sold: 0, held: 0, tickets: 0, holds: 0 })
  const { status, body } = await sell({ items: [{ price_id: second }, { price_id: priceId, quantity: 3 }] })
  assert.deepEqual([status, body.tickets.length], [201, 4])
})

test('a price that the box office does not sell, or that only it sells', async () => {
  const { priceId } = await addOffer(house, club, { price: { show_boxoffice: false } })
  assert.deepEqual(refused(await sell({ items: [{ price_id: priceId }] })), [
    409,
    'price_unavailable',
    'items[0][price_id]',
  ])
  const desk = await addOffer(house, club, { price: { show_online: false } })
  assert.equal((await sell({ items: [{ price_id: desk.priceId }] })).status, 201)
  const shop = shopOf(house, club)
  const { body: basket } = await shop.open()
  assert.equal((await shop.add(basket.id, { price_id: desk.priceId })).body.error?.code, 'price_unavailable')
})

test('the rules of a basket hold: one event, the window of the sale, members only', async () => {
  const first = await addOffer(house, club)
  const second = await addOffer(house, club)
  const items = [{ price_id: first.priceId }, { price_id: second.priceId }]
  assert.equal((await sell({ items })).body.error?.code, 'basket_event_mismatch')
  const over = await addOffer(house, club, { price: { available_until: new Date(0) } })
  assert.equal((await sell({ items: [{ price_id: over.priceId }] })).body.error?.code, 'price_unavailable')
  const typeId = await addMembershipType(house, club)
  const members = await addOffer(house, club, { price: { membership_type_id: typeId } })
  for (const customer of [undefined, ada]) {
    const answer = await sell({ items: [{ price_id: members.priceId }], ...(customer ? { customer } : {}) })
    assert.deepEqual(refused(answer), [403, 'member_proof_required', undefined])
  }
  const pool = await poolOf(house, club, members.priceCategoryId)
  assert.deepEqual([pool.held, pool.holds], [0, 0], 'what was held for the refused sale is free at once')
})

test('the box office says which member buys, and the member’s own limit holds there too', async () => {
  const { offer, member } = await openMemberSale(house, club)
  const { memberId } = await member()
  const items = [{ price_id: offer.priceId }]
  const sold = await sell({ items, membership_member_id: memberId })
  assert.deepEqual([sold.status, sold.body.order_status], [201, 'confirmed'], sold.text)
  const again = await sell({ items, membership_member_id: memberId })
  assert.deepEqual(refused(again).slice(0, 2), [409, 'member_limit_reached'])
  const unknown = await sell({ items, membership_member_id: NOTHING })
  assert.deepEqual(refused(unknown), [404, 'resource_missing', 'membership_member_id'])
})

test('free is for what costs nothing', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const costs = await sell({ items: [{ price_id: priceId }], payment_method: 'free' })
  assert.deepEqual(refused(costs), [409, 'state_conflict', 'payment_method'])
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  const gift = await addOffer(house, club, {
    price: { price_minor: 1000, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 },
  })
  await addDiscount(house, club, { code: 'GUEST', basis_points: 10_000 })
  const { status, body } = await sell({
    items: [{ price_id: gift.priceId }],
    payment_method: 'free',
    discount_code: 'guest',
  })
  assert.deepEqual([status, body.total, body.discount_amount, body.payment_method], [201, 0, 10, 'free'])
})

test('a sale that is repeated with its key is one sale, also when both are sent at once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const body = { items: [{ price_id: priceId, quantity: 2 }], customer: ada }
  const headers = { 'idempotency-key': 'desk-1' }
  const first = await sell(body, headers)
  const again = await sell(body, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
  const together = await Promise.all(Array.from({ length: 4 }, () => sell(body, { 'idempotency-key': 'desk-2' })))
  for (const { status, body: answer } of together) {
    assert.ok(status === 201 || answer.error?.code === 'idempotency_key_in_use', JSON.stringify(answer))
  }
  assert.equal((await poolOf(house, club, priceCategoryId)).sold, 4)
})

test('a sale that was cut off after its order was written is completed by its repetition', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const body = { items: [{ price_id: priceId, quantity: 3 }] }
  const headers = { 'idempotency-key': 'desk-3' }
  const { status } = await sell(body, headers)
  assert.equal(status, 201)
  // As a crash before the answer was stored would have left it.
  await sql`
    delete from idempotency_keys
    where org_id = ${club.orgId}
      and idempotency_key = 'desk-3'`
  const again = await sell(body, headers)
  assert.deepEqual([again.status, again.body.tickets.length], [201, 3])
  assert.equal((await poolOf(house, club, priceCategoryId)).sold, 3)
})

test('a sale that was cut off before there was an order is made anew by its repetition', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 4 })
  const body = { items: [{ price_id: priceId, quantity: 3 }], payment_method: 'free' }
  const headers = { 'idempotency-key': 'desk-4' }
  const forget = () => sql`
    delete from idempotency_keys
    where org_id = ${club.orgId}
      and idempotency_key = 'desk-4'`
  assert.equal((await sell(body, headers)).body.error?.code, 'state_conflict')
  await forget()
  await sql`
    update prices
    set price_minor = 0, service_fee_minor = 0, service_tax_minor = 0, rebate_minor = 0
    where org_id = ${club.orgId}
      and price_id = ${priceId}`
  for (const _ of [1, 2]) {
    assert.equal((await sell(body, headers)).status, 201)
    await forget()
  }
  assert.equal((await poolOf(house, club, priceCategoryId)).sold, 3)
})

test('seats are sold by name or as neighbours, and never twice', async () => {
  const map = await addSeatMap(house, club, { seats: 5 })
  const { priceId } = await addSeatedOffer(house, club, map)
  const seat_ids = map.seatIds.slice(0, 2)
  const first = await sell({ items: [{ price_id: priceId, quantity: 2, seat_ids }] })
  assert.deepEqual(first.body.tickets.map((ticket: { seat_id: number }) => ticket.seat_id).sort(), seat_ids)
  const taken = await sell({ items: [{ price_id: priceId, quantity: 2, seat_ids }] })
  assert.deepEqual(refused(taken), [409, 'seat_taken', 'items[0][seat_ids]'])
  const best = await sell({ items: [{ price_id: priceId, quantity: 2, best_available: true }] })
  assert.equal(best.status, 201, best.text)
  assert.equal((await sell({ items: [{ price_id: priceId }] })).body.error?.param, 'items[0][seat_ids]')
})

test('desk and shop together sell each place once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 10 })
  const shop = shopOf(house, club)
  const baskets = await Promise.all(Array.from({ length: 12 }, async () => (await shop.open()).body))
  const online = async (n: number) => {
    const basket = baskets[n] ?? { id: '' }
    const added = await shop.add(basket.id, { price_id: priceId })
    return added.status === 201 ? (await shop.checkOut(basket.id)).status : added.status
  }
  const desk = async () => (await sell({ items: [{ price_id: priceId }], customer: ada })).status
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, n) => (n % 2 ? desk() : online(n / 2))))
  assert.equal(statuses.filter((status) => status === 200 || status === 201).length, 10)
  assert.equal(statuses.filter((status) => status === 409).length, 14)
  const { sold, held, tickets } = await poolOf(house, club, priceCategoryId)
  assert.deepEqual([sold, held, tickets], [10, 0, 10])
})

test('what the desk sells is in order', async () => {
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a price of another organisation is none', async () => {
  const other = await house.organisation()
  const { priceId } = await addOffer(house, other)
  assert.deepEqual(refused(await sell({ items: [{ price_id: priceId }] })), [
    404,
    'resource_missing',
    'items[0][price_id]',
  ])
})
