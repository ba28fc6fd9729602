import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOffer, addPrice, addSeatedOffer, poolOf, sellSection } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap, addSeats } from '../../../tests/builders/seat-maps.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'
import { finish } from '../../platform/batches/begin-batch.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { newBasketUuid, uuidOfBasket } from './basket-state.ts'
import { fillBaskets } from './fill-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)

/** A map that is sold as one pool; `sell` puts another event on it on sale. */
async function addSeated(rows: number, seats: number, { forMembers = false } = {}) {
  const map = await addSeatMap(house, club, { rows, seats })
  const sell = () => addSeatedOffer(house, club, map, forMembers ? { membership_seat_map_id: map.seatMapId } : {})
  return { ...map, ...(await sell()), sell }
}

const open = async () => (await shop.open()).body.id as string
const seatsOf = ({ items }: Answer['body']): string[] =>
  items.flatMap(({ seats }: { seats: { seat_title: string }[] }) => seats.map(({ seat_title }) => seat_title))

const idsOf = ({ items }: Answer['body']): number[][] =>
  items.map(({ seats }: { seats: { seat_id: number }[] }) => seats.map(({ seat_id }) => seat_id))

test('seats are chosen by name, and each ticket has its own', async () => {
  const { priceId, seatIds, priceCategoryId } = await addSeated(1, 4)
  const id = await open()
  const added = await shop.add(id, { price_id: priceId, quantity: 2, seat_ids: seatIds.slice(1, 3) })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(seatsOf(added.body), ['2', '3'])
  const { body: order } = await shop.checkOut(id)
  assert.deepEqual(
    order.tickets.map((ticket: Record<string, unknown>) => [ticket.section_label, ticket.seat_row, ticket.seat_title]),
    [
      ['North', 'A', '2'],
      ['North', 'A', '3'],
    ],
  )
  const claims =
    await house.sql`select ticket_id from seat_claims where org_id = ${club.orgId} and ticket_id is not null`
  assert.equal(claims.length, 2)
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 4, sold: 2, held: 0, tickets: 2, holds: 0 },
  )
  const taken = await shop.add(await open(), { price_id: priceId, quantity: 2, seat_ids: seatIds.slice(2, 4) })
  assert.equal(taken.body.error.code, 'seat_taken')
  assert.deepEqual(taken.body.error.seat_ids, [seatIds[2]])
})

test('a price without seats refuses them by the parameter that asked for them', async () => {
  const { priceId } = await addOffer(house, club)
  const asked = { seat_ids: { seat_ids: [1] }, best_available: { best_available: true } }
  for (const [param, body] of Object.entries(asked)) {
    const { status, body: answer } = await shop.add(await open(), { price_id: priceId, ...body })
    const named = answer.error?.errors?.map((problem: { param: string }) => problem.param)
    assert.deepEqual([status, answer.error.param, named], [400, param, [param]])
  }
})

test('a seat has one buyer, however many want it at once', async () => {
  const { priceId, seatIds, priceCategoryId } = await addSeated(1, 3)
  const ids = await Promise.all(Array.from({ length: 10 }, open))
  const answers = await Promise.all(ids.map((id) => shop.add(id, { price_id: priceId, seat_ids: seatIds.slice(0, 1) })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const { status, body } of answers) if (status !== 201) assert.equal(body.error.code, 'seat_taken')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 1)
})

test('the best available seats are side by side', async () => {
  const { priceId } = await addSeated(2, 5)
  const best = async (quantity: number) => {
    const { body } = await shop.add(await open(), { price_id: priceId, quantity, best_available: true })
    return (
      body.error ?? body.items[0].seats.map((seat: Record<string, unknown>) => `${seat.seat_row}${seat.seat_title}`)
    )
  }
  assert.deepEqual(await best(3), ['A1', 'A2', 'A3'])
  assert.deepEqual(await best(2), ['A4', 'A5'])
  assert.deepEqual(await best(4), ['B1', 'B2', 'B3', 'B4'])
  const refusal = await best(2)
  assert.equal(refusal.code, 'sold_out')
  assert.deepEqual(await best(1), ['B5'])
})

test('the best seats of several prices of a category are one row’s, where a row has room', async () => {
  const { priceId, seatIds, eventId, priceCategoryId } = await addSeated(2, 6)
  const child = await addPrice(house, club, { eventId, priceCategoryId })
  const both = {
    items: [
      { price_id: priceId, best_available: 2 },
      { price_id: child, best_available: 3 },
    ],
  }
  const { body: family } = await shop.open(both)
  assert.deepEqual(idsOf(family), [seatIds.slice(0, 2), seatIds.slice(2, 5)])
  const { body: next } = await shop.open(both)
  assert.deepEqual(idsOf(next), [seatIds.slice(6, 8), seatIds.slice(8, 11)])
  // No row has five any more, and two and one are had.
  const apart = await shop.open({
    items: [
      { price_id: priceId, best_available: 1 },
      { price_id: child, best_available: 1 },
    ],
  })
  assert.deepEqual(idsOf(apart.body), [[seatIds[5]], [seatIds[11]]])
})

test('so many of the best available seats, of one section if it is named, or how many there are side by side', async () => {
  const north = await addSeated(1, 3)
  const south = { seat_map_id: north.seatMapId, title: 'South', order_by: 1 }
  const southId = await addRow(house, club, 'seat_sections', 'seat_section_id', south)
  const section = { seatMapId: north.seatMapId, sectionId: southId }
  await addSeats(house, club, section, { seats: 5 })
  await sellSection(house, club, north, section)
  await house.sql`
    update price_categories
    set capacity = 8
    where price_category_id = ${north.priceCategoryId}`
  const add = async (body: object) => (await shop.add(await open(), { price_id: north.priceId, ...body })).body
  const inSouth = await add({ best_available: 2, seat_section_id: southId })
  assert.deepEqual([inSouth.items[0].quantity, inSouth.items[0].seats[0].section_label], [2, 'South'])
  assert.deepEqual(seatsOf(inSouth), ['1', '2'])
  const refusal = (await add({ best_available: 4, seat_section_id: southId })).error
  assert.deepEqual([refusal.code, refusal.available], ['sold_out', 3])
  const anywhere = (await add({ best_available: 4 })).error
  assert.deepEqual([anywhere.code, anywhere.available], ['sold_out', 3])
  assert.deepEqual(seatsOf(await add({ best_available: 3, quantity: 3 })), ['1', '2', '3'])
  assert.equal((await add({ best_available: 3, quantity: 2 })).error.param, 'best_available')
  assert.equal((await add({ seat_section_id: southId })).error.param, 'seat_section_id')
  assert.equal((await add({ best_available: 1, seat_section_id: 1_000_000 })).error.code, 'resource_missing')
})

test('however many are asked for, the refusal says how many are free side by side', async () => {
  const { priceId, seatIds } = await addSeated(2, 5)
  const taken = [seatIds[2], seatIds[7]]
  await shop.add(await open(), { price_id: priceId, quantity: 2, seat_ids: taken })
  for (const asked of [3, 8, 9, 10]) {
    const { body } = await shop.add(await open(), { price_id: priceId, best_available: asked })
    assert.deepEqual([body.error.code, body.error.available], ['sold_out', 2], `${asked}`)
  }
})

test('a seat of an expired basket is for sale at once', async () => {
  const { priceId, seatIds } = await addSeated(1, 1)
  await shop.add(await open(), { price_id: priceId, seat_ids: seatIds })
  house.clock.advance(15 * 60_000)
  const id = await open()
  assert.equal((await shop.add(id, { price_id: priceId, seat_ids: seatIds })).status, 201)
  const { body } = await shop.read(id)
  await shop.call('DELETE', `/v1/baskets/${id}/items/${body.items[0].id}`)
  assert.equal((await shop.add(await open(), { price_id: priceId, best_available: true })).status, 201)
})

test('a price with seats wants to know which, one for each ticket, and they must be its own', async () => {
  const { priceId, seatIds } = await addSeated(1, 4)
  const other = await addSeated(1, 1)
  const id = await open()
  const add = async (body: object) => (await shop.add(id, { price_id: priceId, ...body })).body.error
  assert.equal((await add({})).code, 'parameter_missing')
  assert.equal((await add({ quantity: 2, seat_ids: seatIds.slice(0, 1) })).code, 'parameter_invalid')
  assert.equal((await add({ seat_ids: other.seatIds })).code, 'resource_missing')
  assert.equal((await add({ seat_ids: seatIds.slice(0, 1), best_available: true })).code, 'parameter_invalid')
  await house.sql`update seats set seat_status = 'blocked' where seat_id = ${seatIds[0] ?? 0}`
  assert.equal((await add({ seat_ids: seatIds.slice(0, 1) })).code, 'seat_taken')
})

test('a basket is opened with seats, by name and side by side, and no seat is in two of its items', async () => {
  const { priceId, seatIds, priceCategoryId } = await addSeated(1, 5)
  const named = { price_id: priceId, quantity: 2, seat_ids: seatIds.slice(0, 2) }
  const opened = await shop.open({ items: [named, { price_id: priceId, best_available: 2 }] })
  assert.equal(opened.status, 201, opened.text)
  assert.deepEqual(seatsOf(opened.body), ['1', '2', '3', '4'])
  const last = { price_id: priceId, seat_ids: seatIds.slice(4) }
  const twice = await shop.open({ items: [last, last] })
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'sold_out'])
  await shop.call('DELETE', `/v1/baskets/${opened.body.id}`)
  const same = await shop.open({ items: [last, last] })
  const { code, param, seat_ids } = same.body.error
  assert.deepEqual([code, param, seat_ids], ['seat_taken', 'items[1][seat_ids]', seatIds.slice(4)])
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  assert.equal((await shop.open({ items: [last] })).status, 201)
})

test('the free seats of a section are read once a batch, however many of the best ones are wished for', async () => {
  const { priceId, sell, priceCategoryId } = await addSeated(2, 5)
  const { priceId: elsewhere } = await sell()
  let reads = 0
  const observer = (query: string): undefined => {
    if (query.includes('row_middle')) reads += 1
  }
  const sql = openDatabase(house.url, { poolSize: 1, observer })
  const best = (id: number, quantity: number) => ({ priceId: id, quantity, seats: 'best' as const, sectionId: null })
  const basketRequest = (requestedItems: ReturnType<typeof best>[]) => ({
    orgId: club.orgId,
    basketId: newBasketUuid(),
    audience: 'organisation' as const,
    addressHash: null,
    opening: { code: null },
    requestedItems,
  })
  const refused = basketRequest([best(priceId, 5), best(elsewhere, 1)])
  const opened = basketRequest([best(priceId, 3), best(priceId, 2), best(priceId, 2), best(priceId, 1)])
  const outs = await sql.begin(async (tx) => {
    return finish(await fillBaskets(club.orgId, tx, house.clock(), [refused, opened]))
  })
  await sql.end({ timeout: 1 })
  const seats = outs.map((out) => (out instanceof Error ? out.message : seatsOf(out)))
  assert.deepEqual(seats, ['A basket holds tickets of one event only.', ['1', '2', '3', '4', '5', '1', '2', '3']])
  assert.equal(reads, 1)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 8)
})

test('a season member’s seat is not for sale at events that let the map’s members in', async () => {
  const forMembers = await addSeated(1, 2, { forMembers: true })
  await addMember(house, club, { membership_seat_id: forMembers.seatIds[0] ?? 0, membership_member_status_id: 1 })
  const answer = await shop.add(await open(), {
    price_id: forMembers.priceId,
    seat_ids: forMembers.seatIds.slice(0, 1),
  })
  assert.equal(answer.body.error.code, 'seat_taken')
  const best = await shop.add(await open(), { price_id: forMembers.priceId, best_available: true })
  assert.deepEqual(seatsOf(best.body), ['2'])
})

test('a seat that is sold for a coming event cannot become a member’s', async () => {
  const { priceId, seatIds, eventId, seatMapId } = await addSeated(1, 2, { forMembers: true })
  await shop.add(await open(), { price_id: priceId, seat_ids: seatIds.slice(0, 1) })
  const { typeId } = await seasonOfMap(house, club, seatMapId)
  const memberId = await addMember(house, club, { membership_type_id: typeId })
  const assign = (seatId = 0) =>
    house.call('PUT', `/v1/manage/members/${memberId}/seat`, { key: club.key, body: { membership_seat_id: seatId } })
  const refused = await assign(seatIds[0])
  assert.equal(refused.status, 409)
  assert.deepEqual([refused.body.error.code, refused.body.error.event_ids], ['seat_taken', [eventId]])
  assert.equal((await assign(seatIds[1])).status, 200)
})

test('the buyer of a seat for one event does not wait for the buyer of it for another', async () => {
  const { priceId, seatIds, sell } = await addSeated(1, 2)
  const { priceId: elsewhere } = await sell()
  const [here, there] = [await open(), await open()]
  const requestedItems = [{ priceId, quantity: 2, seats: seatIds, sectionId: null }]
  const basketRequest = {
    orgId: club.orgId,
    basketId: uuidOfBasket(here),
    requestedItems,
    audience: 'organisation' as const,
    addressHash: null,
  }
  await house.sql.begin(async (tx) => {
    await finish(await fillBaskets(club.orgId, tx, house.clock(), [basketRequest]))
    const added = shop.add(there, { price_id: elsewhere, quantity: 2, seat_ids: seatIds })
    assert.equal(await Promise.race([added.then(({ status }) => status), awaitedLock(house.sql)]), 201)
  })
})

test('a place for a wheelchair, or beside one, is never the best available, and is had by name', async () => {
  const { priceId, seatIds } = await addSeated(1, 4)
  await house.sql`
    update seats
    set flags = case when seat_id = ${seatIds[1] ?? 0} then 1 else 2 end
    where org_id = ${club.orgId}
      and seat_id = any (${seatIds.slice(1, 3)}::bigint[])`
  const best = await shop.add(await open(), { price_id: priceId, best_available: 2 })
  assert.deepEqual([best.body.error?.code, best.body.error?.available], ['sold_out', 1])
  const named = await shop.add(await open(), { price_id: priceId, quantity: 2, seat_ids: seatIds.slice(1, 3) })
  assert.deepEqual(seatsOf(named.body), ['2', '3'])
})
