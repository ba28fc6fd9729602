import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const list = (name: string, key = club.key) => house.call('GET', `/v1/${name}`, { key })
const make = async (name: string, body: object) =>
  (await house.call('POST', `/v1/manage/${name}`, { key: club.key, body })).body

const [second, first] = [
  await make('membership_categories', { title: 'Second', order_by: 2 }),
  await make('membership_categories', { title: 'First', order_by: 1 }),
]

test('categories come in their order, as they are managed, inactive ones among them', async () => {
  const tied = await make('membership_categories', { title: 'Tied', order_by: 2, status: 0 })
  const { status, body } = await list('membership_categories')
  assert.equal(status, 200)
  const envelope = { object: 'membership_categories', url: '/v1/membership_categories', has_more: false }
  assert.deepEqual(body, { ...envelope, data: [first, second, tied] })
})

test('types come in their order, with the title of their category', async () => {
  const { membership_category_id } = first
  const late = await make('membership_types', { membership_category_id, title: 'Late', price: 1, order_by: 9 })
  const early = await make('membership_types', { membership_category_id, title: 'Early', price: 12.5, order_by: -1 })
  const { body } = await list('membership_types')
  const envelope = { object: 'membership_types', url: '/v1/membership_types', has_more: false }
  assert.deepEqual(body, { ...envelope, data: [early, late] })
  assert.equal(early.category_title, 'First')
})

test('payment options come in their order, the active ones only', async () => {
  const active = await make('membership_payment_options', { title: 'At once' })
  await make('membership_payment_options', { title: 'Not yet', status: 0 })
  const old = await make('membership_payment_options', { title: 'Old' })
  await make(`membership_payment_options/${old.membership_payment_option_id}/archive`, {})
  const { body } = await list('membership_payment_options')
  const envelope = { object: 'membership_payment_options', url: '/v1/membership_payment_options', has_more: false }
  assert.deepEqual(body, { ...envelope, data: [active] })
})

test('they take no parameters, and no other organisation’s catalogue is in them', async () => {
  for (const name of ['membership_categories', 'membership_types', 'membership_payment_options']) {
    assert.equal((await list(`${name}?limit=1`)).body.error.code, 'parameter_unknown')
    assert.deepEqual((await list(name, other.key)).body.data, [])
  }
})
