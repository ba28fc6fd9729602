import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, refusal } from '../../../tests/builders/clubs.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = clubOf(house, await house.organisation())
const other = clubOf(house, await house.organisation())
const create = (body: Record<string, unknown>) => club.manage('POST', '/discounts', body)

test('a percentage for every event', async () => {
  const { status, body } = await create({ code: 'EARLY10', percentage: 12.5, uses_max: 100 })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.code, body.percentage, body.amount, body.currency, body.event_id, body.uses_max, body.used],
    ['EARLY10', 12.5, null, null, null, 100, 0],
  )
  assert.equal(body.discount_status, 'active')
})

test('an amount is in the currency of its event, or else of the organisation', async () => {
  const { event_id } = await club.event({ currency: 'JPY' })
  const yen = await create({ code: 'YEN', amount: 500, event_id })
  assert.deepEqual([yen.body.amount, yen.body.currency, yen.body.event_id], [500, 'JPY', event_id])
  const { body } = await create({ code: 'FIVER', amount: 5 })
  assert.deepEqual([body.amount, body.currency], [5, 'AUD'])
  assert.deepEqual(refusal(await create({ code: 'FINE', amount: 0.5, event_id })), [400, 'amount'])
  assert.deepEqual(refusal(await create({ code: 'USD', amount: 5, currency: 'USD', event_id })), [400, 'currency'])
})

test('it is one of the two', async () => {
  assert.deepEqual(refusal(await create({ code: 'BOTH', percentage: 10, amount: 5 })), [400, 'percentage'])
  assert.deepEqual(refusal(await create({ code: 'NONE' })), [400, 'percentage'])
  assert.deepEqual(refusal(await create({ code: 'FINE', percentage: 0.001 })), [400, 'percentage'])
  assert.deepEqual(refusal(await create({ code: 'THIRD', percentage: 33.333 })), [400, 'percentage'])
  assert.deepEqual(refusal(await create({ code: 'LOT', percentage: 100.01 })), [400, 'percentage'])
})

test('a code is taken whatever its case, and only within the organisation', async () => {
  assert.equal((await create({ code: 'Once', percentage: 10 })).status, 201)
  assert.deepEqual(refusal(await create({ code: 'ONCE', percentage: 10 })), [409, 'code'])
  assert.equal((await other.manage('POST', '/discounts', { code: 'ONCE', percentage: 10 })).status, 201)
  assert.deepEqual(refusal(await create({ code: 'two words', percentage: 10 })), [400, 'code'])
})

test('a change from a percentage to an amount and back', async () => {
  const { body: creation } = await create({ code: 'SWAP', percentage: 10 })
  const change = async (body: Record<string, unknown>) =>
    (await club.manage('PATCH', `/discounts/${creation.discount_id}`, body)).body
  const amount = await change({ amount: 2.5 })
  assert.deepEqual([amount.percentage, amount.amount, amount.currency], [null, 2.5, 'AUD'])
  const percentage = await change({ percentage: 20 })
  assert.deepEqual([percentage.percentage, percentage.amount, percentage.currency], [20, null, null])
  const untouched = await change({ uses_max: 7 })
  assert.deepEqual([untouched.percentage, untouched.uses_max], [20, 7])
  const refused = await club.manage('PATCH', `/discounts/${creation.discount_id}`, { percentage: null })
  assert.deepEqual(refusal(refused), [400, 'percentage'])
})

test('uses_max cannot go below what has been used, and a window must have a length', async () => {
  const { body: creation } = await create({ code: 'USED', percentage: 10, uses_max: 5 })
  await house.sql`
    update discounts
    set used = 3
    where org_id = ${club.orgId}
      and discount_id = ${Number(creation.discount_id)}`
  const change = (body: Record<string, unknown>) => club.manage('PATCH', `/discounts/${creation.discount_id}`, body)
  assert.deepEqual(refusal(await change({ uses_max: 2 })), [409, 'uses_max'])
  assert.equal((await change({ uses_max: 3 })).body.uses_max, 3)
  const window = { available_from_unix: 1_900_000_000, available_until_unix: 1_900_000_000 }
  assert.deepEqual(refusal(await change(window)), [400, 'available_until_unix'])
})

test('an archived discount comes back by its status', async () => {
  const { body: creation } = await create({ code: 'BACK', percentage: 10 })
  const archived = await club.manage('POST', `/discounts/${creation.discount_id}/archive`)
  assert.equal(archived.body.discount_status, 'archived')
  const back = await club.manage('PATCH', `/discounts/${creation.discount_id}`, { discount_status: 'active' })
  assert.equal(back.body.discount_status, 'active')
})

test('an event of another organisation is none', async () => {
  const { event_id } = await other.event()
  for (const kind of [{ percentage: 10 }, { amount: 5 }]) {
    assert.deepEqual(refusal(await create({ code: 'THEIRS', event_id, ...kind })), [404, 'event_id'])
  }
})

test('another amount stays in the currency that the discount has, unless it says another', async () => {
  const { body } = await create({ code: 'ABROAD', amount: 10, currency: 'USD' })
  const path = `/discounts/${body.discount_id}`
  const changed = await club.manage('PATCH', path, { amount: 5 })
  assert.deepEqual([changed.body.amount, changed.body.currency], [5, 'USD'])
  const moved = await club.manage('PATCH', path, { amount: 500, currency: 'JPY' })
  assert.deepEqual([moved.body.amount, moved.body.currency], [500, 'JPY'])
})
