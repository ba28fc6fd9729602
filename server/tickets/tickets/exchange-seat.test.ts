import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addSeatedOffer, poolOf } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const shop = shopOf(house, club)

const exchange = (ticketId: number, seatId: number | undefined, key = club.key) =>
  house.call('POST', `/v1/manage/tickets/${ticketId}/exchange_seat`, { key, body: { seat_id: seatId } })

/** A row of five, of which the first is sold. */
async function addSold() {
  const map = await addSeatMap(house, club, { seats: 5 })
  const offer = await addSeatedOffer(house, club, map)
  const basket = await shop.open()
  const added = await shop.add(basket.body.id, { price_id: offer.priceId, seat_ids: [map.seatIds[0]] })
  assert.equal(added.status, 201, added.text)
  const { body: order } = await shop.checkOut(basket.body.id)
  return { ...map, ...offer, order, ticketId: Number(order.tickets[0].ticket_id) }
}

const claims = (eventId: number) => sql<{ seat_id: number; ticket_id: number }[]>`
  select seat_id, ticket_id
  from seat_claims
  where org_id = ${club.orgId}
    and event_id = ${eventId}
  order by seat_id`

test('a ticket gets another seat and a new barcode, its old seat is free, and its order tells the story', async () => {
  const { eventId, seatIds, priceId, priceCategoryId, order, ticketId } = await addSold()
  const { status, body, text } = await exchange(ticketId, seatIds[3])
  assert.equal(status, 200, text)
  assert.deepEqual([body.seat_id, body.seat_title, body.replaces_ticket_id], [seatIds[3], '4', ticketId])
  assert.notEqual(body.barcode, order.tickets[0].barcode)
  assert.deepEqual(
    (await claims(eventId)).map((claim) => ({ ...claim })),
    [{ seat_id: seatIds[3], ticket_id: body.ticket_id }],
  )
  const { sold, held } = await poolOf(house, club, priceCategoryId)
  assert.deepEqual([sold, held], [1, 0])
  const timeline = await house.call('GET', `/v1/manage/orders/${order.order_id}/timeline`, { key: club.key })
  assert.ok(timeline.body.data.some(({ type }: { type: string }) => type === 'ticket.exchanged'))
  const mails = await sql<{ kind: string }[]>`
    select kind
    from mails
    where org_id = ${club.orgId}
      and mail_message_id = ${`ticket-${body.ticket_id}-exchanged`}`
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['tickets_resent'],
  )
  const [issued] = await sql<{ payload: string }[]>`
    select payload::text as payload
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'ticket.issued'
    order by message_id desc
    limit 1`
  assert.ok(issued?.payload.includes(body.barcode), 'webhook endpoints have the new barcode')
  // Another buyer takes the old seat now.
  const next = await shop.open()
  assert.equal((await shop.add(next.body.id, { price_id: priceId, seat_ids: [seatIds[0]] })).status, 201)
})

test('a seat that is taken, held or the ticket’s own is refused, and nothing has changed', async () => {
  const { eventId, seatIds, priceId, ticketId } = await addSold()
  const other = await shop.open()
  await shop.add(other.body.id, { price_id: priceId, seat_ids: [seatIds[1]] })
  for (const seatId of [seatIds[0], seatIds[1]]) {
    const { status, body } = await exchange(ticketId, seatId)
    assert.deepEqual([status, body.error.code, body.error.param], [409, 'seat_taken', 'seat_id'])
  }
  assert.deepEqual(
    (await claims(eventId)).map(({ seat_id }) => seat_id),
    seatIds.slice(0, 2),
  )
  const [ticket] = await sql<{ ticket_status_id: number }[]>`
    select ticket_status_id
    from tickets
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  assert.equal(ticket?.ticket_status_id, 1)
})

test('a ticket without a seat has none to exchange', async () => {
  const { seatIds } = await addSold()
  const offer = await addOffer(house, club)
  const basket = await shop.open()
  await shop.add(basket.body.id, { price_id: offer.priceId })
  const { body: order } = await shop.checkOut(basket.body.id)
  const { status, body } = await exchange(Number(order.tickets[0].ticket_id), seatIds[1])
  assert.deepEqual([status, body.error?.code], [409, 'state_conflict'])
})

test('a seat whose hold has expired can be had', async () => {
  const { seatIds, priceId, ticketId } = await addSold()
  const other = await shop.open()
  await shop.add(other.body.id, { price_id: priceId, seat_ids: [seatIds[1]] })
  house.clock.advance(16 * 60_000)
  assert.equal((await exchange(ticketId, seatIds[1])).status, 200)
})

test('a seat of another map, another organisation’s and a ticket that was replaced are refused', async () => {
  const { seatIds, ticketId } = await addSold()
  const elsewhere = await addSeatMap(house, club)
  const { status, body } = await exchange(ticketId, elsewhere.seatIds[0])
  assert.deepEqual([status, body.error.code, body.error.param], [404, 'resource_missing', 'seat_id'])
  const stranger = await house.organisation({ name: 'Other Club' })
  assert.equal((await exchange(ticketId, seatIds[2], stranger.key)).status, 404)
  assert.equal((await exchange(ticketId, seatIds[2])).status, 200)
  assert.equal((await exchange(ticketId, seatIds[3])).body.error.code, 'state_conflict')
})

test('two who want one seat at once: one has it, and the other keeps the one they had', async () => {
  const { eventId, seatIds, priceId, ticketId } = await addSold()
  const basket = await shop.open()
  await shop.add(basket.body.id, { price_id: priceId, seat_ids: [seatIds[1]] })
  const { body: order } = await shop.checkOut(basket.body.id)
  const answers = await Promise.all([
    exchange(ticketId, seatIds[4]),
    exchange(Number(order.tickets[0].ticket_id), seatIds[4]),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const seats = (await claims(eventId)).map(({ seat_id }) => seat_id)
  assert.equal(seats.length, 2)
  assert.ok(seats.includes(seatIds[4] ?? 0))
})
