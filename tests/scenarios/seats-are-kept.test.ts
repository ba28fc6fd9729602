import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewDue } from '../../server/checkout/renewals/renew-due.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { seatStates } from '../../server/programme/event-seats/seat-states.ts'
import { sweepKeptSeats } from '../../server/programme/seasons/sweep-kept-seats.ts'
import { shopOf } from '../builders/baskets.ts'
import { openSeasons } from '../builders/kept-seats.ts'
import { grace } from '../builders/membership-sale.ts'
import { renewalsOf } from '../builders/renewals.ts'
import { addSeatMap, addSeats } from '../builders/seat-maps.ts'
import { openSettlingHouse } from '../builders/settling.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const publishable = await house.key(club.orgId, { kind: 'pk' })
const stranger = shopOf(house, { key: publishable })
const { announce, list } = renewalsOf(house, club)
const sweep = () => sweepKeptSeats(sql, { clock, systemClock: clock })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

type Seasons = Awaited<ReturnType<typeof openSeasons>>

/** What a stranger is answered who wants the seat for the next season. */
const want = async ({ nextTypeId, seatOf }: Seasons, seat: number, by = stranger): Promise<string> => {
  const { body } = await by.open({ items: [{ membership_type_id: nextTypeId, member: grace, seat_id: seatOf(seat) }] })
  return body.error?.code ?? body.status
}
const renew = (seasons: Seasons, memberId: number, more: object = {}) =>
  shop.open({ items: [{ membership_type_id: seasons.nextTypeId, membership_member_id: memberId, ...more }] })
const statesOf = async (path: string): Promise<string[]> => {
  clock.advance(5_000)
  const { body } = await house.call('GET', path, { key: publishable })
  const bytes = Buffer.from(body.states, 'base64')
  return Array.from({ length: body.seats }, (_, n) => seatStates[((bytes[n >> 2] ?? 0) >> ((n & 3) * 2)) & 3] ?? '')
}
const standing = async (seasons: Seasons) =>
  (await seasons.seats()).map((row: Record<string, unknown>) => [row.seat_id, row.status, row.membership_member_id])

test('a holder’s seat is not for sale to anyone else, and the renewal that is made by itself takes it', async () => {
  const seasons = await openSeasons(house, club)
  const { nextId, seatOf, match } = seasons
  const memberId = await seasons.join(0, { auto_renew: true })
  const season = await seasons.follow(20)
  assert.deepEqual([season.seats_kept, season.seats_held, season.seats_sold, season.seats_lost], [1, 0, 0, 0])
  assert.deepEqual(await standing(seasons), [[seatOf(0), 'kept', memberId]])
  assert.equal(await want(seasons, 0), 'seat_taken')
  assert.equal(await want(seasons, 0, shop), 'seat_taken')
  const best = { membership_type_id: seasons.nextTypeId, member: grace, best_available: true }
  assert.equal((await stranger.open({ items: [best] })).body.status, 'open')
  assert.deepEqual(
    (await standing(seasons)).map(([, status]: unknown[]) => status),
    ['kept', 'held'],
  )
  const ticket = await stranger.add((await stranger.open()).body.id, {
    price_id: match.priceId,
    seat_ids: [seatOf(0)],
  })
  assert.equal(ticket.body.error.code, 'seat_taken')
  assert.equal((await statesOf(`/v1/storefront/seasons/${nextId}/seats`))[0], 'taken')
  assert.equal((await statesOf(`/v1/events/${match.eventId}/seats`))[0], 'taken')
  await isClean()
  // Past the time until which others' seats are kept, and to the day on which the renewal is made.
  clock.advance(54 * DAY_MS)
  await sweep()
  assert.equal(await want(seasons, 0), 'seat_taken')
  await announce()
  await renewDue(deps)
  const [renewal] = await list(memberId)
  assert.equal(renewal?.status, 'announced', JSON.stringify(renewal))
  clock.advance(24 * DAY_MS)
  await renewDue(deps)
  assert.equal((await list(memberId))[0]?.status, 'renewed')
  assert.deepEqual(
    (await standing(seasons)).filter(([seatId]: number[]) => seatId === seatOf(0)),
    [[seatOf(0), 'sold', memberId]],
  )
  await isClean()
})

test('until the second that staff have chosen a seat is the holder’s, and from then on it is anyone’s', async () => {
  const seasons = await openSeasons(house, club)
  await seasons.join(0)
  const until = (await seasons.follow(10)).seats_kept_until_unix
  clock.advance(until * 1000 - clock().getTime() - 1_000)
  assert.equal(await want(seasons, 0), 'seat_taken')
  clock.advance(1_000)
  assert.equal((await seasons.season()).seats_kept, 0)
  assert.equal((await statesOf(`/v1/storefront/seasons/${seasons.nextId}/seats`))[0], 'free')
  assert.equal(await want(seasons, 0), 'open')
  await sweep()
  await isClean()
})

test('the seat is free at once where its holder declines, is cancelled, or gives the seat back', async () => {
  const seasons = await openSeasons(house, club)
  const members = [await seasons.join(0), await seasons.join(1), await seasons.join(2)]
  assert.equal((await seasons.follow(10)).seats_kept, 3)
  await seasons.manage('POST', `seasons/${seasons.nextId}/kept_seats/${members[0]}/decline`)
  await seasons.manage('POST', `members/${members[1]}/cancel`)
  await seasons.manage('DELETE', `members/${members[2]}/seat`)
  for (const seat of [0, 1, 2]) assert.equal(await want(seasons, seat), 'open')
  assert.equal((await seasons.season()).seats_kept, 0)
  await isClean()
})

test('a renewal by basket takes the seat, and gives it back to being kept', async () => {
  const seasons = await openSeasons(house, club)
  const memberId = await seasons.join(0)
  await seasons.follow(10)
  const { body: basket } = await renew(seasons, memberId)
  assert.equal(basket.status, 'open', JSON.stringify(basket))
  assert.deepEqual(await standing(seasons), [[seasons.seatOf(0), 'held', null]])
  await shop.call('DELETE', `/v1/baskets/${basket.id}`)
  assert.deepEqual(await standing(seasons), [[seasons.seatOf(0), 'kept', memberId]])
  await renew(seasons, memberId)
  // The basket has run out, and no worker has come by.
  clock.advance(2 * HOUR_MS)
  assert.equal(await want(seasons, 0), 'seat_taken')
  const { body: again } = await renew(seasons, memberId)
  assert.equal((await shop.checkOut(again.id)).body.status, 'confirmed')
  assert.deepEqual(await standing(seasons), [[seasons.seatOf(0), 'sold', memberId]])
  await isClean()
})

test('a basket that is open when the time is up keeps the seat as long as any basket does', async () => {
  const seasons = await openSeasons(house, club)
  const memberId = await seasons.join(0)
  const until = (await seasons.follow(10)).seats_kept_until_unix
  clock.advance(until * 1000 - clock().getTime() - 60_000)
  const { body: basket } = await renew(seasons, memberId)
  clock.advance(5 * 60_000)
  assert.equal(await want(seasons, 0), 'seat_taken')
  assert.equal((await shop.checkOut(basket.id)).body.status, 'confirmed')
  await isClean()
})

test('seats of holders who join later or change theirs are kept too, where they are then', async () => {
  const seasons = await openSeasons(house, club)
  const early = await seasons.join(0)
  await seasons.follow(10)
  const late = await seasons.join(1)
  await seasons.manage('PUT', `members/${early}/seat`, { membership_seat_id: seasons.seatOf(2) })
  assert.deepEqual(await standing(seasons), [
    [seasons.seatOf(1), 'kept', late],
    [seasons.seatOf(2), 'kept', early],
  ])
  assert.equal(await want(seasons, 0), 'open')
  await isClean()
})

test('staff keep seats longer for one and for all, also one that was free meanwhile', async () => {
  const seasons = await openSeasons(house, club)
  const [first, second] = [await seasons.join(0), await seasons.join(1)]
  await seasons.follow(10)
  const path = `seasons/${seasons.nextId}/kept_seats/extend`
  await seasons.manage('POST', path, { membership_member_ids: [first], kept_until_unix: seasons.unixIn(30) })
  clock.advance(11 * DAY_MS)
  assert.deepEqual(await standing(seasons), [[seasons.seatOf(0), 'kept', first]])
  const season = await seasons.manage('PATCH', `seasons/${seasons.nextId}`, {
    seats_kept_until_unix: seasons.unixIn(5),
  })
  assert.equal(season.seats_kept, 2)
  clock.advance(6 * DAY_MS)
  assert.equal(await want(seasons, 1), 'open')
  assert.equal(await want(seasons, 0), 'seat_taken')
  const lost = await seasons.manage('POST', path, {
    membership_member_ids: [second],
    kept_until_unix: seasons.unixIn(30),
  })
  assert.deepEqual([lost.seats_kept, lost.seats_lost], [1, 1])
  await isClean()
})

test('a season that no longer follows keeps nothing, and one does not follow itself by way of another', async () => {
  const seasons = await openSeasons(house, club)
  await seasons.join(0)
  await seasons.follow(10)
  const circle = await house.call('PATCH', `/v1/manage/seasons/${seasons.currentId}`, {
    key: club.key,
    body: { follows_season_id: seasons.nextId, seats_kept_until_unix: seasons.unixIn(10) },
  })
  assert.equal(circle.body.error.code, 'state_conflict', circle.text)
  const half = await house.call('PATCH', `/v1/manage/seasons/${seasons.nextId}`, {
    key: club.key,
    body: { seats_kept_until_unix: null },
  })
  assert.equal(half.body.error.param, 'seats_kept_until_unix', half.text)
  const none = { follows_season_id: null, seats_kept_until_unix: null }
  const season = await seasons.manage('PATCH', `seasons/${seasons.nextId}`, none)
  assert.deepEqual([season.seats_kept, season.follows_season_id], [0, null])
  assert.equal(await want(seasons, 0), 'open')
  await isClean()
})

test('at the second when the time is up, of a holder and strangers one has the seat', async () => {
  for (let round = 0; round < 8; round += 1) {
    const seasons = await openSeasons(house, club, { seats: 1 })
    const memberId = await seasons.join(0)
    const until = (await seasons.follow(10)).seats_kept_until_unix
    clock.advance(until * 1000 - clock().getTime() - (round % 2))
    const answers = await Promise.all([
      want(seasons, 0),
      renew(seasons, memberId).then(({ body }) => body.error?.code ?? body.status),
      want(seasons, 0, shop),
    ])
    assert.deepEqual(answers.toSorted(), ['open', 'seat_taken', 'seat_taken'])
    if (round % 2 === 1) assert.equal(answers[1], 'open')
    await isClean()
  }
})

test('on a changed ground a holder’s seat of the same name is kept, and the others are moved by staff to the nearest', async () => {
  const seasons = await openSeasons(house, club)
  const members = [await seasons.join(0), await seasons.join(1), await seasons.join(3)]
  const ground = await addSeatMap(house, club, { rows: 1, seats: 1 })
  const secondRow = await addSeats(house, club, ground, { seats: 4, firstRow: 2 })
  const next = await seasons.manage('POST', 'seasons', {
    title: 'On the new ground',
    seat_map_id: ground.seatMapId,
    first_day: '2100-07-01',
    last_day: '2101-06-30',
    follows_season_id: seasons.currentId,
    seats_kept_until_unix: seasons.unixIn(10),
  })
  assert.deepEqual([next.seats_kept, next.seats_lost], [1, 2])
  const path = `seasons/${next.season_id}`
  const lost = (await seasons.manage('GET', `${path}/lost_seats`)).data
  assert.deepEqual(
    lost.map((row: Record<string, { seat_id: number }>) => [row.membership_member_id, row.proposed_seat?.seat_id]),
    [
      [members[1], secondRow[1]],
      [members[2], secondRow[3]],
    ],
  )
  await seasons.manage('PUT', `${path}/kept_seats/${members[1]}`, { seat_id: secondRow[1] })
  const keep = (memberId: number | undefined, seatId: number | undefined) =>
    house.call('PUT', `/v1/manage/${path}/kept_seats/${memberId}`, { key: club.key, body: { seat_id: seatId } })
  assert.equal((await keep(members[2], secondRow[1])).body.error.code, 'seat_taken')
  const moved = await keep(members[2], secondRow[0])
  assert.deepEqual([moved.body.seats_kept, moved.body.seats_lost], [3, 0], moved.text)
  const { membership_category_id } = await seasons.manage('GET', `membership_types/${seasons.nextTypeId}`)
  const type = await seasons.manage('POST', 'membership_types', {
    membership_category_id,
    title: 'On the new ground',
    price: 100,
    season_id: next.season_id,
    seating: 'required',
  })
  const item = { membership_type_id: type.membership_type_id, membership_member_id: members[2] }
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  assert.equal((await shop.checkOut(basket.id)).body.status, 'confirmed')
  const [seat] = (await seasons.manage('GET', `${path}/seats?status=sold`)).data
  assert.deepEqual([seat.seat_id, seat.membership_member_id], [secondRow[0], members[2]])
  await isClean()
})
