import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../../tests/builders/baskets.ts'
import { clubOf, openClub, refusal } from '../../../tests/builders/clubs.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { auditOf, messagesAbout } from '../../../tests/builders/records.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'

const club = await openClub()
const { house, orgId, manage } = club
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))
const inOneSecond = () => new Date(house.clock().getTime() + 1000)
const change = (categoryId: number, body: Record<string, unknown>) =>
  manage('PATCH', `/price_categories/${categoryId}`, body)

test('a price category is created under its event, listed, retrieved, changed and archived', async () => {
  const { event_id } = await club.event()
  const newCategory = await club.category(event_id, { section_label: 'North Terrace', order_by: 2 })
  assert.deepEqual(newCategory, {
    price_category_id: newCategory.price_category_id,
    event_id,
    title: 'Terrace',
    section_label: 'North Terrace',
    translations: {},
    price_category_status: 'active',
    order_by: 2,
    capacity: 100,
    sold: 0,
    held: 0,
    season: 0,
    available: 100,
    gate_ids: [],
    seat_section_ids: [],
  })
  const list = (await manage('GET', `/events/${event_id}/price_categories`)).body
  assert.deepEqual([list.object, list.data], ['price_categories', [newCategory]])
  const changed = await change(newCategory.price_category_id, { title: 'Stand', capacity: 50, section_label: null })
  assert.deepEqual(changed.body, { ...newCategory, title: 'Stand', capacity: 50, available: 50, section_label: null })
  const path = `/price_categories/${newCategory.price_category_id}`
  assert.deepEqual((await manage('GET', path)).body, changed.body)
  assert.equal((await manage('POST', `${path}/archive`)).body.price_category_status, 'archived')
})

test('each change is in the audit log and goes out as event.updated with the event and the category', async () => {
  const event = await club.event()
  const newCategory = await club.category(event.event_id)
  const changed = await change(newCategory.price_category_id, { capacity: 7 })
  const log = await auditOf(house, club.tenant, 'price_category', newCategory.price_category_id)
  assert.deepEqual(
    log.map(({ action, before }) => [action, before]),
    [
      ['price_category.created', null],
      ['price_category.changed', { capacity: 100, available: 100 }],
    ],
  )
  const messages = await messagesAbout(house, club.tenant, 'event', event.event_id)
  assert.deepEqual(
    messages.slice(1).map(({ type, payload }) => [type, payload.data]),
    [
      ['event.updated', { event, price_category: newCategory }],
      ['event.updated', { event, price_category: changed.body }],
    ],
  )
})

test('an empty change changes nothing and sends no message', async () => {
  const { event_id } = await club.event()
  const newCategory = await club.category(event_id)
  assert.deepEqual((await change(newCategory.price_category_id, {})).body, newCategory)
  const log = await auditOf(house, club.tenant, 'price_category', newCategory.price_category_id)
  assert.equal(log.length, 1)
})

test('capacity goes down to what is sold and held, and not below', async () => {
  const { category, price } = await club.offer({ capacity: 10 })
  await sellPlaces(house, club.tenant, price.price_id, 3)
  await holdPlaces(house, club.tenant, price.price_id, 2, inOneSecond())
  const below = await change(category.price_category_id, { capacity: 4 })
  assert.deepEqual(refusal(below), [409, 'capacity'])
  assert.equal(below.body.error.message, 'capacity must be at least 5: 3 places are sold and 2 are held.')
  const { capacity, sold, held, available } = (await change(category.price_category_id, { capacity: 5 })).body
  assert.deepEqual({ capacity, sold, held, available }, { capacity: 5, sold: 3, held: 2, available: 0 })
})

test('expired holds do not count: capacity goes down past them, and they go back to pool and price', async () => {
  const { category, price } = await club.offer({ capacity: 10 }, { limit_places: 8 })
  await sellPlaces(house, club.tenant, price.price_id, 3)
  await holdPlaces(house, club.tenant, price.price_id, 2, house.clock())
  await holdPlaces(house, club.tenant, price.price_id, 1, inOneSecond())
  const shown = (await manage('GET', `/price_categories/${category.price_category_id}`)).body
  assert.deepEqual([shown.held, shown.available], [1, 6])
  assert.equal((await change(category.price_category_id, { capacity: 4 })).status, 200)
  const [row] = await house.sql`
    select c.sold, c.held, p.sold as price_sold, p.held as price_held,
      (select count(*) from holds h where h.org_id = c.org_id and h.price_category_id = c.price_category_id) as holds
    from price_categories c
    join prices p on p.org_id = c.org_id and p.price_category_id = c.price_category_id
    where c.org_id = ${orgId}
      and c.price_category_id = ${category.price_category_id}`
  assert.deepEqual({ ...row }, { sold: 3, held: 1, price_sold: 3, price_held: 1, holds: 1 })
})

test('capacity that is lowered while places are being sold waits, and counts them', async () => {
  const { category, price } = await club.offer({ capacity: 10 })
  const lowered = await whileUncommitted(
    house.sql,
    (tx) => sellPlaces({ sql: tx }, club.tenant, price.price_id, 5),
    () => change(category.price_category_id, { capacity: 4 }),
  )
  assert.equal(lowered.body.error.message, 'capacity must be at least 5: 5 places are sold and 0 are held.')
})

test('a category is archived when no one is coming for its places, and comes back when its status is set', async () => {
  const { category, price } = await club.offer()
  const path = `/price_categories/${category.price_category_id}`
  await holdPlaces(house, club.tenant, price.price_id, 1, inOneSecond())
  assert.equal((await manage('POST', `${path}/archive`)).status, 409)
  house.clock.advance(1000)
  assert.equal((await manage('POST', `${path}/archive`)).status, 200)
  assert.equal((await manage('GET', `/prices/${price.price_id}`)).body.status, 'inactive')
  assert.equal((await change(category.price_category_id, { price_category_status: 'active' })).status, 200)
  await sellPlaces(house, club.tenant, price.price_id, 1)
  assert.equal((await manage('POST', `${path}/archive`)).status, 409)
})

test('the offer of a cancelled or archived event no longer changes', async () => {
  for (const verb of ['cancel', 'archive']) {
    const { event, category } = await club.offer()
    await manage('POST', `/events/${event.event_id}/${verb}`)
    const body = { title: 'Late', capacity: 1 }
    assert.equal((await manage('POST', `/events/${event.event_id}/price_categories`, body)).status, 409)
    assert.equal((await change(category.price_category_id, { capacity: 1 })).status, 409)
    assert.equal((await manage('POST', `/price_categories/${category.price_category_id}/archive`)).status, 409)
  }
})

test('another organisation’s event and category are not found', async () => {
  const { event, category } = await other.offer()
  const body = { title: 'Ours', capacity: 1 }
  assert.equal((await manage('POST', `/events/${event.event_id}/price_categories`, body)).status, 404)
  assert.equal((await manage('GET', `/events/${event.event_id}/price_categories`)).status, 404)
  assert.equal((await manage('GET', `/price_categories/${category.price_category_id}`)).status, 404)
  assert.equal((await change(category.price_category_id, body)).status, 404)
})
