import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer, addPrice, poolOf } from '../../../tests/builders/prices.ts'
import type { Columns } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { BASKETS_KEPT_MS, purgeBaskets } from './purge-baskets.ts'
import { sweepBaskets } from './sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const shop = shopOf(house, club)
const MINUTE = 60_000

const refused = (answer: { status: number; body: { error?: { code?: string } } }, status: number, code: string) => {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(answer.body.error?.code, code)
}

test('a publishable key can fill a basket, and no other organisation can see it', async () => {
  const key = await house.key(club.orgId, { kind: 'pk' })
  const { priceId } = await addOffer(house, club)
  const fan = shopOf(house, { key })
  const id = await fan.fill(priceId, 1)
  assert.equal((await fan.read(id)).status, 200)
  refused(await shopOf(house, other).read(id), 404, 'resource_missing')
  refused(await shopOf(house, other).add(id, { price_id: priceId }), 404, 'resource_missing')
  refused(await shopOf(house, other).open({ org: String(club.orgId) }), 404, 'resource_missing')
})

test('when too few places are left, the refusal says how many there are', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 3 })
  await shop.fill(priceId, 2)
  const { body: basket } = await shop.open()
  const answer = await shop.add(basket.id, { price_id: priceId, quantity: 2 })
  refused(answer, 409, 'sold_out')
  assert.equal(answer.body.error.available, 1)
  assert.equal((await shop.add(basket.id, { price_id: priceId, quantity: 1 })).status, 201)
})

test('a group price takes a place for each of its tickets', async () => {
  const group = { group_ticket: true, tickets_included: 4, price_minor: 9999 }
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 10, price: group })
  const id = await shop.fill(priceId, 2)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 8)
  const { body: basket } = await shop.open()
  const answer = await shop.add(basket.id, { price_id: priceId, quantity: 1 })
  refused(answer, 409, 'sold_out')
  assert.equal(answer.body.error.available, 0)
  const { body: order } = await shop.checkOut(id)
  assert.equal(order.tickets.length, 8)
  const cents = order.tickets.map((ticket: { price: number }) => Math.round(ticket.price * 100))
  assert.deepEqual(cents, [2500, 2500, 2500, 2499, 2500, 2500, 2500, 2499])
})

test('a limit of a price holds within its pool', async () => {
  const offer = await addOffer(house, club, { capacity: 10, price: { limit_places: 2 } })
  const free = await addPrice(house, club, offer)
  const id = await shop.fill(offer.priceId, 2)
  const { body: basket } = await shop.open()
  refused(await shop.add(basket.id, { price_id: offer.priceId }), 409, 'sold_out')
  assert.equal((await shop.add(basket.id, { price_id: free })).status, 201)
  assert.equal((await shop.checkOut(id)).status, 200)
  const [limited] = await house.sql`select sold, held from prices where price_id = ${offer.priceId}`
  assert.deepEqual({ ...limited }, { sold: 2, held: 0 })
})

test('an expired hold is free at once, before the sweeper runs', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 2 })
  const first = await shop.fill(priceId, 2)
  house.clock.advance(15 * MINUTE)
  assert.equal((await shop.read(first)).body.status, 'expired')
  const second = await shop.fill(priceId, 2)
  refused(await shop.add(first, { price_id: priceId }), 409, 'basket_expired')
  refused(await shop.checkOut(first), 409, 'basket_expired')
  assert.equal((await shop.checkOut(second)).status, 200)
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 2, sold: 2, held: 0, tickets: 2, holds: 0 },
  )
})

test('every change gives the basket fifteen minutes, and sixty from its opening at most', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 100 })
  const opened = await shop.open()
  const expiresAfter = async () => {
    const { body } = await shop.add(opened.body.id, { price_id: priceId })
    return (body.expires_at - opened.body.created) / 60
  }
  assert.equal(await expiresAfter(), 15)
  for (const minutes of [29, 43, 57, 60]) {
    house.clock.advance((minutes === 60 ? 13 : 14) * MINUTE)
    assert.equal(await expiresAfter(), minutes)
  }
  const [holds] = await house.sql`
    select count(*)::int as holds, count(distinct expires_at)::int as times from holds where price_id = ${priceId}`
  assert.deepEqual({ ...holds }, { holds: 5, times: 1 })
  house.clock.advance(5 * MINUTE)
  refused(await shop.add(opened.body.id, { price_id: priceId }), 409, 'basket_expired')
  assert.ok((await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })) >= 1)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
})

test('a change without any field gives a buyer who is slow more time, and changes nothing', async () => {
  const { code } = await addDiscount(house, club)
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  const id = await shop.fill(priceId, 2, { discount_code: code })
  const before = (await shop.read(id)).body
  house.clock.advance(14 * MINUTE)
  const { status, body } = await shop.call('PATCH', `/v1/baskets/${id}`, {})
  assert.equal(status, 200)
  assert.deepEqual(body, { ...before, expires_at: before.expires_at + 14 * 60 })
  house.clock.advance(15 * MINUTE)
  refused(await shop.call('PATCH', `/v1/baskets/${id}`, {}), 409, 'basket_expired')
})

test('a basket is for one event', async () => {
  const one = await addOffer(house, club)
  const two = await addOffer(house, club)
  const id = await shop.fill(one.priceId, 1)
  refused(await shop.add(id, { price_id: two.priceId }), 409, 'basket_event_mismatch')
  const [item] = (await shop.read(id)).body.items
  assert.equal((await shop.call('DELETE', `/v1/baskets/${id}/items/${item.id}`)).body.event_id, null)
  assert.equal((await shop.add(id, { price_id: two.priceId })).status, 201)
  assert.equal((await poolOf(house, club, one.priceCategoryId)).held, 0)
})

test('only what is on sale online at this moment can be added', async () => {
  const now = house.clock().getTime()
  const cases: [string, Columns][] = [
    ['not online', { show_online: false }],
    ['not begun', { available_from: new Date(now + 1000) }],
    ['over', { available_until: new Date(now) }],
    ['inactive', { price_status: 'inactive' }],
  ]
  for (const [label, price] of cases) {
    const { priceId } = await addOffer(house, club, { price })
    const { body } = await shop.open()
    const answer = await shop.add(body.id, { price_id: priceId })
    assert.equal(answer.body.error?.code, 'price_unavailable', label)
  }
  const draft = await addOffer(house, club, { event: { event_status_id: 0 } })
  const { body } = await shop.open()
  refused(await shop.add(body.id, { price_id: draft.priceId }), 409, 'price_unavailable')
  refused(await shop.add(body.id, { price_id: 999_999_999 }), 404, 'resource_missing')
  refused(await shop.add(body.id, { price_id: draft.priceId, quantity: 101 }), 400, 'parameter_invalid')
  refused(await shop.add(body.id, { price_id: draft.priceId, seat_ids: [1] }), 409, 'price_unavailable')
})

test('an event that is cancelled cannot be checked out any more', async () => {
  const { priceId, eventId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  await house.sql`update events set event_status_id = 3, cancelled_at = now() where event_id = ${eventId}`
  refused(await shop.checkOut(id), 409, 'price_unavailable')
})

test('a quantity can be changed both ways, and an item removed', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 5 })
  const id = await shop.fill(priceId, 2)
  const [item] = (await shop.read(id)).body.items
  const path = `/v1/baskets/${id}/items/${item.id}`
  const more = await shop.call('PATCH', path, { quantity: 5 })
  assert.equal(more.status, 200, more.text)
  assert.equal(more.body.items[0].quantity, 5)
  refused(await shop.call('PATCH', path, { quantity: 6 }), 409, 'sold_out')
  assert.equal((await shop.call('PATCH', path, { quantity: 1 })).body.items[0].quantity, 1)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 1)
  assert.deepEqual((await shop.call('DELETE', path)).body.items, [])
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 5, sold: 0, held: 0, tickets: 0, holds: 0 },
  )
  refused(await shop.call('DELETE', path), 404, 'resource_missing')
  refused(await shop.checkOut(id), 409, 'state_conflict')
})

test('a basket that is given up frees its places and stays given up', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 3)
  assert.equal((await shop.call('DELETE', `/v1/baskets/${id}`)).body.status, 'abandoned')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  refused(await shop.add(id, { price_id: priceId }), 409, 'basket_expired')
})

test('a basket holds a hundred items', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 200, price: { max_per_order: null } })
  const { body } = await shop.open()
  const answers = await Promise.all(Array.from({ length: 103 }, () => shop.add(body.id, { price_id: priceId })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 100)
  assert.equal((await shop.read(body.id)).body.items.length, 100)
})

test('adding with an Idempotency-Key is done once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const { body } = await shop.open()
  const headers = { 'idempotency-key': 'add-1' }
  const first = await shop.add(body.id, { price_id: priceId, quantity: 2 }, headers)
  const again = await shop.add(body.id, { price_id: priceId, quantity: 2 }, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 2)
})

test('the end of the stock goes to the first buyers, and a requested item that is too large does not hold others up', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 5 })
  const baskets = await Promise.all(
    [2, 4, 2, 3, 1].map(async (quantity) => ({ quantity, id: (await shop.open()).body.id })),
  )
  const answers = await Promise.all(baskets.map(({ id, quantity }) => shop.add(id, { price_id: priceId, quantity })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 409, 201, 409, 201],
  )
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 5)
})

test('places that come back after a sell-out can be had by the next request', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 1 })
  const id = await shop.fill(priceId, 1)
  const { body } = await shop.open()
  refused(await shop.add(body.id, { price_id: priceId }), 409, 'sold_out')
  refused(await shop.add(body.id, { price_id: priceId }), 409, 'sold_out')
  await shop.call('DELETE', `/v1/baskets/${id}`)
  assert.equal((await shop.add(body.id, { price_id: priceId })).status, 201)
})

test('an event of another organisation is as good as none', async () => {
  const foreign = await addEvent(house, other, { event_status_id: 1 })
  assert.ok(foreign > 0)
  const theirs = await addOffer(house, other)
  const { body } = await shop.open()
  refused(await shop.add(body.id, { price_id: theirs.priceId }), 404, 'resource_missing')
})

test('a basket that came to nothing is forgotten after a week, and one that was bought is not', async () => {
  const { priceId } = await addOffer(house, club)
  const [bought, left] = [await shop.fill(priceId, 1), await shop.fill(priceId, 1)]
  await shop.checkOut(bought)
  house.clock.advance(60 * MINUTE)
  await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
  house.clock.advance(BASKETS_KEPT_MS)
  await purgeBaskets(house.sql, house.clock)
  assert.equal((await shop.read(left)).status, 200)
  house.clock.advance(1)
  await purgeBaskets(house.sql, house.clock)
  assert.equal((await shop.read(left)).status, 404)
  assert.equal((await shop.read(bought)).status, 200)
})
