import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { seatStates } from './seat-states.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })

const seatsOf = (eventId: number, { key = publishable, since = '', headers = {} } = {}) =>
  house.call('GET', `/v1/events/${eventId}/seats${since ? `?since=${since}` : ''}`, { key, headers })

/** What each seat is, in the order of the drawing. */
function namesOf({ seats, states }: { seats: number; states: string }): string[] {
  const bytes = Buffer.from(states, 'base64')
  return Array.from({ length: seats }, (_, n) => seatStates[((bytes[n >> 2] ?? 0) >> ((n & 3) * 2)) & 3] ?? '')
}

/** Past the second that an answer may be old. */
const later = () => house.clock.advance(1_000)

async function ground(rows = 1, seats = 5) {
  const map = await addSeatMap(house, club, { rows, seats })
  const offer = await addSeatedOffer(house, club, map)
  const hold = async (...indexes: number[]) => {
    const { id } = (await shop.open()).body
    const seat_ids = indexes.map((n) => map.seatIds[n])
    const added = await shop.add(id, { price_id: offer.priceId, quantity: seat_ids.length, seat_ids })
    assert.equal(added.status, 201, added.text)
    return id as string
  }
  return { ...map, ...offer, hold }
}

test('a seat is free, in a basket, taken, or not for sale', async () => {
  const { eventId, seatIds, hold } = await ground()
  await hold(1)
  await shop.checkOut(await hold(2))
  await house.call('POST', `/v1/manage/seats/${seatIds[3]}/block`, { key: club.key })
  const { status, body } = await seatsOf(eventId)
  assert.equal(status, 200)
  assert.deepEqual(namesOf(body as never), ['free', 'held', 'taken', 'not_for_sale', 'free'])
})

test('the seat of a season member is simply taken, and no name is in the answers', async () => {
  const { eventId, seatIds } = await ground()
  await addMember(house, club, { membership_seat_id: seatIds[0] ?? 0, first_name: 'Wilhelmina' })
  const state = await seatsOf(eventId)
  assert.equal(namesOf(state.body as never)[0], 'taken')
  const drawing = await house.call('GET', `/v1/events/${eventId}/seats/${state.body.version}`, { key: publishable })
  assert.equal(drawing.status, 200)
  assert.doesNotMatch(state.text + drawing.text, /Wilhelmina|first_name|member/)
})

test('a hold that has expired is free again, by the clock of the database and not when the sweeper runs', async () => {
  const { eventId, hold } = await ground()
  await hold(0)
  later()
  assert.equal(namesOf((await seatsOf(eventId)).body as never)[0], 'held')
  house.clock.advance(16 * MINUTE_MS)
  assert.equal(namesOf((await seatsOf(eventId)).body as never)[0], 'free')
})

test('the drawing says where each seat is, whose category it is in, and never changes under its version', async () => {
  const { eventId, seatIds, sectionId, priceCategoryId, seatMapId } = await ground(2, 3)
  const { version } = (await seatsOf(eventId)).body
  const path = (of: string) => `/v1/events/${eventId}/seats/${of}`
  const { body, headers } = await house.call('GET', path(version), { key: publishable })
  assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable')
  const { layout, ...section } = body.sections[0]
  assert.deepEqual(section, {
    ...{ seat_section_id: sectionId, title: 'North', sub_section_title: null, price_category_id: priceCategoryId },
    ...{ first: 0, seats: 6, best_seats: 'front', flags: {} },
    rows: [
      { title: 'A', position: 1, runs: [{ seat_id: seatIds[0], title: '1', step: 1, position: 1, count: 3 }] },
      { title: 'B', position: 2, runs: [{ seat_id: seatIds[3], title: '1', step: 1, position: 1, count: 3 }] },
    ],
  })
  const moved = { ...layout, rotation: 90 }
  const change = { key: club.key, body: { layout: moved } }
  await house.call('PATCH', `/v1/manage/seat_maps/${seatMapId}/sections/${sectionId}`, change)
  later()
  const { version: next } = (await seatsOf(eventId)).body
  assert.notEqual(next, version)
  const redrawn = await house.call('GET', path(next), { key: publishable })
  assert.deepEqual(redrawn.body.sections[0].layout, moved)
  assert.equal((await house.call('GET', path(version), { key: publishable })).status, 404)
})

test('a page that names the revision it knows is told what has changed, or everything where it is forgotten', async () => {
  const { eventId, hold } = await ground()
  const first = (await seatsOf(eventId)).body
  const basketId = await hold(3, 4)
  later()
  const { body: second } = await seatsOf(eventId, { since: first.revision })
  assert.deepEqual(
    [second.since, second.states, second.changes],
    [first.revision, null, { not_for_sale: [], free: [], held: [3, 4], taken: [] }],
  )
  await shop.checkOut(basketId)
  later()
  const { body: third } = await seatsOf(eventId, { since: first.revision })
  assert.deepEqual(third.changes, { not_for_sale: [], free: [], held: [], taken: [3, 4] })
  const { body: unknown } = await seatsOf(eventId, { since: 'AAAAAAAAAAAAAAAA' })
  assert.deepEqual([unknown.since, unknown.changes, unknown.revision], [null, null, third.revision])
  assert.equal(namesOf(unknown as never)[3], 'taken')
})

test('nothing is sent to a page that has it, and what is large is compressed for those who can read it', async () => {
  const { eventId } = await ground(20, 500)
  const { headers } = await seatsOf(eventId)
  const again = await seatsOf(eventId, { headers: { 'if-none-match': String(headers.etag) } })
  assert.deepEqual([again.status, again.text], [304, ''])
  const answer = await house.app.inject({
    url: `/v1/events/${eventId}/seats`,
    headers: { authorization: `Bearer ${publishable}`, 'accept-encoding': 'gzip' },
  })
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.equal(JSON.parse(gunzipSync(answer.rawPayload).toString()).seats, 10_000)
})

test('a crowd is answered from memory: one reading a second, however many ask', async () => {
  const { eventId } = await ground()
  const readingsOf = async (asked: number) => {
    const statements = await statementsOf(house, async () => {
      const answers = await Promise.all(Array.from({ length: asked }, () => seatsOf(eventId)))
      assert.ok(answers.every(({ status }) => status === 200))
    })
    return statements.filter(({ text }) => text.includes('drawing_revision')).length
  }
  assert.equal(await readingsOf(300), 1)
  assert.equal(await readingsOf(300), 0)
  later()
  assert.equal(await readingsOf(300), 1)
})

test('an event that is not there costs a crowd one reading, too', async () => {
  const statements = await statementsOf(house, async () => {
    for (let n = 0; n < 50; n += 1) assert.equal((await seatsOf(888_888_888)).status, 404)
  })
  assert.equal(statements.filter(({ text }) => text.includes('drawing_revision')).length, 1)
})

test('a draft, another organisation’s event and one without numbered seats are not there', async () => {
  const other = await house.organisation()
  const { eventId } = await ground()
  const { eventId: standing } = await addOffer(house, club)
  const draft = await addSeatedOffer(house, club, await addSeatMap(house, club), { event_status_id: 0 })
  for (const [id, key] of [
    [eventId, other.key],
    [standing, publishable],
    [draft.eventId, publishable],
    [999_999_999, publishable],
  ] as const) {
    const { status, body } = await seatsOf(id, { key })
    assert.deepEqual([status, body.error?.code], [404, 'resource_missing'], String(id))
  }
  assert.equal((await seatsOf(draft.eventId, { key: club.key })).status, 200)
})
