import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrderOf, sellPlaces } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const fan = await addFan(house, club)
const get = (path: string, { headers }: { headers: Record<string, string> } = fan, tenant: Tenant = club) =>
  house.call('GET', `/v1/sso${path}`, { key: tenant.key, headers })
const changeOrder = (orderId: number, columns: object) =>
  house.sql`update orders set ${house.sql(columns as { order_status: string })} where org_id = ${club.orgId} and order_id = ${orderId}`

test('an order has the fields that were described, no more: ids as text, times in the event’s zone', async () => {
  const someone = await addFan(house, club)
  const orderId = await addOrderOf(house, club, someone.userId)
  await changeOrder(orderId, {
    created_at: new Date('2030-01-15T02:03:04.567Z'),
    service_fee_minor: 250,
    transaction_fee_minor: 100,
    total_minor: 5350,
  })
  const [order] = await house.sql`select event_id from orders where org_id = ${club.orgId} and order_id = ${orderId}`
  assert.deepEqual((await get('/orders', someone)).body, {
    object: 'sso_orders',
    data: [
      {
        order_id: String(orderId),
        order_date: '2030-01-15T13:03:04+11:00',
        total: 53.5,
        event_id: String(order?.event_id),
        event_title: 'Derby',
        event_start: '2060-03-16T19:30:00+11:00',
      },
    ],
  })
})

test('confirmed orders only, newest event first', async () => {
  const days = ['2060-05-01', '2060-07-01', '2060-06-01']
  const ids: number[] = []
  for (const day of days) {
    const id = await addOrderOf(house, club, fan.userId)
    await house.sql`
      update events e
      set starts_at = ${new Date(day)}
      from orders o
      where e.org_id = ${club.orgId} and o.org_id = e.org_id and o.event_id = e.event_id and o.order_id = ${id}`
    ids.push(id)
  }
  const states = ['pending', 'cancelled', 'refunded', 'expired']
  for (const order_status of states) await changeOrder(await addOrderOf(house, club, fan.userId), { order_status })
  const { body } = await get('/orders')
  assert.deepEqual(
    body.data.map(({ order_id }: { order_id: string }) => Number(order_id)),
    [ids[1], ids[2], ids[0]],
  )
})

test('a ticket has the fields that were described, no more; active ones only, in the order of the seats', async () => {
  const someone = await addFan(house, club)
  const map = await addRow(house, club, 'seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = async (title: string, order_by: number) =>
    addRow(house, club, 'seat_sections', 'seat_section_id', { seat_map_id: map, title, order_by })
  const sections = [await section('West', 2), await section('East', 1)]
  const seat = (at: number, row_position: number, seat_position: number) =>
    addRow(house, club, 'seats', 'seat_id', {
      seat_map_id: map,
      seat_section_id: sections[at] ?? 0,
      seat_row: `R${row_position}`,
      seat_title: String(seat_position),
      seat_aisle: 'Aisle 4',
      row_position,
      seat_position,
    })
  const inOrder = [await seat(1, 0, 10), await seat(1, 1, 2), await seat(1, 1, 9), await seat(0, 0, 1)]
  const { eventId: event, priceId } = await addOffer(house, club, { event: { seat_map_id: map } })
  const orderId = await sellPlaces(house, club, priceId, 6, { userId: someone.userId })
  const tickets = await house.sql<{ ticket_id: number }[]>`
    select ticket_id from tickets where org_id = ${club.orgId} and event_id = ${event} order by ticket_id`
  const seats = [inOrder[2], inOrder[0], inOrder[3], inOrder[1]]
  for (const [n, ticket] of tickets.entries()) {
    await house.sql`
      update tickets
      set seat_id = ${seats[n] ?? null}, ticket_status_id = ${n < 4 ? 1 : n - 2}, service_fee_minor = 150, service_tax_minor = 15,
        ticket_name = ${`Guest ${n}`}
      where org_id = ${club.orgId} and ticket_id = ${ticket.ticket_id}`
  }
  const { body } = await get(`/orders/${orderId}/tickets`, someone)
  const expected = [1, 3, 0, 2].map((n) => tickets[n]?.ticket_id)
  assert.deepEqual(
    body.data.map(({ ticket_id }: { ticket_id: number }) => ticket_id),
    expected,
  )
  const { barcode, ...first } = body.data[0]
  assert.ok(barcode.length > 0)
  assert.deepEqual(first, {
    ticket_id: expected[0],
    ticket_status_id: 1,
    price: 25,
    fees: 1.65,
    price_title: 'Adult',
    ticket_name: 'Guest 1',
    section_label: 'East',
    sub_section_title: null,
    seat_level: null,
    seat_aisle: 'Aisle 4',
    seat_row: 'R0',
    seat_title: '10',
  })
})

test('a ticket that was transferred is no longer the buyer’s to see, also after it is issued again', async () => {
  const someone = await addFan(house, club)
  const orderId = await addOrderOf(house, club, someone.userId)
  const shown = async () =>
    (await get(`/orders/${orderId}/tickets`, someone)).body.data.map((one: { ticket_id: number }) => one.ticket_id)
  const [first, second] = await shown()
  const manage = (id: number, action: string, body?: object) =>
    house.call('POST', `/v1/manage/tickets/${id}/${action}`, { key: club.key, ...(body ? { body } : {}) })
  const { body: anew } = await manage(first, 'reissue')
  assert.deepEqual(await shown(), [second, anew.ticket_id])
  const holder = { ticket_name: 'Cy', email_address: 'cy@example.org' }
  const { body: moved } = await manage(second, 'transfer', holder)
  assert.deepEqual(await shown(), [anew.ticket_id])
  assert.equal((await manage(moved.ticket_id, 'reissue')).status, 200)
  assert.deepEqual(await shown(), [anew.ticket_id])
})

test('an order is found by its UUID too; what is not the fan’s, not confirmed or no id at all has no tickets', async () => {
  const stranger = await addFan(house, club)
  const mine = await addOrderOf(house, club, fan.userId)
  const theirs = await addOrderOf(house, club, stranger.userId)
  const pending = await addOrderOf(house, club, fan.userId)
  await changeOrder(pending, { order_status: 'pending' })
  const [row] = await house.sql`select order_uuid from orders where org_id = ${club.orgId} and order_id = ${mine}`
  assert.equal((await get(`/orders/${row?.order_uuid}/tickets`)).body.data.length, 2)
  assert.equal((await get(`/orders/${String(row?.order_uuid).toUpperCase()}/tickets`)).body.data.length, 2)
  const malformed = ['9'.repeat(30), 'abc', '-1', 'x'.repeat(65), '9'.repeat(500), '%20', 'a%2Fb', '%C3%A9']
  const nothing = [theirs, pending, 0, 999_999_999, crypto.randomUUID(), ...malformed]
  for (const order of nothing) {
    const { status, body } = await get(`/orders/${order}/tickets`)
    assert.deepEqual([status, body], [200, { object: 'sso_tickets', data: [] }], String(order))
  }
})

test('the same fan at another organisation is not linked there', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  await addFan(house, other)
  assert.equal((await get('/orders', fan, other)).status, 403)
})
