import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub, refusal } from '../../../tests/builders/clubs.ts'

const club = await openClub()
const { house, orgId, manage } = club
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))
const change = (categoryId: number, body: Record<string, unknown>) =>
  manage('PATCH', `/price_categories/${categoryId}`, body)

test('gates restrict a category; null or an empty list lets it in everywhere again', async () => {
  const { venue_id } = await club.venue()
  const [north, south] = [await club.gate(venue_id), await club.gate(venue_id)]
  const { event_id } = await club.event({ venue_id })
  const gate_ids = [north.gate_id, south.gate_id]
  const newCategory = await club.category(event_id, { gate_ids: [south.gate_id, north.gate_id, south.gate_id] })
  assert.deepEqual(newCategory.gate_ids, gate_ids)
  const one = await change(newCategory.price_category_id, { gate_ids: [south.gate_id] })
  assert.deepEqual(one.body.gate_ids, [south.gate_id])
  assert.deepEqual((await change(newCategory.price_category_id, { title: 'Same gates' })).body.gate_ids, [
    south.gate_id,
  ])
  assert.deepEqual((await change(newCategory.price_category_id, { gate_ids: [] })).body.gate_ids, [])
  await change(newCategory.price_category_id, { gate_ids })
  const form = { key: (await house.key(orgId)) ?? '', form: 'gate_ids=' }
  const cleared = await house.call('PATCH', `/v1/manage/price_categories/${newCategory.price_category_id}`, form)
  assert.deepEqual(cleared.body.gate_ids, [])
})

test('a change of gates alone is in the audit log', async () => {
  const { venue_id } = await club.venue()
  const { gate_id } = await club.gate(venue_id)
  const { event_id } = await club.event({ venue_id })
  const { price_category_id } = await club.category(event_id)
  await change(price_category_id, { gate_ids: [gate_id] })
  const [entry] = await house.sql`
    select before, after
    from audit_log
    where org_id = ${orgId}
      and action = 'price_category.changed'
      and object_id = ${price_category_id}`
  assert.deepEqual({ ...entry }, { before: { gate_ids: [] }, after: { gate_ids: [gate_id] } })
})

test('a gate of another venue, of another organisation or unknown is not found, and nothing changes', async () => {
  const { venue_id } = await club.venue()
  const { gate_id } = await club.gate(venue_id)
  const { event_id } = await club.event({ venue_id })
  const newCategory = await club.category(event_id, { gate_ids: [gate_id] })
  const elsewhere = await club.gate((await club.venue()).venue_id)
  const theirs = await other.gate((await other.venue()).venue_id)
  for (const id of [elsewhere.gate_id, theirs.gate_id, 999_999]) {
    const answer = await change(newCategory.price_category_id, { title: 'x', gate_ids: [gate_id, id] })
    assert.deepEqual(refusal(answer), [404, 'gate_ids'])
  }
  assert.deepEqual((await manage('GET', `/price_categories/${newCategory.price_category_id}`)).body, newCategory)
})

test('sections of the event’s map are sold in one category at most', async () => {
  const { seatMapId, sectionId } = await club.seatMap()
  const { event_id } = await club.event({ seat_map_id: seatMapId })
  const newCategory = await club.category(event_id, { seat_section_ids: [sectionId] })
  assert.deepEqual(newCategory.seat_section_ids, [sectionId])
  const body = { title: 'Second', capacity: 1, seat_section_ids: [sectionId] }
  const twice = await manage('POST', `/events/${event_id}/price_categories`, body)
  assert.deepEqual(refusal(twice), [409, 'seat_section_ids'])
  await change(newCategory.price_category_id, { seat_section_ids: null })
  assert.equal((await manage('POST', `/events/${event_id}/price_categories`, body)).status, 201)
})

test('sections need a map, and one of another map is not found', async () => {
  const { seatMapId } = await club.seatMap()
  const { sectionId } = await club.seatMap()
  const mapless = await club.event()
  const body = { title: 'Seats', capacity: 1, seat_section_ids: [sectionId] }
  const early = await manage('POST', `/events/${mapless.event_id}/price_categories`, body)
  assert.deepEqual(refusal(early), [409, 'seat_section_ids'])
  const { event_id } = await club.event({ seat_map_id: seatMapId })
  const astray = await manage('POST', `/events/${event_id}/price_categories`, body)
  assert.deepEqual(refusal(astray), [404, 'seat_section_ids'])
})
