import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'

/** Requests that arrive together share transactions, and each of them may bring an Idempotency-Key. */
const house = await openHouse()
const club = await house.organisation()
const here = shopOf(house, club)
const there = shopOf(await openSecondHouse(house), club)

const keyed = (key: string) => ({ 'idempotency-key': key })
const openMany = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await here.open()).body.id as string))
const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'

test('in a crowd every key has one effect and one answer, also a refusal, whichever process is asked again', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 25 })
  const baskets = await openMany(30)
  const add = (shop: typeof here) => (id: string) => shop.add(id, { price_id: priceId }, keyed(`add ${id}`))
  const first = await Promise.all(baskets.map((id, at) => add(at % 2 === 0 ? here : there)(id)))
  assert.equal(first.filter(({ status }) => status === 201).length, 25)
  assert.ok(first.every((answer) => !isReplay(answer)))
  const granted = baskets.find((_, at) => first[at]?.status === 201)
  await here.call('DELETE', `/v1/baskets/${granted}`)
  const again = await Promise.all(baskets.map(add(there)))
  assert.ok(again.every(isReplay))
  assert.deepEqual(
    again.map(({ status }) => status),
    first.map(({ status }) => status),
  )
  assert.deepEqual(
    again.map(({ body }) => body.items ?? body.error.code),
    first.map(({ body }) => body.items ?? body.error.code),
  )
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 24)
})

test('of many requests with one key at the same moment one is carried out', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const [id = ''] = await openMany(1)
  const add = (shop: typeof here) => shop.add(id, { price_id: priceId }, keyed('same'))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 === 0 ? here : there)))
  for (const { status, body } of answers)
    assert.ok(status === 201 || body.error.code === 'idempotency_key_in_use', JSON.stringify(body))
  assert.ok(answers.some(({ status }) => status === 201))
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 1)
  assert.equal((await add(there)).body.items.length, 1)
})

test('a key that was used for something else is refused, and no request beside it', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const baskets = await openMany(4)
  assert.equal((await here.add(baskets[0] ?? '', { price_id: priceId }, keyed('used'))).status, 201)
  const answers = await Promise.all(
    baskets.map((id, at) => here.add(id, { price_id: priceId, quantity: 2 }, at === 1 ? keyed('used') : {})),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 422, 201, 201],
  )
  assert.equal(answers[1]?.body.error.code, 'idempotency_key_reused')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 7)
})

test('a request that fails leaves its key free and its neighbours alone', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  await house.sql`alter table basket_items add constraint not_seven check (quantity <> 7) not valid`
  const baskets = await openMany(3)
  const add = (id: string, at: number) =>
    here.add(id, { price_id: priceId, quantity: at === 1 ? 7 : 1 }, keyed(`seven ${id}`))
  assert.deepEqual(
    (await Promise.all(baskets.map(add))).map(({ status }) => status),
    [201, 500, 201],
  )
  await house.sql`alter table basket_items drop constraint not_seven`
  const again = await Promise.all(baskets.map(add))
  assert.deepEqual(
    again.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.deepEqual(again.map(isReplay), [true, false, true])
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 9)
})

test('baskets that are opened with keys are the same when they are opened again', async () => {
  const open = (at: number) => here.call('POST', '/v1/baskets', {}, keyed(`open ${at}`))
  const numbers = Array.from({ length: 12 }, (_, at) => at)
  const first = await Promise.all([...numbers.map(open), ...numbers.map(() => here.open())])
  assert.equal(new Set(first.map(({ body }) => body.id)).size, 24)
  const again = await Promise.all(numbers.map(open))
  assert.ok(again.every(isReplay))
  assert.deepEqual(
    again.map(({ text }) => text),
    first.slice(0, 12).map(({ text }) => text),
  )
})

test('a basket that was opened with a code is the same when it is opened again, though the code is gone by then', async () => {
  const { discountId } = await addDiscount(house, club, { code: 'GONE' })
  const open = (key: string) => here.call('POST', '/v1/baskets', { discount_code: 'GONE' }, keyed(key))
  const [first, neighbour] = await Promise.all([
    open('with a code'),
    here.call('POST', '/v1/baskets', { discount_code: 'NONE' }),
  ])
  assert.deepEqual([first.status, neighbour.status], [201, 404])
  await house.sql`
    update discounts
    set discount_status = 'archived'
    where org_id = ${club.orgId}
      and discount_id = ${discountId}`
  assert.equal((await open('afterwards')).status, 409)
  assert.equal((await open('with a code')).text, first.text)
})

test('a crowd that checks out with keys pays once each, and learns of it as often as it asks', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 12 })
  const baskets = await Promise.all(Array.from({ length: 12 }, () => here.fill(priceId, 1)))
  const pay = (shop: typeof here) => (id: string) => shop.checkOut(id, {}, keyed(`pay ${id}`))
  const [first, twin] = await Promise.all([Promise.all(baskets.map(pay(here))), Promise.all(baskets.map(pay(there)))])
  // Who asks twice at once may learn that it is being paid, or that it has just been.
  const early = ['idempotency_key_in_use', 'basket_already_checked_out']
  for (const { status, body } of [...first, ...twin])
    assert.ok(status === 200 || early.includes(body.error.code), JSON.stringify(body))
  const again = await Promise.all(baskets.map(pay(there)))
  assert.deepEqual(
    again.map(({ body }) => body.status),
    baskets.map(() => 'confirmed'),
  )
  assert.ok(again.every(isReplay))
  const pool = await poolOf(house, club, priceCategoryId)
  assert.deepEqual([pool.sold, pool.tickets, pool.held], [12, 12, 0])
})
