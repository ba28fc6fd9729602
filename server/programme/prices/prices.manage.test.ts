import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub, refusal } from '../../../tests/builders/clubs.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { auditOf, messagesAbout } from '../../../tests/builders/records.ts'

const club = await openClub()
const { house, manage } = club
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))
const unix = () => Math.floor(house.clock().getTime() / 1000)
const change = (priceId: number, body: Record<string, unknown>) => manage('PATCH', `/prices/${priceId}`, body)

test('a price is created under its event with every field, and shown with local times of the event’s zone', async () => {
  const event = await club.event({ timezone: 'Australia/Adelaide' })
  const { price_category_id } = await club.category(event.event_id)
  const membership_type_id = await addMembershipType(house, club.tenant, { title: 'Gold' })
  const sent = {
    title: 'Family',
    price: 99.95,
    rebate: 1.5,
    service_fee: 3,
    service_tax: 0.3,
    group_ticket: true,
    tickets_included: 4,
    max_per_order: 2,
    max_per_customer: 5,
    available_from_unix: Date.UTC(2026, 0, 10) / 1000,
    available_until_unix: Date.UTC(2026, 6, 10) / 1000,
    membership_type_id,
    show_online: false,
    show_boxoffice: true,
    scanning_flag: 2,
    concession: 'child',
    gate_check: 'Under 16',
    currency: 'AUD',
    limit_places: 40,
    price_status: 'active',
    order_by: 3,
    tax_rate_id: null,
  }
  const newPrice = await club.price(event.event_id, price_category_id, sent)
  assert.deepEqual(newPrice, {
    ...sent,
    price_id: newPrice.price_id,
    event_id: event.event_id,
    price_category_id,
    price_category_title: 'Terrace',
    tax: 0,
    translations: {},
    total: 103.25,
    membership_type_name: 'Gold',
    membership_type_ids: [membership_type_id],
    max_per_member: null,
    reserved_seating: false,
    local_available_from_unix: sent.available_from_unix + 10.5 * 3600,
    local_available_until_unix: sent.available_until_unix + 9.5 * 3600,
    status: 'ended',
    available: 10,
  })
  assert.deepEqual((await manage('GET', `/prices/${newPrice.price_id}`)).body, newPrice)
  const list = (await manage('GET', `/events/${event.event_id}/prices`)).body
  assert.deepEqual([list.object, list.data], ['prices', [newPrice]])
})

test('a price that says little is for one ticket, free of fees, open, for everybody, everywhere', async () => {
  const { price } = await club.offer()
  const { price_id, price_category_id, event_id, ...rest } = price
  assert.deepEqual(rest, {
    price_category_title: 'Terrace',
    tax: 0,
    translations: {},
    title: 'Adult',
    price: 25,
    rebate: 0,
    service_fee: 0,
    service_tax: 0,
    total: 25,
    group_ticket: false,
    available_from_unix: null,
    available_until_unix: null,
    local_available_from_unix: null,
    local_available_until_unix: null,
    membership_type_id: null,
    membership_type_name: null,
    membership_type_ids: [],
    max_per_member: null,
    show_online: true,
    show_boxoffice: true,
    status: 'active',
    tickets_included: 1,
    reserved_seating: false,
    max_per_order: 10,
    max_per_customer: null,
    scanning_flag: 1,
    concession: null,
    gate_check: null,
    currency: 'AUD',
    price_status: 'active',
    order_by: 0,
    tax_rate_id: null,
    limit_places: null,
    available: 100,
  })
})

test('each change is in the audit log and goes out as event.updated with the event and the price', async () => {
  const { event, price } = await club.offer()
  const changed = (await change(price.price_id, { price: 30 })).body
  assert.deepEqual(changed, { ...price, price: 30, total: 30 })
  const archived = (await manage('POST', `/prices/${price.price_id}/archive`)).body
  assert.deepEqual(archived, { ...changed, price_status: 'archived', status: 'inactive' })
  const log = await auditOf(house, club.tenant, 'price', price.price_id)
  assert.deepEqual(
    log.map(({ action, before }) => [action, before]),
    [
      ['price.created', null],
      ['price.changed', { price: 25, total: 25 }],
      ['price.archived', { status: 'active', price_status: 'active' }],
    ],
  )
  const messages = await messagesAbout(house, club.tenant, 'event', event.event_id)
  assert.deepEqual(
    messages.slice(2).map(({ type, payload }) => [type, payload.data]),
    [price, changed, archived].map((shown) => ['event.updated', { event, price: shown }]),
  )
})

const refused: [sentence: string, body: object, param: string][] = [
  [
    'a sale that ends when it starts is refused',
    { available_from_unix: 9, available_until_unix: 9 },
    'available_until_unix',
  ],
  ['a rebate above the service fee is refused', { service_fee: 1, rebate: 1.01 }, 'rebate'],
  ['several tickets without group_ticket are refused', { tickets_included: 2 }, 'tickets_included'],
  ['another currency than the event’s is refused', { currency: 'NZD' }, 'currency'],
  ['an amount finer than the currency is refused', { service_fee: 0.005 }, 'service_fee'],
  ['a negative amount is refused', { price: -1 }, 'price'],
  ['a scanning flag that does not exist is refused', { scanning_flag: 4 }, 'scanning_flag'],
  ['a group of more than a hundred is refused', { group_ticket: true, tickets_included: 101 }, 'tickets_included'],
  ['archiving by status is refused: it is a step of its own', { price_status: 'archived' }, 'price_status'],
]
for (const [sentence, body, param] of refused) {
  test(`${sentence}, when it is created and when it is changed`, async () => {
    const { event, category, price } = await club.offer()
    const { price_category_id } = category
    const sent = { price_category_id, title: 'Bad', price: 1, ...body }
    assert.deepEqual(refusal(await manage('POST', `/events/${event.event_id}/prices`, sent)), [400, param])
    assert.deepEqual(refusal(await change(price.price_id, { ...body })), [400, param])
  })
}

test('a window, a fee or a group that is right only together with what is there already is checked with it', async () => {
  const { price } = await club.offer({}, { service_fee: 2, rebate: 2, available_from_unix: 1000 })
  assert.deepEqual(refusal(await change(price.price_id, { service_fee: 1 })), [400, 'rebate'])
  assert.deepEqual(refusal(await change(price.price_id, { available_until_unix: 999 })), [400, 'available_until_unix'])
  const cleared = await change(price.price_id, { available_from_unix: null, available_until_unix: 999 })
  assert.deepEqual([cleared.status, cleared.body.status], [200, 'ended'])
})

test('a category or a membership type of another event or organisation is not found', async () => {
  const { event } = await club.offer()
  const elsewhere = (await club.offer()).category.price_category_id
  const theirs = (await other.offer()).category.price_category_id
  for (const price_category_id of [elsewhere, theirs, 999_999]) {
    const answer = await manage('POST', `/events/${event.event_id}/prices`, { price_category_id, title: 'x', price: 1 })
    assert.deepEqual(refusal(answer), [404, 'price_category_id'])
  }
  const { price } = await club.offer()
  for (const membership_type_id of [await addMembershipType(house, other.tenant), 999_999]) {
    assert.deepEqual(refusal(await change(price.price_id, { membership_type_id })), [404, 'membership_type_id'])
  }
})

test('a price stays in its category, and an archived category takes no new one', async () => {
  const { event, category, price } = await club.offer()
  const { price_category_id } = category
  const moved = await change(price.price_id, { price_category_id })
  assert.deepEqual([moved.status, moved.body.error.code], [400, 'parameter_unknown'])
  await manage('POST', `/price_categories/${price_category_id}/archive`)
  const late = await manage('POST', `/events/${event.event_id}/prices`, { price_category_id, title: 'x', price: 1 })
  assert.deepEqual(refusal(late), [409, 'price_category_id'])
})

test('status follows the switches, the window and the stock', async () => {
  const { category, price } = await club.offer({ capacity: 2 })
  const status = async () => (await manage('GET', `/prices/${price.price_id}`)).body.status
  await change(price.price_id, { available_from_unix: unix() + 60, available_until_unix: unix() + 120 })
  assert.equal(await status(), 'scheduled')
  house.clock.advance(60_000)
  assert.equal(await status(), 'active')
  await sellPlaces(house, club.tenant, price.price_id, 2)
  assert.equal(await status(), 'sold_out')
  house.clock.advance(60_000)
  assert.equal(await status(), 'ended')
  await manage('PATCH', `/price_categories/${category.price_category_id}`, { price_category_status: 'inactive' })
  assert.equal(await status(), 'inactive')
})

test('an archived price comes back when its status is set', async () => {
  const { price } = await club.offer()
  await manage('POST', `/prices/${price.price_id}/archive`)
  assert.equal((await change(price.price_id, { price_status: 'inactive' })).body.status, 'inactive')
  assert.equal((await change(price.price_id, { price_status: 'active' })).body.status, 'active')
})

test('the offer of a cancelled or archived event no longer changes', async () => {
  for (const verb of ['cancel', 'archive']) {
    const { event, category, price } = await club.offer()
    await manage('POST', `/events/${event.event_id}/${verb}`)
    const body = { price_category_id: category.price_category_id, title: 'Late', price: 1 }
    assert.equal((await manage('POST', `/events/${event.event_id}/prices`, body)).status, 409)
    assert.equal((await change(price.price_id, { price: 1 })).status, 409)
    assert.equal((await manage('POST', `/prices/${price.price_id}/archive`)).status, 409)
  }
})

test('another organisation’s event and price are not found', async () => {
  const { event, category, price } = await other.offer()
  const body = { price_category_id: category.price_category_id, title: 'Ours', price: 1 }
  assert.equal((await manage('POST', `/events/${event.event_id}/prices`, body)).status, 404)
  assert.equal((await manage('GET', `/events/${event.event_id}/prices`)).status, 404)
  assert.equal((await manage('GET', `/prices/${price.price_id}`)).status, 404)
  assert.equal((await change(price.price_id, { title: 'Ours' })).status, 404)
  assert.equal((await manage('POST', `/prices/${price.price_id}/archive`)).status, 404)
})
