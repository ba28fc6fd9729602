import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer, offerColumns } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const offer = await addOffer(house, club)
const { orderId, ticketId, barcode } = await addOrder(house, club, offer)
const [{ order_uuid: uuid } = { order_uuid: '' }] = await house.sql<{ order_uuid: string }[]>`
  select order_uuid
  from orders
  where org_id = ${club.orgId}
    and order_id = ${orderId}`

const retrieve = (id: string | number, key = club.key) => house.call('GET', `/v1/orders/${id}`, { key })

test('an order is found by its id and by its UUID in any case, and is the same', async () => {
  const byId = await retrieve(orderId)
  assert.equal(byId.status, 200)
  assert.equal(byId.body.order_uuid, uuid)
  for (const id of [uuid, uuid.toUpperCase()]) assert.deepEqual((await retrieve(id)).body, byId.body)
})

test('it comes with its tickets, as they are now', async () => {
  const { body } = await retrieve(orderId)
  const [ticket, ...more] = body.tickets
  assert.deepEqual(more, [])
  assert.deepEqual(ticket, {
    ticket_id: ticketId,
    ticket_status_id: 1,
    barcode,
    short_code: ticket.short_code,
    ticket_name: null,
    email_address: null,
    price: 25,
    discount: 0,
    service_fee: 0,
    service_tax: 0,
    fees: 0,
    tax: 0,
    currency: 'AUD',
    price_id: offer.priceId,
    price_title: 'Adult',
    price_category_id: offer.priceCategoryId,
    category_title: 'Stand',
    seat_id: null,
    section_label: null,
    sub_section_title: null,
    seat_level: null,
    seat_aisle: null,
    seat_row: null,
    seat_title: null,
    gate: null,
    entrance: null,
    event_id: String(offer.eventId),
    order_id: orderId,
    replaces_ticket_id: null,
    valid_from_unix: null,
    valid_until_unix: null,
    answers: [],
    created: ticket.created,
    updated_at: ticket.updated_at,
  })
})

test('a ticket that was transferred is there beside the one that took its place, oldest first, on its seat', async () => {
  const newOrder = await addOrder(house, club, offer)
  const { seatId } = await addSeatMap(house, club)
  await house.sql`
    update tickets
    set ticket_status_id = 4
    where org_id = ${club.orgId}
      and ticket_id = ${newOrder.ticketId}`
  const [line] = await house.sql<{ order_line_id: number }[]>`
    select order_line_id
    from order_lines
    where org_id = ${club.orgId}
      and order_id = ${newOrder.orderId}`
  const taken = await addRow(house, club, 'tickets', 'ticket_id', {
    ...offerColumns(offer),
    order_id: newOrder.orderId,
    order_line_id: line?.order_line_id ?? 0,
    price_minor: 1250,
    service_fee_minor: 100,
    service_tax_minor: 10,
    barcode: 'NEW',
    replaces_ticket_id: newOrder.ticketId,
    seat_id: seatId,
    valid_from: new Date('2030-03-16T07:00:00Z'),
  })
  const { body } = await retrieve(newOrder.orderId)
  const [old, fresh] = body.tickets
  assert.deepEqual([old.ticket_id, old.ticket_status_id], [newOrder.ticketId, 4])
  assert.deepEqual([fresh.ticket_id, fresh.replaces_ticket_id, fresh.fees], [taken, newOrder.ticketId, 1.1])
  assert.deepEqual([fresh.section_label, fresh.seat_row, fresh.seat_title, fresh.seat_id], ['North', 'A', '1', seatId])
  assert.equal(fresh.valid_from_unix, Date.UTC(2030, 2, 16, 7) / 1000)
})

test('without a seat, a ticket has the section of its price category', async () => {
  await house.sql`
    update price_categories
    set section_label = 'North Terrace'
    where org_id = ${club.orgId}
      and price_category_id = ${offer.priceCategoryId}`
  assert.equal((await retrieve(orderId)).body.tickets[0].section_label, 'North Terrace')
})

test('what names no order, or another organisation’s, is 404', async () => {
  for (const id of ['999999999', 'abc', '0', '-1', '00000000-0000-4000-8000-000000000000', '1e3', '9'.repeat(36)]) {
    const { status, body } = await retrieve(id)
    assert.deepEqual([status, body.error.code], [404, 'resource_missing'], id)
  }
  for (const id of [orderId, uuid]) assert.equal((await retrieve(id, other.key)).status, 404)
})
