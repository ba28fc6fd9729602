import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf } from '../../../tests/builders/records.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const post = (path: string, body: object = {}, { key }: Tenant = club) =>
  house.call('POST', `/v1/manage/${path}`, { key, body })
const patch = (path: string, body: object, { key }: Tenant = club) =>
  house.call('PATCH', `/v1/manage/${path}`, { key, body })
const get = (path: string, { key }: Tenant = club) => house.call('GET', `/v1/manage/${path}`, { key })
const category = async (title = 'Members', tenant = club) =>
  (await post('membership_categories', { title }, tenant)).body.membership_category_id as number
const actions = async (objectType: string) => (await auditOf(house, club, objectType)).map(({ action }) => action)

test('a category has integers for its flags and its status, and sensible values where nothing is said', async () => {
  const creation = await post('membership_categories', { title: 'Season' })
  assert.equal(creation.status, 201, creation.text)
  assert.deepEqual(creation.body, {
    membership_category_id: creation.body.membership_category_id,
    membership_seat_map_id: null,
    title: 'Season',
    show_online: 1,
    image: null,
    game_day_access: 0,
    hex_color: null,
    order_by: 0,
    status: 1,
  })
  const path = `membership_categories/${creation.body.membership_category_id}`
  const changes = { show_online: 0, game_day_access: 1, hex_color: '#00ff7F', image: 'https://example.org/a.png' }
  const changed = await patch(path, { ...changes, order_by: -3, status: 0 })
  assert.deepEqual(changed.body, { ...creation.body, ...changes, order_by: -3, status: 0 })
  assert.equal((await post(`${path}/archive`)).body.status, 2)
  assert.equal((await patch(path, { status: 1 })).body.status, 1)
  assert.deepEqual((await get(path)).body, { ...changed.body, status: 1 })
  const done = ['created', 'changed', 'archived', 'changed'].map((verb) => `membership_category.${verb}`)
  assert.deepEqual(await actions('membership_category'), done)
})

test('a type has its price as a decimal and its last day as a date', async () => {
  const membership_category_id = await category('Seated')
  const form = { membership_category_id, title: 'Adult', price: '249.95', expires: '2028-02-29', offer_auto_renew: 1 }
  const creation = await house.call('POST', '/v1/manage/membership_types', { key: club.key, form })
  assert.equal(creation.status, 201, creation.text)
  assert.deepEqual(creation.body, {
    membership_type_id: creation.body.membership_type_id,
    membership_category_id,
    category_title: 'Seated',
    title: 'Adult',
    price: 249.95,
    season_id: null,
    seating: 'optional',
    seat_section_ids: [],
    expires: '2028-02-29',
    offer_auto_renew: 1,
    renewal_type_id: null,
    renewal_notice_days: 30,
    renewal_days: 7,
    show_online: 1,
    game_day_access: 0,
    order_by: 0,
    status: 1,
    full_price: 249.95,
    prices: [],
    term: null,
    available_from_unix: null,
    available_until_unix: null,
    max_members: null,
    members_left: null,
    age_from: null,
    age_until: null,
    max_per_person: null,
    cancellation: 'none',
    cancellation_until: null,
    tax_rate_id: null,
    members_not_admitted: 0,
  })
  const path = `membership_types/${creation.body.membership_type_id}`
  const changed = await patch(path, { price: 0, expires: null, membership_category_id: await category('Terrace') })
  assert.deepEqual(
    [changed.body.price, changed.body.expires, changed.body.category_title],
    [0, null, 'Terrace'],
    changed.text,
  )
  assert.equal((await post(`${path}/archive`)).body.status, 2)
  assert.equal((await get('membership_types')).body.data.at(-1).membership_type_id, creation.body.membership_type_id)
})

test('a payment option has its id as text and the end of its plan in Unix seconds', async () => {
  const creation = await post('membership_payment_options', { title: 'Ten months', number_of_instalments: 10 })
  assert.equal(creation.status, 201, creation.text)
  assert.deepEqual(creation.body, {
    membership_payment_option_id: String(creation.body.membership_payment_option_id),
    title: 'Ten months',
    auto_renewal: 0,
    fixed_end_date: null,
    number_of_instalments: 10,
    months_between: 1,
    collection: 'by_hand',
    order_by: 0,
    status: 1,
  })
  assert.equal(typeof creation.body.membership_payment_option_id, 'string')
  const path = `membership_payment_options/${creation.body.membership_payment_option_id}`
  const changed = await patch(path, { fixed_end_date: 1_780_272_000, auto_renewal: 1, months_between: 2 })
  assert.deepEqual(changed.body, {
    ...creation.body,
    fixed_end_date: 1_780_272_000,
    auto_renewal: 1,
    months_between: 2,
  })
  assert.equal((await post(`${path}/archive`)).body.status, 2)
})

test('a price finer than the currency, a day that does not exist and a flag of 2 are refused by name', async () => {
  const membership_category_id = await category()
  const wrong = {
    membership_category_id,
    title: 'x',
    price: -1,
    expires: '2026-02-29',
    show_online: 2,
    order_by: 2 ** 31,
  }
  const { status, body } = await post('membership_types', wrong)
  assert.equal(status, 400)
  assert.deepEqual(body.error.errors.map(({ param }: { param: string }) => param).toSorted(), [
    'expires',
    'order_by',
    'price',
    'show_online',
  ])
  const fine = await post('membership_types', { membership_category_id, title: 'x', price: 1.005 })
  assert.deepEqual([fine.status, fine.body.error.param], [400, 'price'], fine.text)
  const yen = await house.organisation({ currency: 'JPY', country: 'JP', timezone: 'Asia/Tokyo' })
  const theirs = { membership_category_id: await category('S', yen), title: 'x' }
  assert.equal((await post('membership_types', { ...theirs, price: 0.5 }, yen)).status, 400)
  assert.equal((await post('membership_types', { ...theirs, price: 5000 }, yen)).body.price, 5000)
})

test('a colour, an address and a status that are none are refused', async () => {
  const wrong = { title: 'x', hex_color: 'green', image: 'a.png', status: 2 }
  const { status, body } = await post('membership_categories', wrong)
  assert.equal(status, 400)
  assert.deepEqual(body.error.errors.map(({ param }: { param: string }) => param).toSorted(), [
    'hex_color',
    'image',
    'status',
  ])
})

test('an archived category takes no types, and an archived seat map no category', async () => {
  const membership_category_id = await category()
  await post(`membership_categories/${membership_category_id}/archive`)
  const type = await post('membership_types', { membership_category_id, title: 'x', price: 1 })
  assert.deepEqual([type.status, type.body.error.param], [409, 'membership_category_id'])
  const sections = [{ title: 'A', rows: [{ seats: [{ title: '1' }] }] }]
  const { seat_map_id } = (await post('seat_maps', { title: 'Old ground', sections })).body
  await post(`seat_maps/${seat_map_id}/archive`)
  const chosen = await post('membership_categories', { title: 'x', membership_seat_map_id: seat_map_id })
  assert.deepEqual([chosen.status, chosen.body.error.code], [409, 'state_conflict'])
})

test('a type whose category is changed by another request meanwhile is found all the same', async () => {
  const [from, to] = [await category('From'), await category('To')]
  const creation = await post('membership_types', { membership_category_id: from, title: 'x', price: 1 })
  const id = creation.body.membership_type_id
  const changed = await house.sql.begin(async (tx) => {
    await tx`
      update membership_types
      set membership_category_id = ${to}
      where org_id = ${club.orgId}
        and membership_type_id = ${id}`
    const waiting = patch(`membership_types/${id}`, { title: 'y' })
    await awaitedLock(house.sql)
    return { waiting }
  })
  const { status, body } = await changed.waiting
  assert.deepEqual([status, body.title, body.category_title], [200, 'y', 'To'])
})

test('another organisation’s category, map and type are not found', async () => {
  const foreign = await category('Theirs', other)
  const type = await post('membership_types', { membership_category_id: foreign, title: 'x', price: 1 })
  assert.deepEqual([type.status, type.body.error.param], [404, 'membership_category_id'])
  assert.equal((await get(`membership_categories/${foreign}`)).status, 404)
  assert.equal((await patch(`membership_categories/${foreign}`, { title: 'ours' })).status, 404)
  assert.equal((await post(`membership_categories/${foreign}/archive`)).status, 404)
  const map = await post('membership_categories', { title: 'x', membership_seat_map_id: 999_999 })
  assert.deepEqual([map.status, map.body.error.param], [404, 'membership_seat_map_id'])
})
