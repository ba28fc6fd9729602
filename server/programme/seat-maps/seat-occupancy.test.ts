import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { giveSeasonSeat, seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { orgId } = club

const call = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
/** The map of the example without the first of its two seats. */
const withoutFirst = {
  title: 'Ground',
  sections: [{ title: 'North', rows: [{ title: 'A', seats: [{ title: '2' }] }] }],
}
const code = async (answer: ReturnType<typeof call>) => (await answer).body.error?.code

/** A ticket for the seat at an event that starts then. */
async function sellSeat(seatMapId: number, seatId: number, startsAt: Date): Promise<void> {
  const event = { seat_map_id: seatMapId, starts_at: startsAt }
  const { eventId, priceId } = await addOffer(house, club, { event })
  await sellPlaces(house, club, priceId, 1)
  await house.sql`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id)
    select org_id, event_id, ${seatId}, ticket_id
    from tickets
    where org_id = ${orgId}
      and event_id = ${eventId}`
}

const inDays = (days: number) => new Date(house.clock().getTime() + days * 24 * 3600 * 1000)

test('a seat that a fan has a ticket for at an event to come is neither blocked nor taken off the map', async () => {
  const { seatMapId, seatId } = await addSeatMap(house, club)
  await sellSeat(seatMapId, seatId, inDays(7))
  assert.equal(await code(call('POST', `seats/${seatId}/block`)), 'seat_taken')
  assert.equal(await code(call('PUT', `seat_maps/${seatMapId}`, withoutFirst)), 'seat_taken')
})

test('a ticket for an event that is over keeps no seat', async () => {
  const { seatMapId, seatId } = await addSeatMap(house, club)
  await sellSeat(seatMapId, seatId, inDays(-7))
  assert.equal((await call('POST', `seats/${seatId}/block`)).status, 200)
  assert.equal((await call('PUT', `seat_maps/${seatMapId}`, withoutFirst)).status, 200)
})

test('a map that a live event uses is not archived', async () => {
  const { seatMapId } = await addSeatMap(house, club)
  const eventId = await addEvent(house, club, { seat_map_id: seatMapId, event_status_id: 1 })
  assert.equal(await code(call('POST', `seat_maps/${seatMapId}/archive`)), 'state_conflict')
  await call('POST', `events/${eventId}/cancel`)
  assert.equal((await call('POST', `seat_maps/${seatMapId}/archive`)).status, 200)
})

test('a block and an import that come while a member is being seated wait, and then see the member', async () => {
  const { seatMapId, seatId } = await addSeatMap(house, club)
  const { seasonId } = await seasonOfMap(house, club, seatMapId)
  const memberId = await addMember(house, club)
  const { blocked, imported } = await house.sql.begin(async (tx) => {
    await giveSeasonSeat({ sql: tx }, club, { seasonId, seatId, memberId })
    const waiting = {
      blocked: code(call('POST', `seats/${seatId}/block`)),
      imported: code(call('PUT', `seat_maps/${seatMapId}`, withoutFirst)),
    }
    await awaitedLock(house.sql, 2)
    return waiting
  })
  assert.deepEqual([await blocked, await imported], ['seat_taken', 'seat_taken'])
})

test('archiving a map waits for a request that is just beginning to use it, and is then refused', async () => {
  const { seatMapId } = await addSeatMap(house, club)
  const { archived } = await house.sql.begin(async (tx) => {
    await tx`
      insert into membership_categories (org_id, title, membership_seat_map_id)
      values (${orgId}, 'Season', ${seatMapId})`
    const waiting = { archived: code(call('POST', `seat_maps/${seatMapId}/archive`)) }
    await awaitedLock(house.sql)
    return waiting
  })
  assert.equal(await archived, 'state_conflict')
})
