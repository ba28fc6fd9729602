import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { qrSvg } from '../tickets/qr-code.ts'
import { formatFor } from './retrieve-ticket-qr.ts'

const house = await openHouse()
const club = await house.organisation()
const offer = await addOffer(house, club)
const { orderId, ticketId, barcode } = await addOrder(house, club, offer)

const read = (query = '', headers = {}) =>
  house.call('GET', `/v1/orders/${orderId}/tickets/${ticketId}/qr${query}`, { key: club.key, headers })

test('a ticket’s barcode is a QR code in SVG', async () => {
  const { status, headers, text } = await read()
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'image/svg+xml')
  assert.equal(text, await qrSvg(barcode))
  assert.match(text, /^<svg [^>]*viewBox="0 0 \d+ \d+"/)
})

test('and in PNG, by the query or by Accept', async () => {
  const url = `/v1/orders/${orderId}/tickets/${ticketId}/qr`
  for (const [query, headers] of [
    ['?format=png', {}],
    ['', { accept: 'image/png' }],
  ] as const) {
    const response = await house.app.inject({
      url: `${url}${query}`,
      headers: { authorization: `Bearer ${club.key}`, ...headers },
    })
    assert.equal(response.headers['content-type'], 'image/png')
    assert.deepEqual([...response.rawPayload.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47])
  }
})

test('the query wins over Accept, and a browser gets SVG', () => {
  assert.equal(formatFor(undefined), 'svg')
  assert.equal(formatFor('image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'), 'svg')
  assert.equal(formatFor('image/png'), 'png')
  assert.equal(formatFor('text/html'), 'svg')
})

test('the order may be named by its UUID', async () => {
  const { body } = await house.call('GET', `/v1/orders/${orderId}`, { key: club.key })
  const path = `/v1/orders/${body.order_uuid}/tickets/${ticketId}/qr`
  assert.equal((await house.call('GET', path, { key: club.key })).status, 200)
})

test('a ticket of another order is not found under this one', async () => {
  const other = await addOrder(house, club, offer)
  const { status } = await house.call('GET', `/v1/orders/${orderId}/tickets/${other.ticketId}/qr`, { key: club.key })
  assert.equal(status, 404)
})

test('a ticket that is not active has no QR code', async () => {
  const { orderId: order, ticketId: ticket } = await addOrder(house, club, offer)
  await house.sql`
    update tickets
    set ticket_status_id = 2
    where org_id = ${club.orgId}
      and ticket_id = ${ticket}`
  const { status, body } = await house.call('GET', `/v1/orders/${order}/tickets/${ticket}/qr`, { key: club.key })
  assert.deepEqual([status, body.error?.code], [409, 'state_conflict'])
})
