import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addType, addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const unixIn = (ms: number) => Math.floor((house.clock(club.orgId).getTime() + ms) / 1000)
const today = () => localDate(house.clock(club.orgId), 'UTC')
const change = (typeId: number, body: object) =>
  house.call('PATCH', `/v1/manage/membership_types/${typeId}`, { key, body })
const want = (typeId: number, more: object = {}) =>
  shop.open({ items: [{ membership_type_id: typeId, member: grace, ...more }] })
const refusalOf = async (typeId: number, more: object = {}) => {
  const { body, text } = await want(typeId, more)
  assert.ok(body.error, text)
  return [body.error.code, body.error.param]
}

test('what is not on sale now is refused, and says why', async () => {
  const param = 'items[0][membership_type_id]'
  const later = await addType({ available_from_unix: unixIn(HOUR_MS) })
  assert.deepEqual(await refusalOf(later), ['price_unavailable', param])
  const over = await addType({ available_until_unix: unixIn(-HOUR_MS) })
  assert.deepEqual(await refusalOf(over), ['price_unavailable', param])
  const hidden = await addType({ show_online: 0 })
  assert.deepEqual(await refusalOf(hidden), ['price_unavailable', param])
  const ended = await addType({ term: null, expires: '2020-06-30' })
  assert.deepEqual(await refusalOf(ended), ['price_unavailable', param])
  assert.deepEqual(await refusalOf(999_999), ['resource_missing', param])
  const typeId = await addType()
  const unknown = { membership_payment_option_id: '999999' }
  assert.deepEqual(await refusalOf(typeId, unknown), ['resource_missing', 'items[0][membership_payment_option_id]'])
  assert.deepEqual(await refusalOf(typeId, { auto_renew: true }), ['parameter_invalid', 'items[0][auto_renew]'])
  assert.deepEqual(await refusalOf(typeId, { quantity: 2 }), ['parameter_invalid', 'items[0][quantity]'])
  const { body } = await shop.open({ items: [{ membership_type_id: typeId }] })
  assert.deepEqual([body.error.code, body.error.param], ['parameter_missing', 'items[0][member]'])
})

test('a membership for an age asks for the date of birth, and looks at it', async () => {
  const junior = await addType({ age_until: 17 })
  const year = Number(today().slice(0, 4))
  const born = (age: number) => ({ member: { ...grace, date_of_birth: `${year - age}-01-01` } })
  const param = 'items[0][member][date_of_birth]'
  assert.deepEqual(await refusalOf(junior), ['parameter_missing', param])
  assert.deepEqual(await refusalOf(junior, born(19)), ['parameter_invalid', param])
  assert.equal((await want(junior, born(10))).status, 201)
})

test('the price is that of the day, and stays in the basket what it was', async () => {
  const typeId = await addType({ prices: [{ from: today(), price: 60 }] })
  const { body: list } = await house.call('GET', '/v1/membership_types', { key })
  const type = list.data.find((one: { membership_type_id: number }) => one.membership_type_id === typeId)
  assert.deepEqual([type.price, type.full_price], [60, 100])
  const { body: basket } = await want(typeId)
  assert.equal(basket.total, 60)
  await change(typeId, { prices: [] })
  assert.equal((await shop.read(basket.id)).body.total, 60)
  assert.equal((await want(typeId)).body.total, 100)
})

test('the last of a limited type is held by its basket, and free again when the basket is over', async () => {
  const typeId = await addType({ max_members: 1 })
  const { body: basket } = await want(typeId)
  assert.deepEqual(await refusalOf(typeId), ['sold_out', 'items[0][membership_type_id]'])
  await isClean()
  house.clock.advance(2 * HOUR_MS)
  const { body: next, text } = await want(typeId)
  assert.equal(next.status, 'open', text)
  assert.equal((await shop.checkOut(basket.id)).body.error.code, 'basket_expired')
  await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
  assert.equal((await shop.checkOut(next.id)).body.status, 'confirmed')
  await isClean()
  assert.deepEqual(await refusalOf(typeId), ['sold_out', 'items[0][membership_type_id]'])
})

test('a limit counts who is there when it is set, and cannot be below it', async () => {
  const typeId = await addType()
  const { body: basket } = await want(typeId)
  await shop.checkOut(basket.id)
  await want(typeId)
  const low = await change(typeId, { max_members: 1 })
  assert.equal(low.status, 409, low.text)
  const { body } = await change(typeId, { max_members: 3 })
  assert.deepEqual([body.max_members, body.members_left], [3, 1])
  await isClean()
  await change(typeId, { max_members: null })
  await isClean()
})

test('a shop reads what it sells: prices, plans by date, what is sold out and what comes', async () => {
  await addOption({ title: 'In three' })
  const soon = await addType({ title: 'Soon', available_from_unix: unixIn(DAY_MS) })
  const full = await addType({ title: 'Full', max_members: 0 })
  const { body, text } = await house.call('GET', '/v1/storefront/memberships', {
    key: await house.key(club.orgId, { kind: 'pk' }),
  })
  assert.equal(body.object, 'memberships_on_sale', text)
  const find = (id: number) => body.data.find((one: { membership_type_id: number }) => one.membership_type_id === id)
  assert.deepEqual([find(soon).available_from_unix, find(soon).is_sold_out], [unixIn(DAY_MS), false])
  assert.equal(find(full).is_sold_out, true)
  const plan = find(full).payment_options.at(-1)
  assert.deepEqual([plan.title, plan.due_now, plan.instalments.length], ['In three', 33.34, 3])
})

test('staff who make, cancel, reinstate or move a member count in the limit like buyers', async () => {
  const typeId = await addType({ max_members: 1 })
  const other = await addType()
  const customer = await house.call('POST', '/v1/manage/customers', { key, body: { email_address: 'lin@example.org' } })
  const body = { ...grace, user_id: customer.body.user_id, membership_type_id: typeId }
  const create = () => house.call('POST', '/v1/members', { key, body })
  const first = await create()
  assert.equal(first.status, 201, first.text)
  assert.equal((await create()).body.error.code, 'sold_out')
  const member = `/v1/manage/members/${first.body.membership_member_id}`
  await house.call('POST', `${member}/cancel`, { key })
  const second = await create()
  assert.equal(second.status, 201, second.text)
  assert.equal((await house.call('POST', `${member}/reinstate`, { key })).body.error.code, 'sold_out')
  const moved = `/v1/manage/members/${second.body.membership_member_id}`
  assert.equal((await house.call('PATCH', moved, { key, body: { membership_type_id: other } })).status, 200)
  assert.equal((await house.call('POST', `${member}/reinstate`, { key })).status, 200)
  assert.equal(
    (await house.call('PATCH', moved, { key, body: { membership_type_id: typeId } })).body.error.code,
    'sold_out',
  )
  await isClean()
})

test('one buyer has as many of a type as it says, in all orders together', async () => {
  const typeId = await addType({ max_per_person: 2 })
  const item = { membership_type_id: typeId, member: grace }
  const buy = async (items: object[], email: string) => {
    const { body: basket } = await shop.open({ items })
    return (await shop.checkOut(basket.id, { customer: { ...grace, email } })).body
  }
  const refused = await buy([item, item, item], 'many@example.org')
  assert.deepEqual([refused.error?.code, refused.error?.max_per_customer], ['max_per_customer', 2])
  assert.equal((await buy([item], 'many@example.org')).status, 'confirmed')
  assert.equal((await buy([item, item], 'Many@example.org')).error?.code, 'max_per_customer')
  const opened = await Promise.all([1, 2, 3].map(() => shop.open({ items: [item] })))
  const outcomes = await Promise.all(
    opened.map(({ body }) => shop.checkOut(body.id, { customer: { ...grace, email: 'many@example.org' } })),
  )
  assert.equal(outcomes.filter(({ body }) => body.status === 'confirmed').length, 1)
  assert.equal((await buy([item, item], 'other@example.org')).status, 'confirmed')
})
