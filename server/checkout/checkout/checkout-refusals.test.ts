import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { publishSoldOut } from '../sale/store-confirmed.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const typeId = await addMembershipType(house, club)
const members = await addOffer(house, club, { capacity: 100, price: { membership_type_id: typeId } })
const { sql, clock } = house

test('a buyer who is refused as no member uses up no discount', async () => {
  const { code, discountId: id } = await addDiscount(house, club, { uses_max: 2 })
  for (const _attempt of [1, 2, 3]) {
    const basket = await shop.fill(members.priceId, 1, { discount_code: code })
    assert.equal((await shop.checkOut(basket)).body.error.code, 'member_proof_required')
  }
  assert.equal((await sql`select used from discounts where discount_id = ${id}`)[0]?.used, 0)
  const { priceId } = await addOffer(house, club)
  const paid = await shop.checkOut(await shop.fill(priceId, 1, { discount_code: code }))
  assert.equal(paid.body.status, 'confirmed', paid.text)
})

test('requests for one basket that come together are refused alike, and none is told that it was checked out', async () => {
  const basket = await shop.fill(members.priceId, 1)
  const tries = Array.from({ length: 6 }, (_, at) => shop.checkOut(basket, {}, { 'idempotency-key': `crowd-${at}` }))
  const codes = (await Promise.all(tries)).map(({ body }) => body.error.code)
  assert.deepEqual([...new Set(codes)], ['member_proof_required'])
})

test('a key belongs to its request from the start, also while the order is being paid', async () => {
  const { priceId } = await addOffer(house, club)
  const [first, second] = [await shop.fill(priceId, 1), await shop.fill(priceId, 1)]
  const headers = { 'idempotency-key': unique('key') }
  const paying = { payment_method: 'pm_test_requires_action' }
  assert.equal((await shop.checkOut(first, paying, headers)).body.status, 'pending')
  const other = await shop.checkOut(second, paying, headers)
  assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reused'])
  assert.equal((await shop.read(second)).body.status, 'open')
  const done = await shop.checkOut(first, paying, headers)
  assert.equal(done.body.status, 'confirmed')
  const replayed = await shop.checkOut(first, paying, headers)
  assert.deepEqual([replayed.text, replayed.headers['idempotent-replayed']], [done.text, 'true'])
})

test('requests with one key that come together leave one answer, that of the sale', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const headers = { 'idempotency-key': unique('key') }
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.checkOut(basket, {}, headers)))
  for (const { status, body } of answers) {
    assert.ok(status === 200 || body.error.code === 'idempotency_key_in_use', JSON.stringify(body))
  }
  const later = await shop.checkOut(basket, {}, headers)
  assert.deepEqual([later.status, later.body.status], [200, 'confirmed'])
})

test('a request that was refused for what it says can be mended and sent with the same key', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const headers = { 'idempotency-key': unique('key') }
  assert.equal((await shop.checkOut(basket, { payment_method: null }, headers)).status, 400)
  assert.equal((await shop.checkOut(basket, { customer: buyer }, headers)).body.status, 'confirmed')
})

test('two who sell the last places of two categories at once: one of them tells', async () => {
  const offer = await addOffer(house, club, { capacity: 1 })
  const { priceCategoryId: otherPool } = await addOffer(house, club, { eventId: offer.eventId, capacity: 1 })
  const both = Promise.withResolvers<void>()
  let sold = 0
  const sell = (priceCategoryId: number) =>
    sql.begin(async (tx) => {
      await tx`
        update price_categories
        set sold = 1
        where org_id = ${club.orgId}
          and price_category_id = ${priceCategoryId}`
      sold += 1
      if (sold === 2) both.resolve()
      await both.promise
      await Promise.all(publishSoldOut(club.orgId, tx, clock, [priceCategoryId]))
    })
  await Promise.all([sell(offer.priceCategoryId), sell(otherPool)])
  const [told] = await sql`
    select count(*)::integer as messages
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'event.sold_out'
      and payload::json -> 'data' -> 'event' ->> 'event_id' = ${String(offer.eventId)}`
  assert.equal(told?.messages, 1)
})

test('a publishable key buys nothing of an event that it cannot see', async () => {
  const key = await house.key(club.orgId, { kind: 'pk' })
  const visitor = shopOf(house, { key })
  const hidden = await addOffer(house, club, { event: { public_event: false } })
  const basket = (await visitor.open()).body.id
  const answer = await visitor.add(basket, { price_id: hidden.priceId })
  assert.deepEqual([answer.status, answer.body.error.code], [404, 'resource_missing'])
  const staff = await shop.add(basket, { price_id: hidden.priceId })
  assert.equal(staff.status, 201, 'a secret key sells it')
  const path = `/v1/baskets/${basket}/items/${staff.body.items[0].id}`
  assert.equal((await visitor.call('PATCH', path, { quantity: 2 })).status, 404)
})
