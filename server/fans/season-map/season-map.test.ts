import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { grace } from '../../../tests/builders/membership-sale.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeason, seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { seatStates } from '../../programme/event-seats/seat-states.ts'

const { house, club } = await openSettlingHouse()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })

const seatsOf = (seasonId: number, { key = publishable, since = '', headers = {} } = {}) =>
  house.call('GET', `/v1/storefront/seasons/${seasonId}/seats${since ? `?since=${since}` : ''}`, { key, headers })

/** What each seat is, in the order of the drawing. */
async function namesOf(seasonId: number): Promise<string[]> {
  // Past the seconds that an answer may be old.
  house.clock.advance(5_000)
  const { body, text } = await seatsOf(seasonId)
  assert.equal(typeof body.states, 'string', text)
  const bytes = Buffer.from(body.states, 'base64')
  return Array.from({ length: body.seats }, (_, n) => seatStates[((bytes[n >> 2] ?? 0) >> ((n & 3) * 2)) & 3] ?? '')
}

/** A stand in a row, sold at two events of its season. */
async function openSeason(seats = 5) {
  const map = await addSeatMap(house, club, { rows: 1, seats })
  const offers = [await addSeatedOffer(house, club, map), await addSeatedOffer(house, club, map)]
  const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
  const member = (n: number) => ({ membership_type_id: typeId, member: grace, seat_id: map.seatIds[n] })
  const ticket = (n: number, ofEvent = 0) => ({ price_id: offers[ofEvent]?.priceId, seat_ids: [map.seatIds[n]] })
  const hold = async (item: object): Promise<string> => {
    const { body, text } = await shop.open({ items: [item] })
    assert.equal(body.status, 'open', text)
    return body.id
  }
  return { ...map, offers, seasonId, typeId, member, ticket, hold }
}

test('a seat is free for the season that can be had at each of its events to come', async () => {
  const { seasonId, seatIds, member, ticket, hold } = await openSeason()
  await shop.checkOut(await hold(member(0)))
  await hold(member(1))
  await shop.checkOut(await hold(ticket(2, 1)))
  await house.call('POST', `/v1/manage/seats/${seatIds[3]}/block`, { key: club.key })
  assert.deepEqual(await namesOf(seasonId), ['taken', 'held', 'taken', 'not_for_sale', 'free'])
})

test('what baskets have let run out is free again, for the season and for a match', async () => {
  const { seasonId, member, ticket, hold } = await openSeason(3)
  await hold(member(0))
  await hold(ticket(1))
  assert.deepEqual(await namesOf(seasonId), ['held', 'held', 'free'])
  house.clock.advance(HOUR_MS)
  assert.deepEqual(await namesOf(seasonId), ['free', 'free', 'free'])
})

test('a ticket of a match that is over, and one outside of the season, take nothing from it', async () => {
  const { seasonId, offers, seatIds, hold, ticket, ...map } = await openSeason(2)
  const outside = await addSeatedOffer(house, club, { ...map, seatIds })
  await house.call('DELETE', `/v1/manage/seasons/${seasonId}/events/${outside.eventId}`, { key: club.key })
  await shop.checkOut(await hold(ticket(0)))
  await shop.checkOut(await hold({ price_id: outside.priceId, seat_ids: [seatIds[1]] }))
  assert.deepEqual(await namesOf(seasonId), ['taken', 'free'])
  await house.sql`
    update events
    set event_status_id = 3
    where org_id = ${club.orgId}
      and event_id = ${offers[0]?.eventId ?? 0}`
  assert.deepEqual(await namesOf(seasonId), ['free', 'free'])
})

test('where the places of a stand are gone at one match, its free seats are not for sale', async () => {
  const { seasonId, offers, hold, ticket } = await openSeason(3)
  await shop.checkOut(await hold(ticket(0)))
  await house.sql`
    update price_categories
    set capacity = 1
    where org_id = ${club.orgId}
      and price_category_id = ${offers[0]?.priceCategoryId ?? 0}`
  assert.deepEqual(await namesOf(seasonId), ['taken', 'not_for_sale', 'not_for_sale'])
})

test('a page is told what has changed, has the drawing for good, and learns nothing of who sits where', async () => {
  const { seasonId, seatIds, sectionId, member, hold } = await openSeason(3)
  const first = await seatsOf(seasonId)
  await shop.checkOut(await hold(member(2)))
  house.clock.advance(5_000)
  const second = await seatsOf(seasonId, { since: first.body.revision })
  assert.deepEqual(second.body.changes, { not_for_sale: [], free: [], held: [], taken: [2] })
  const again = await seatsOf(seasonId, { headers: { 'if-none-match': String(second.headers.etag) } })
  assert.deepEqual([again.status, again.text], [304, ''])
  const path = `/v1/storefront/seasons/${seasonId}/seats/`
  const drawing = await house.call('GET', path + second.body.version, { key: publishable })
  assert.equal(drawing.headers['cache-control'], 'private, max-age=31536000, immutable')
  const { seat_section_id, price_category_id, rows } = drawing.body.sections[0]
  assert.deepEqual([drawing.body.season_id, seat_section_id, price_category_id], [seasonId, sectionId, null])
  assert.deepEqual(rows[0].runs, [{ seat_id: seatIds[0], title: '1', step: 1, position: 1, count: 3 }])
  assert.doesNotMatch(first.text + second.text + drawing.text, /Okafor|first_name|member/)
  assert.equal((await house.call('GET', `${path}AAAAAAAAAAAAAAAA`, { key: publishable })).status, 404)
})

test('a crowd is answered from memory: one reading in five seconds, however many ask', async () => {
  const { seasonId } = await openSeason()
  const readingsOf = async () => {
    const statements = await statementsOf(house, async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => seatsOf(seasonId)))
      assert.ok(answers.every(({ status }) => status === 200))
    })
    return statements.filter(({ text }) => text.includes('drawing_revision')).length
  }
  assert.equal(await readingsOf(), 1)
  house.clock.advance(2_000)
  assert.equal(await readingsOf(), 0)
  house.clock.advance(3_000)
  assert.equal(await readingsOf(), 1)
})

test('a season that is not on sale online is staff’s alone, and one without seats or of another club is not there', async () => {
  const { seasonId, typeId } = await openSeason()
  const { key: otherKey } = await house.organisation()
  await addOffer(house, club)
  const unseated = await addSeason(house, club)
  for (const [id, key] of [
    [seasonId, otherKey],
    [unseated, publishable],
    [unseated, club.key],
    [999_999_999, publishable],
  ] as const) {
    assert.equal((await seatsOf(id, { key })).status, 404, String(id))
  }
  const change = { key: club.key, body: { show_online: 0 } }
  const changed = await house.call('PATCH', `/v1/manage/membership_types/${typeId}`, change)
  assert.equal(changed.status, 200, changed.text)
  house.clock.advance(5_000)
  assert.equal((await seatsOf(seasonId)).status, 404)
  assert.equal((await seatsOf(seasonId, { key: club.key })).status, 200)
})
