import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const manage = (path: string) => house.call('GET', `/v1/manage/${path}`, { key: club.key })

test('event, category and price type stand on every order and ticket: in lists, one by one, in the search and in files', async () => {
  const offer = await addOffer(house, club, { capacity: 50 })
  const { orderId } = await sellOrder(house, club, { offer, tickets: 2 })
  const { body: event } = await manage(`events/${offer.eventId}`)
  const line = { price_title: 'Adult', category_title: 'Stand', membership_type_title: null, quantity: 2, seats: [] }
  const { body: list } = await manage(`orders?event_id=${offer.eventId}`)
  const { body: one } = await manage(`orders/${orderId}`)
  const { body: hits } = await manage(`search?q=${orderId}`)
  for (const order of [list.data[0], one, hits.orders.data[0]]) {
    assert.deepEqual(
      [order.order_id, order.event_title, order.event_start_unix, order.lines],
      [orderId, event.title, event.event_start_unix, [line]],
    )
  }
  const { body: tickets } = await manage(`tickets?order_id=${orderId}`)
  assert.deepEqual(
    tickets.data.map((ticket: { event_title: string; price_title: string }) => [
      ticket.event_title,
      ticket.price_title,
    ]),
    [
      [event.title, 'Adult'],
      [event.title, 'Adult'],
    ],
  )
  const { text: orders } = await manage('exports/orders.csv')
  assert.match(orders, /^order_time,timezone,event_title,contents,/)
  assert.match(orders, new RegExp(`${event.timezone},${event.title},"2 × Adult, Stand",${orderId},`))
  const { text: file } = await manage('exports/tickets.csv')
  assert.match(file, new RegExp(`${event.timezone},${event.title},`))
})

test('orders are narrowed to those with a line of a price', async () => {
  const offer = await addOffer(house, club, { capacity: 50 })
  await sellOrder(house, club, { offer })
  const childId = await addPrice(house, club, offer, { title: 'Child' })
  const child = await sellOrder(house, club, { offer: { ...offer, priceId: childId } })
  const { body } = await manage(`orders?price_id=${childId}`)
  assert.deepEqual(
    body.data.map(({ order_id }: { order_id: number }) => order_id),
    [child.orderId],
  )
  assert.deepEqual((await manage('orders?price_id=999999')).body.data, [])
})
