import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createKey } from '../../access/api-keys/key-store.ts'

const house = await openHouse()
/** Another process over the same database. */
const neighbour = await openHouse({ sql: house.sql, clock: house.clock })
const club = await house.organisation()
const offer = await addOffer(house, club, { capacity: 100 })
const path = `/v1/manage/events/${offer.eventId}/sales/live`

async function watch(key = club.key) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await house.app.inject({ url: path, headers, payloadAsStream: true })
  const stream = response.stream()
  const chunks = stream[Symbol.asyncIterator]()
  let seen = ''
  return {
    headers: response.headers,
    stream,
    /** The next figures, however the stream is cut. */
    async next() {
      for (;;) {
        const frame = /event: figures\ndata: (.*)\n\n/.exec(seen)
        if (frame) {
          seen = seen.slice(frame.index + frame[0].length)
          return JSON.parse(frame[1] ?? '')
        }
        const { value, done } = await chunks.next()
        if (done) return undefined
        seen += String(value)
      }
    },
  }
}

/** A sale at the box office of another process. */
async function sell(quantity: number) {
  const { status, body } = await neighbour.call('POST', '/v1/manage/orders', {
    key: club.key,
    body: {
      items: [{ price_id: offer.priceId, quantity }],
      payment_method: 'cash',
      customer: { first_name: 'Ada', last_name: 'Okafor', email: 'ada@example.com' },
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
}

test('the figures come at once, and again when another process has sold something', async () => {
  const live = await watch()
  assert.equal(live.headers['content-type'], 'text/event-stream')
  const first = await live.next()
  assert.deepEqual([first.orders, first.tickets, first.gross_sales, first.minutes], [0, 0, 0, []])
  assert.deepEqual(first.categories, [
    { price_category_id: offer.priceCategoryId, title: 'Stand', capacity: 100, sold: 0, held: 0, season: 0 },
  ])
  await sell(3)
  let next = await live.next()
  while (next.orders === 0) next = await live.next()
  assert.deepEqual([next.orders, next.tickets, next.today.tickets, next.gross_sales], [1, 3, 3, 81.6])
  assert.equal(next.categories[0].sold, 3)
  assert.equal(next.minutes.length, 1)
  live.stream.destroy()
})

test('a view ends soon after its key is revoked', async () => {
  const { key_id, secret } = await createKey(club.orgId, house.sql, { kind: 'sk', scopes: ['manage'] })
  const revoked = await watch(secret)
  await revoked.next()
  await house.call('POST', `/v1/manage/api_keys/${key_id}/revoke`, { key: club.key })
  while ((await revoked.next()) !== undefined);
})

test('an event that is not there, or another organisation’s, is not found', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  for (const [key, eventId] of [
    [club.key, NOTHING],
    [other.key, offer.eventId],
  ] as const) {
    assert.equal((await house.call('GET', `/v1/manage/events/${eventId}/sales/live`, { key })).status, 404)
  }
})
