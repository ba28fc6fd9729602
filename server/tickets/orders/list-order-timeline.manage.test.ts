import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const offer = await addOffer(house, club)
const desk = await addStaff(house, club, { role: 'box_office' })
const reader = await addStaff(house, club, { role: 'reader' })

type Entry = {
  entry_id: string
  type: string
  actor_name: string | null
  detail: string | null
  amount: number | null
  changes: { field: string; from: string | null; to: string | null }[]
}
const timeline = async (orderId: number, query = '') =>
  (await house.call('GET', `/v1/manage/orders/${orderId}/timeline${query}`, { key: club.key })).body
const note = (orderId: number, text: string, headers = desk.headers) =>
  house.call('POST', `/v1/manage/orders/${orderId}/notes`, { headers, body: { note: text } })
const ordersFor = async (query: string) =>
  (await house.call('GET', `/v1/manage/orders?${query}`, { key: club.key })).body.data.map(
    ({ order_id }: { order_id: number }) => order_id,
  )

/** Bought by card, after one that was declined. */
async function buy(customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }) {
  const basket = await shop.fill(offer.priceId, 1)
  await shop.checkOut(basket, { payment_method: 'pm_test_declined', customer })
  const { body } = await shop.checkOut(basket, { customer })
  return { orderId: Number(body.order_id), ticketId: Number(body.tickets[0].ticket_id) }
}

test('an order tells its story: payments, changes by whom, notes; newest first', async () => {
  const { orderId, ticketId } = await buy()
  house.clock.advance(60_000)
  const renamed = { headers: desk.headers, body: { ticket_name: 'Grace Hopper' } }
  assert.equal((await house.call('PATCH', `/v1/manage/tickets/${ticketId}`, renamed)).status, 200)
  house.clock.advance(60_000)
  assert.equal((await note(orderId, 'Collects at the gate.')).status, 201)
  const { data } = await timeline(orderId)
  const [first, second] = data as Entry[]
  assert.deepEqual([first?.type, first?.detail, first?.actor_name], ['note', 'Collects at the gate.', 'Sam Staff'])
  assert.deepEqual([second?.type, second?.actor_name], ['ticket.changed', 'Sam Staff'])
  assert.deepEqual(second?.changes, [{ field: 'ticket_name', from: null, to: null }])
  const types = (data as Entry[]).map(({ type }) => type)
  for (const type of ['order.created', 'order.confirmed', 'payment.failed', 'payment.succeeded', 'mail.pending'])
    assert.ok(types.includes(type), `${type} in ${types.join(' ')}`)
  const paid = (data as Entry[]).find(({ type }) => type === 'payment.succeeded')
  assert.deepEqual([paid?.detail, paid?.amount], ['4242', 27.2])
})

test('its pages neither skip nor repeat an entry', async () => {
  const { orderId } = await buy()
  for (const text of ['one', 'two', 'three']) await note(orderId, text)
  const all = (await timeline(orderId)).data.map(({ entry_id }: Entry) => entry_id)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const page = await timeline(orderId, `?limit=2${cursor}`)
    seen.push(...page.data.map(({ entry_id }: Entry) => entry_id))
    if (!page.has_more) break
    cursor = `&cursor=${page.next_cursor}`
  }
  assert.deepEqual(seen, all)
  assert.equal(new Set(seen).size, seen.length)
})

test('who only reads writes no note, and another organisation sees neither order nor note', async () => {
  const { orderId } = await buy()
  assert.equal((await note(orderId, 'x', reader.headers)).status, 403)
  const other = await house.organisation({ name: 'Other Club' })
  const path = `/v1/manage/orders/${orderId}`
  assert.equal((await house.call('GET', `${path}/timeline`, { key: other.key })).status, 404)
  assert.equal((await house.call('POST', `${path}/notes`, { key: other.key, body: { note: 'x' } })).status, 404)
})

test('a note goes when the buyer is erased', async () => {
  const { orderId } = await buy({ email: 'erased@example.org', first_name: 'E', last_name: 'F' })
  await note(orderId, 'Works at the bakery.')
  const { body } = await house.call('GET', '/v1/customers?search=erased@example.org', { key: club.key })
  const path = `/v1/manage/customers/${body.data[0].org_customer_id}/erase`
  assert.equal((await house.call('POST', path, { key: club.key })).status, 200)
  const { data } = await timeline(orderId)
  assert.deepEqual(
    data.filter(({ type }: Entry) => type === 'note'),
    [],
  )
})

test('an order is found by the last four digits of its card, by its seat, by channel, state and time', async () => {
  const { orderId } = await buy()
  assert.ok((await ordersFor('search=4242')).includes(orderId))
  assert.deepEqual(await ordersFor('search=4343'), [])
  const map = await addSeatMap(house, club, { rows: 6, seats: 12 })
  const seated = await addSeatedOffer(house, club, map)
  const sale = { items: [{ price_id: seated.priceId, seat_ids: [map.seatIds[1]] }], payment_method: 'cash' }
  const sold = await house.call('POST', '/v1/manage/orders', { headers: desk.headers, body: sale })
  assert.equal(sold.status, 201, sold.text)
  assert.deepEqual(await ordersFor(`search=${encodeURIComponent('Row A seat 2')}`), [sold.body.order_id])
  assert.deepEqual(await ordersFor('sales_channel=boxoffice'), [sold.body.order_id])
  assert.ok(!(await ordersFor('sales_channel=online')).includes(sold.body.order_id))
  const now = Math.floor(house.clock().getTime() / 1000)
  assert.ok((await ordersFor(`unix_start=${now - 3600}`)).includes(orderId))
  assert.deepEqual(await ordersFor(`unix_end=${now - 90_000}`), [])
  const basket = await shop.fill(offer.priceId, 1)
  const waiting = await shop.checkOut(basket, { payment_method: 'pm_test_requires_action' })
  assert.deepEqual(await ordersFor('order_status=pending'), [waiting.body.order_id])
  assert.deepEqual(await ordersFor('order_status=expired'), [])
})
