import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'
import { sweepBaskets } from './sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const here = shopOf(house, club)
const there = shopOf(await openSecondHouse(house), club)

test('two processes sell the last places once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 25 })
  const baskets = await Promise.all(Array.from({ length: 40 }, async () => (await here.open()).body.id as string))
  const added = await Promise.all(
    baskets.map((id, index) => (index % 2 === 0 ? here : there).add(id, { price_id: priceId, quantity: 2 })),
  )
  const granted = baskets.filter((_, index) => added[index]?.status === 201)
  assert.equal(granted.length, 12)
  for (const { status, body } of added) if (status !== 201) assert.equal(body.error.code, 'sold_out')
  const orders = await Promise.all(granted.map((id, index) => (index % 2 === 0 ? there : here).checkOut(id)))
  assert.ok(orders.every(({ status }) => status === 200))
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 25, sold: 24, held: 0, tickets: 24, holds: 0 },
  )
  const barcodes = orders.flatMap(({ body }) => body.tickets.map((ticket: { barcode: string }) => ticket.barcode))
  assert.equal(new Set(barcodes).size, 24)
})

test('two processes check one basket out once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await here.fill(priceId, 1)
  const answers = await Promise.all([here, there, here, there].map((shop) => shop.checkOut(id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await poolOf(house, club, priceCategoryId)).tickets, 1)
})

test('the same new customer, bought for by two processes at once, is one customer', async () => {
  const { priceId } = await addOffer(house, club)
  const customer = { email: 'twice@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const answers = await Promise.all(
    [here, there].map(async (shop) => shop.checkOut(await shop.fill(priceId, 1), { customer })),
  )
  assert.equal(answers[0]?.body.user_id, answers[1]?.body.user_id)
})

test('a basket that expires while it is checked out is either paid for or free, never both', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 2 })
  const first = await here.fill(priceId, 2)
  const second = (await here.open()).body.id
  // The basket is held up at its row, and its time runs out meanwhile.
  const gate = Promise.withResolvers<void>()
  const uuid = first.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const held = house.sql.begin(async (tx) => {
    await tx`select 1 from baskets where org_id = ${club.orgId} and basket_id = ${uuid} for update`
    await gate.promise
  })
  const checkout = here.checkOut(first)
  await awaitedLock(house.sql)
  house.clock.advance(15 * 60_000)
  const add = there.add(second, { price_id: priceId, quantity: 2 })
  assert.equal((await add).body.error?.code, 'basket_expired', 'its own time was up as well')
  const third = (await there.open()).body.id
  const taken = await there.add(third, { price_id: priceId, quantity: 2 })
  gate.resolve()
  await held
  const answer = await checkout
  assert.deepEqual([answer.status, taken.status].toSorted(), answer.status === 200 ? [200, 409] : [201, 409])
  if (answer.status !== 200) assert.equal(answer.body.error.code, 'basket_expired', 'and the buyer was not charged')
  const pool = await poolOf(house, club, priceCategoryId)
  assert.equal(pool.held + pool.sold, 2)
  assert.equal(pool.held, pool.holds)
})

test('a sweeper beside buyers gives no place back twice', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 20 })
  await Promise.all(Array.from({ length: 10 }, () => here.fill(priceId, 2)))
  house.clock.advance(15 * 60_000)
  const baskets = await Promise.all(Array.from({ length: 10 }, async () => (await there.open()).body.id as string))
  const [answers] = await Promise.all([
    Promise.all(baskets.map((id) => there.add(id, { price_id: priceId, quantity: 2 }))),
    ...Array.from({ length: 4 }, () => sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })),
  ])
  // Holds that the sweeper has locked at that moment are passed over; a buyer who asks again gets them.
  const again = await Promise.all(
    answers.map((answer, index) =>
      answer.status === 201 ? answer : there.add(baskets[index] ?? '', { price_id: priceId, quantity: 2 }),
    ),
  )
  assert.deepEqual([...new Set(again.map(({ status }) => status))], [201])
  const pool = await poolOf(house, club, priceCategoryId)
  assert.deepEqual({ ...pool }, { capacity: 20, sold: 0, held: 20, tickets: 0, holds: 20 })
})

test('a request that cannot be stored fails alone in its batch', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 20 })
  const ids = await Promise.all(Array.from({ length: 3 }, () => here.fill(priceId, 1)))
  // What no validation foresees: a constraint that only one of them breaks.
  await house.sql`alter table orders add constraint no_mallory check (last_name <> 'Mallory')`
  const names = ['Okafor', 'Mallory', 'Okafor']
  const answers = await Promise.all(
    ids.map((id, index) =>
      here.checkOut(id, { customer: { email: `x${index}@example.org`, first_name: 'Ada', last_name: names[index] } }),
    ),
  )
  await house.sql`alter table orders drop constraint no_mallory`
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 500, 200],
  )
  assert.equal((await poolOf(house, club, priceCategoryId)).tickets, 2)
})
