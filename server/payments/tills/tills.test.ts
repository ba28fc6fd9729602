import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { awaitedLock, whileUncommitted } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const offer = await addOffer(house, club, { capacity: 100 })
type Person = Awaited<ReturnType<typeof addStaff>>
const clerk = () => addStaff(house, club, { role: 'box_office' })
const post = ({ headers }: Person, path: string, body: object = {}) =>
  house.call('POST', `/v1/manage${path}`, { headers, body })
const open = async (person: Person, float = 100) =>
  (await post(person, '/tills', { name: unique('Window'), float })).body.till_id as number
const sell = (person: Person, more: object) =>
  post(person, '/orders', { items: [{ price_id: offer.priceId }], payment_method: 'cash', ...more })
const read = async (person: Person, tillId: number) =>
  (await house.call('GET', `/v1/manage/tills/${tillId}`, { headers: person.headers })).body

test('a till counts its sales by method, its refunds and movements, and says what is missing', async () => {
  const ada = await clerk()
  const till_id = await open(ada)
  const first = await sell(ada, { till_id })
  assert.equal(first.status, 201, first.text)
  await sell(ada, { till_id })
  await sell(ada, { till_id, payment_method: 'invoice' })
  assert.equal((await post(ada, `/orders/${first.body.order_id}/refunds`, { till_id })).status, 201)
  assert.equal((await post(ada, `/tills/${till_id}/movements`, { movement: 'drop', amount: 50 })).status, 201)
  const before = await read(ada, till_id)
  assert.deepEqual([before.cash, before.cash_refunds], [77.2, 27.2])
  assert.deepEqual(before.takings, [
    { payment_method: 'cash', orders: 2, amount: 54.4 },
    { payment_method: 'invoice', orders: 1, amount: 27.2 },
  ])
  const closed = await post(ada, `/tills/${till_id}/close`, { counted: 77, note: 'A coin fell.' })
  assert.deepEqual(
    [closed.body.status, closed.body.expected, closed.body.counted, closed.body.difference, closed.body.closed_by],
    ['closed', 77.2, 77, -0.2, 'Sam Staff'],
  )
  assert.equal((await sell(ada, { till_id })).body.error.code, 'state_conflict')
  assert.equal((await post(ada, `/tills/${till_id}/close`, { counted: 77 })).status, 409)
})

test('a till takes nothing of another currency, which its report would add up as its own', async () => {
  const ada = await clerk()
  const till_id = await open(ada)
  const yen = await addOffer(house, club, { event: { currency: 'JPY' }, capacity: 1 })
  const items = [{ price_id: yen.priceId }]
  for (const answer of [
    await post(ada, '/payment_links', { items, till_id }),
    await post(ada, '/orders', { items, till_id, payment_method: 'cash' }),
  ]) {
    assert.equal(answer.body.error?.message, 'The till holds AUD, not JPY.')
  }
  assert.equal((await post(ada, '/payment_links', { items })).status, 201, 'nothing is held by what was refused')
})

test('a person has one open till, and so has a counter, also when two open it at once', async () => {
  const ada = await clerk()
  await open(ada)
  assert.equal((await post(ada, '/tills', { name: 'Another', float: 0 })).status, 409)
  const [bo, cy] = [await clerk(), await clerk()]
  const both = await Promise.all([bo, cy].map((person) => post(person, '/tills', { name: 'Gate 1', float: 0 })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
})

test('one’s own tills are told from those of colleagues of the same name', async () => {
  const [ada, bo] = [await clerk(), await clerk()]
  const till_id = await open(ada)
  await open(bo)
  const mine = async ({ headers }: Person) =>
    (await house.call('GET', '/v1/manage/tills?status=open&mine=true', { headers })).body.data
  assert.deepEqual(
    (await mine(ada)).map((till: { till_id: number }) => till.till_id),
    [till_id],
  )
  assert.equal((await mine(await clerk())).length, 0)
})

test('staff cannot sell from a colleague’s till, and a sale that is refused takes no place', async () => {
  const [ada, bo] = [await clerk(), await clerk()]
  const till_id = await open(ada)
  const pool = await poolOf(house, club, offer.priceCategoryId)
  assert.equal((await sell(bo, { till_id })).status, 409)
  assert.deepEqual(await poolOf(house, club, offer.priceCategoryId), pool)
  assert.deepEqual((await read(ada, till_id)).takings, [])
})

test('a colleague’s till is neither moved nor counted, but by a right to supervise', async () => {
  const [ada, bo] = [await clerk(), await clerk()]
  const manager = await addStaff(house, club, { role: 'manager' })
  const till_id = await open(ada)
  const payout = { movement: 'payout', amount: 100, reason: 'mine now' }
  for (const answer of [
    await post(bo, `/tills/${till_id}/movements`, payout),
    await post(bo, `/tills/${till_id}/close`, { counted: 0 }),
  ]) {
    assert.deepEqual([answer.status, answer.body.error?.code], [403, 'scope_missing'])
    assert.match(answer.body.error.message, /^The till is Sam Staff’s\./)
  }
  const [seenByAda, seenByBo] = [await read(ada, till_id), await read(bo, till_id)]
  assert.deepEqual([seenByAda.mine, seenByBo.mine, seenByBo.cash, seenByBo.status], [true, false, 100, 'open'])
  assert.equal((await post(manager, `/tills/${till_id}/movements`, { ...payout, amount: 1 })).status, 201)
  assert.equal((await post(manager, `/tills/${till_id}/close`, { counted: 99 })).body.difference, 0)
})

test('a key of the box office closes its own tills, and others with tills:manage', async () => {
  const till_id = await open(await clerk())
  const ownKey = await house.key(club.orgId, { scopes: ['box_office:manage'] })
  const supervisor = await house.key(club.orgId, { scopes: ['box_office:manage', 'tills:manage'] })
  const close = (key: string, id: number) =>
    house.call('POST', `/v1/manage/tills/${id}/close`, { key, body: { counted: 100 } })
  const opened = await house.call('POST', '/v1/manage/tills', {
    key: ownKey,
    body: { name: unique('Window'), float: 100 },
  })
  assert.equal((await close(ownKey, till_id)).status, 403)
  assert.equal((await close(ownKey, opened.body.till_id)).status, 200)
  assert.equal((await close(supervisor, till_id)).status, 200)
})

test('sales and a closing at once: whatever was sold is in the count', async () => {
  const ada = await clerk()
  const till_id = await open(ada, 0)
  const close = () => post(ada, `/tills/${till_id}/close`, { counted: 0 })
  const [sales, first] = await Promise.all([Promise.all([1, 2, 3].map(() => sell(ada, { till_id }))), close()])
  if (first.status !== 200) assert.equal((await close()).status, 200)
  const sold = sales.filter(({ status }) => status === 201).length
  assert.equal((await read(ada, till_id)).expected, Math.round(sold * 2720) / 100)
})

test('a sale that waits for the count is not sold from a till that is closed by then', async () => {
  const ada = await clerk()
  const till_id = await open(ada, 0)
  const late = await whileUncommitted(
    house.sql,
    (tx) => tx`
      update tills
      set till_status = 'closed', expected_minor = 0, counted_minor = 0, closed_at = now()
      where org_id = ${club.orgId}
        and till_id = ${till_id}`,
    () => sell(ada, { till_id }),
  )
  assert.equal(late.body.error.code, 'state_conflict')
  assert.deepEqual((await read(ada, till_id)).takings, [])
})

test('a till is not closed in the middle of a sale', async () => {
  const ada = await clerk()
  const till_id = await open(ada, 0)
  const close = () => post(ada, `/tills/${till_id}/close`, { counted: 27.2 })
  let sale: ReturnType<typeof sell> | undefined
  await house.sql.begin(async (tx) => {
    // Its order is written, and its tickets are not.
    await tx`lock table tickets in share mode`
    sale = sell(ada, { till_id })
    await awaitedLock(house.sql)
    const early = await close()
    assert.equal(early.status, 409, early.text)
    assert.match(early.body.error.message, /still being sold/)
  })
  assert.equal((await sale)?.status, 201)
  assert.equal((await close()).body.difference, 0)
})

test('no more is taken from a till than is in it', async () => {
  const ada = await clerk()
  const till_id = await open(ada, 20)
  const take = (amount: number) => post(ada, `/tills/${till_id}/movements`, { movement: 'payout', amount })
  assert.equal((await take(20.01)).status, 409)
  const all = await take(20)
  assert.deepEqual([all.status, all.body.cash], [201, 0])
})

test('a ticket for nothing needs a reason, which is noted', async () => {
  const ada = await clerk()
  assert.equal((await sell(ada, { payment_method: 'free' })).status, 409)
  const given = await sell(ada, { payment_method: 'free', reason: 'Guest of the mayor' })
  assert.deepEqual([given.status, given.body.total, given.body.payment_method], [201, 0, 'free'], given.text)
  const path = `/v1/manage/orders/${given.body.order_id}/timeline`
  const { body } = await house.call('GET', path, { key: club.key })
  const note = body.data.find(({ type }: { type: string }) => type === 'note')
  assert.deepEqual([note?.detail, note?.actor_name], ['Guest of the mayor', 'Sam Staff'])
})

test('a link holds the places, is paid on the fan’s phone, and is seen paid at the counter and in the till', async () => {
  const ada = await clerk()
  const till_id = await open(ada)
  const pk = await house.key(club.orgId, { kind: 'pk' })
  const creation = await post(ada, '/payment_links', { items: [{ price_id: offer.priceId, quantity: 2 }], till_id })
  assert.deepEqual([creation.status, creation.body.status, creation.body.amount], [201, 'open', 54.4], creation.text)
  assert.ok(creation.body.url.endsWith(`/basket#${creation.body.id}`))
  const look = async () =>
    (await house.call('GET', `/v1/manage/payment_links/${creation.body.id}`, { headers: ada.headers })).body
  const paid = await shopOf(house, { key: pk }).checkOut(creation.body.id)
  assert.equal(paid.status, 200, paid.text)
  const { status, order_id } = await look()
  assert.deepEqual([status, order_id], ['paid', paid.body.order_id])
  assert.deepEqual((await read(ada, till_id)).takings, [{ payment_method: 'card', orders: 1, amount: 54.4 }])
  assert.equal((await post(ada, `/payment_links/${creation.body.id}/cancel`)).status, 409)
})

test('a link that is taken back frees its places; a fan’s own basket is no link', async () => {
  const ada = await clerk()
  const { held } = await poolOf(house, club, offer.priceCategoryId)
  const creation = await post(ada, '/payment_links', { items: [{ price_id: offer.priceId }] })
  assert.equal((await post(ada, `/payment_links/${creation.body.id}/cancel`)).body.status, 'cancelled')
  assert.equal((await poolOf(house, club, offer.priceCategoryId)).held, held)
  const own = await shopOf(house, club).fill(offer.priceId, 1)
  assert.equal((await house.call('GET', `/v1/manage/payment_links/${own}`, { key: club.key })).status, 404)
})
