import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addPrice, poolOf } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { newBasketUuid } from './basket-state.ts'
import { fillBaskets } from './fill-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

const openWith = (items: object[], more: object = {}) => shop.open({ items, ...more })

async function countBaskets(): Promise<number> {
  const [row] = await house.sql`select count(*)::int as count from baskets where org_id = ${club.orgId}`
  return row?.count
}

/** A refusal that leaves nothing behind: no basket, and no place held. */
async function refused(priceCategoryId: number, asking: () => ReturnType<typeof openWith>) {
  const before = [await countBaskets(), (await poolOf(house, club, priceCategoryId)).held]
  const { status, body } = await asking()
  assert.deepEqual([await countBaskets(), (await poolOf(house, club, priceCategoryId)).held], before)
  const { code, param, available } = body.error
  return { status, code, param, available }
}

/** A second pool of an offer's event, with a price in it. */
const addTerrace = ({ eventId }: { eventId: number }, capacity = 10) => addOffer(house, club, { eventId, capacity })

test('a basket is opened with its items, held and priced as if they had been added', async () => {
  const offer = await addOffer(house, club)
  const child = await addPrice(house, club, offer, { title: 'Child', price_minor: 1000 })
  const items = [
    { price_id: child, quantity: 3 },
    { price_id: offer.priceId, quantity: 2 },
  ]
  const opened = await openWith(items)
  assert.equal(opened.status, 201, opened.text)
  const { id } = (await shop.open()).body
  for (const item of items) await shop.add(id, item)
  const added = (await shop.read(id)).body
  const known = ({ items: shown, ...basket }: typeof added) => ({
    ...basket,
    items: shown.map((item: object) => ({ ...item, id: '' })),
    id: '',
  })
  assert.deepEqual(known(opened.body), known(added))
  assert.deepEqual((await shop.read(opened.body.id)).body, opened.body)
  const pool = await poolOf(house, club, offer.priceCategoryId)
  assert.deepEqual([pool.held, pool.holds], [10, 10])
  assert.equal((await shop.checkOut(opened.body.id)).body.tickets.length, 5)
})

test('a form opens a basket with items too', async () => {
  const { priceId } = await addOffer(house, club)
  const answer = await house.call('POST', '/v1/baskets', {
    key: club.key,
    form: `items[0][price_id]=${priceId}&items[0][quantity]=2&items[1][price_id]=${priceId}`,
  })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(
    answer.body.items.map(({ quantity }: { quantity: number }) => quantity),
    [2, 1],
  )
})

test('all of the items are had, or none, and the refusal says which one could not be', async () => {
  const scarce = await addOffer(house, club, { capacity: 1 })
  const { priceId: terrace, priceCategoryId } = await addTerrace(scarce)
  const both = [
    { price_id: terrace, quantity: 2 },
    { price_id: scarce.priceId, quantity: 2 },
  ]
  const wanted = { status: 409, code: 'sold_out', param: 'items[1]', available: 1 }
  assert.deepEqual(await refused(priceCategoryId, () => openWith(both)), wanted)
  // Once more: a buyer who comes after a refusal is answered without a lock.
  assert.deepEqual(await refused(priceCategoryId, () => openWith(both)), wanted)
  const gone = [{ price_id: terrace }, { price_id: 999_999_999 }]
  assert.deepEqual(await refused(priceCategoryId, () => openWith(gone)), {
    status: 404,
    code: 'resource_missing',
    param: 'items[1][price_id]',
    available: undefined,
  })
})

test('prices of one pool share its places, and each keeps to its own limit', async () => {
  const offer = await addOffer(house, club, { capacity: 5 })
  const limited = await addPrice(house, club, offer, { limit_places: 2 })
  const ask = (first: number, second: number) => () =>
    openWith([
      { price_id: offer.priceId, quantity: first },
      { price_id: limited, quantity: second },
    ])
  const soldOut = { status: 409, code: 'sold_out', param: 'items[1]' }
  // Twice each: a buyer who comes after a refusal is answered without a lock.
  assert.deepEqual(await refused(offer.priceCategoryId, ask(4, 2)), { ...soldOut, available: 1 })
  assert.deepEqual(await refused(offer.priceCategoryId, ask(4, 2)), { ...soldOut, available: 1 })
  assert.deepEqual(await refused(offer.priceCategoryId, ask(1, 3)), { ...soldOut, available: 2 })
  assert.deepEqual(await refused(offer.priceCategoryId, ask(1, 3)), { ...soldOut, available: 2 })
  assert.equal((await ask(3, 2)()).status, 201)
  assert.equal((await poolOf(house, club, offer.priceCategoryId)).held, 5)
})

test('items of two events do not go together', async () => {
  const [here, there] = [await addOffer(house, club), await addOffer(house, club)]
  const mixed = () => openWith([{ price_id: here.priceId }, { price_id: there.priceId }])
  assert.deepEqual(await refused(here.priceCategoryId, mixed), {
    status: 409,
    code: 'basket_event_mismatch',
    param: 'items[1]',
    available: undefined,
  })
})

test('a discount code goes with the items, and one that does not fit holds nothing', async () => {
  const [offer, other] = [await addOffer(house, club), await addOffer(house, club)]
  const discount = { code: 'OPENING', basis_points: 5000, event_id: offer.eventId }
  await addRow(house, club, 'discounts', 'discount_id', discount)
  const { body } = await openWith([{ price_id: offer.priceId }], { discount_code: 'opening' })
  assert.deepEqual([body.discount_code, body.discount_amount], ['OPENING', 12.5])
  const ask = (priceId: number, code: string) => () => openWith([{ price_id: priceId }], { discount_code: code })
  const codeOf = { param: 'discount_code', available: undefined }
  assert.deepEqual(await refused(other.priceCategoryId, ask(other.priceId, 'OPENING')), {
    status: 409,
    code: 'state_conflict',
    ...codeOf,
  })
  assert.deepEqual(await refused(other.priceCategoryId, ask(other.priceId, 'NONE')), {
    status: 404,
    code: 'resource_missing',
    ...codeOf,
  })
})

test('what else is wrong with a list is said first, also to a buyer who comes after another found too few places', async () => {
  const scarce = await addOffer(house, club, { capacity: 1 })
  const other = await addOffer(house, club)
  const stand = await addTerrace(scarce, 10_000)
  const groups = { group_ticket: true, tickets_included: 100, max_per_order: 100 }
  const group = await addPrice(house, club, { ...scarce, ...stand }, groups)
  const tooMany = { price_id: scarce.priceId, quantity: 2 }
  const wrong = [
    { items: [tooMany], discount_code: 'NEVER' },
    { items: [{ price_id: other.priceId }, tooMany] },
    { items: [{ price_id: group, quantity: 100 }, tooMany] },
  ]
  const answers = async () => {
    const told: unknown[] = []
    for (const body of wrong) {
      const { code, param } = await refused(scarce.priceCategoryId, () => shop.open(body))
      told.push([code, param])
    }
    return told
  }
  const wanted = [
    ['resource_missing', 'discount_code'],
    ['basket_event_mismatch', 'items[1]'],
    ['state_conflict', 'items[1]'],
  ]
  assert.deepEqual(await answers(), wanted)
  // A buyer who wants the same prices after these is answered without a lock.
  for (const items of [[tooMany], [tooMany, { price_id: other.priceId }], [{ price_id: group }, tooMany]]) {
    assert.equal((await openWith(items)).body.error.code, 'sold_out')
  }
  assert.deepEqual(await answers(), wanted)
})

test('with an Idempotency-Key the basket is opened once, and a refusal is repeated', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 3 })
  const send = (key: string, quantity: number) =>
    shop.call('POST', '/v1/baskets', { items: [{ price_id: priceId, quantity }] }, { 'idempotency-key': key })
  const [first, again] = [await send('filled-once', 2), await send('filled-once', 2)]
  assert.equal(first.status, 201)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.body.id, first.body.id)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 2)
  const no = await send('refused-once', 2)
  await shop.call('DELETE', `/v1/baskets/${first.body.id}`)
  const stillNo = await send('refused-once', 2)
  assert.deepEqual([no.status, stillNo.status, stillNo.body.error.param], [409, 409, 'items[0]'])
})

test('to a publishable key, prices of an event that is not public do not exist', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { event: { public_event: false } })
  const fan = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
  const items = [{ price_id: priceId }]
  const { code, param } = await refused(priceCategoryId, () => fan.open({ items }))
  assert.deepEqual([code, param], ['resource_missing', 'items[0][price_id]'])
  assert.equal((await openWith(items)).status, 201)
})

test('a list of nothing, of too much, or with a misfit is refused before anything is read', async () => {
  const item = { price_id: 1 }
  for (const [items, param] of [
    [[], 'items'],
    [Array.from({ length: 101 }, () => item), 'items'],
    [[item, { price_id: 1, quantity: 0 }], 'items[1][quantity]'],
    [[item, { price_id: 1, seat_ids: [1], best_available: true }], 'items[1][best_available]'],
  ] as const) {
    const { status, body } = await openWith([...items])
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_invalid', param])
  }
})

test('pools are locked in the order of their ids, whatever the order of the items', async () => {
  const lower = await addOffer(house, club)
  const higher = await addTerrace(lower)
  const lock = (sql: Db, id: number) => sql`
    select 1
    from price_categories
    where org_id = ${club.orgId}
      and price_category_id = ${id}
    for no key update skip locked`
  const opening = Promise.withResolvers<Answer>()
  await house.sql.begin(async (tx) => {
    await lock(tx, higher.priceCategoryId)
    openWith([{ price_id: higher.priceId }, { price_id: lower.priceId }]).then(opening.resolve, opening.reject)
    await awaitedLock(house.sql)
    assert.equal((await lock(house.sql, lower.priceCategoryId)).length, 0, 'it waits with the lower one locked')
  })
  assert.equal((await opening.promise).status, 201)
})

test('a crowd that wants two pools, in either order and in two processes, gets every place once', async () => {
  const first = await addOffer(house, club, { capacity: 25 })
  const { priceId: second, priceCategoryId } = await addTerrace(first, 25)
  const shops = [shop, shopOf(await openSecondHouse(house), club)]
  const orders = [[first.priceId, second], [second, first.priceId], [first.priceId], [second]]
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => {
      const items = (orders[index % 4] ?? []).map((price_id) => ({ price_id, quantity: 1 }))
      return shops[index % 2]?.open({ items })
    }),
  )
  for (const answer of answers) {
    if (answer?.status !== 201) assert.equal(answer?.body.error?.code, 'sold_out', answer?.text)
  }
  for (const id of [first.priceCategoryId, priceCategoryId]) {
    const { held, holds } = await poolOf(house, club, id)
    assert.equal(held, holds)
    assert.ok(held <= 25)
  }
  // A buyer who wanted one place alone was only refused when there was none.
  const left = await Promise.all([first.priceId, second].map((price_id) => openWith([{ price_id }])))
  for (const [index, { status }] of left.entries()) {
    const { held } = await poolOf(house, club, index === 0 ? first.priceCategoryId : priceCategoryId)
    assert.ok(status === 201 || held === 25)
  }
})

test('a crowd with long lists is a batch by its items, so that no pool is locked for thousands of them', async () => {
  const { priceId, eventId } = await addOffer(house, club, { capacity: 1000, price: { max_per_order: null } })
  const items = Array.from({ length: 90 }, () => ({ price_id: priceId }))
  const answers = await Promise.all(Array.from({ length: 8 }, () => openWith(items)))
  for (const answer of answers) assert.equal(answer.status, 201, answer.text)
  const [most] = await house.sql<{ stored: number }[]>`
    select count(*)::int as stored
    from basket_items
    where org_id = ${club.orgId}
      and event_id = ${eventId}
    group by xmin
    order by stored desc
    limit 1`
  assert.ok(most && most.stored <= 200, `${most?.stored} in one commit`)
})

test('what a refused neighbour would have had goes to the next in the batch', async () => {
  const offer = await addOffer(house, club, { capacity: 2 })
  const limited = await addPrice(house, club, offer, { limit_places: 1 })
  const elsewhere = await addOffer(house, club)
  const code = 'ELSEWHERE'
  await addRow(house, club, 'discounts', 'discount_id', { code, basis_points: 1000, event_id: elsewhere.eventId })
  const requestedItem = (priceId: number, quantity: number) => ({ priceId, quantity, seats: null, sectionId: null })
  const basketRequest = (requestedItems: ReturnType<typeof requestedItem>[], of: string | null = null) => ({
    ...{ orgId: club.orgId, basketId: newBasketUuid(), audience: 'organisation' as const, addressHash: null },
    opening: { code: of },
    requestedItems,
  })
  const [one, other] = [requestedItem(limited, 1), requestedItem(offer.priceId, 1)]
  const requests = [
    basketRequest([one, requestedItem(offer.priceId, 2)]),
    basketRequest([one], code),
    basketRequest([one, other]),
    basketRequest([other]),
  ]
  const answers = await house.sql.begin(async (tx) =>
    finish(await fillBaskets(club.orgId, tx, house.clock(), requests)),
  )
  const codes = answers.map((answer) => (answer instanceof Error && 'code' in answer ? answer.code : 'opened'))
  assert.deepEqual(codes, ['sold_out', 'state_conflict', 'opened', 'sold_out'])
  assert.equal((await poolOf(house, club, offer.priceCategoryId)).held, 2)
})
