import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeason } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { beginTerms } from '../../people/members/begin-terms.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const inDays = (days: number) => new Date(house.clock().getTime() + days * DAY_MS)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)

const manage = async (method: string, path: string, body?: object) => {
  const answer = await house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const read = (memberId: number) => manage('GET', `members/${memberId}`)
const termsOf = async (memberId: number) => (await manage('GET', `members/${memberId}/terms`)).data
const beginDue = () => beginTerms({ sql: house.sql, clock: house.clock, systemClock: house.clock })

/** One ground, a season that runs for a hundred days from now, and the next one; two matches in each. */
async function openSeasons({ days = [10, 50, 130, 200] } = {}) {
  const map = await addSeatMap(house, club, { rows: 1, seats: 6 })
  const season = async (from: number, until: number) => {
    const days = { first_day: dayIn(from), last_day: dayIn(until) }
    return addSeason(house, club, { seat_map_id: map.seatMapId, title: `From ${days.first_day}`, ...days })
  }
  const [thisId, nextId] = [await season(-9, 100), await season(120, 300)]
  const matches = []
  for (const day of days) matches.push(await addSeatedOffer(house, club, map, { starts_at: inDays(day) }))
  const { membership_category_id } = await manage('POST', 'membership_categories', {
    title: 'Seats',
    game_day_access: 1,
  })
  const addType = async (season_id: number, price: number, more: object = {}): Promise<number> => {
    const type = { membership_category_id, season_id, title: `For ${price}`, price, ...more }
    return (await manage('POST', 'membership_types', type)).membership_type_id
  }
  const buy = async (item: object) => {
    const { body: basket, text } = await shop.open({ items: [item] })
    assert.equal(basket.status, 'open', text)
    const { body } = await shop.checkOut(basket.id)
    assert.equal(body.status, 'confirmed', JSON.stringify(body))
    return body
  }
  const join = async (typeId: number, more: object = {}): Promise<number> => {
    const order = await buy({ membership_type_id: typeId, member: grace, ...more })
    return order.memberships[0].membership_member_id
  }
  return { ...map, thisId, nextId, matches, addType, buy, join }
}

// The audit goes by the time of the database: this one comes before the clock is moved on.
test('who leaves gets back what the rule of the type says: what is open first, then money', async () => {
  const { matches, thisId, addType, join, seatIds } = await openSeasons({ days: [-5, 50, 130] })
  const membership_payment_option_id = await addOption()
  const [seat_id = 0] = seatIds
  const byEvents = await addType(thisId, 90, { cancellation: 'by_events_left' })
  const memberId = await join(byEvents, { membership_payment_option_id, seat_id })
  const preview = await manage('GET', `members/${memberId}/cancellation`)
  assert.deepEqual(
    [
      preview.events,
      preview.events_left,
      preview.returned,
      preview.cancelled_amount,
      preview.refund_amount,
      preview.owed_amount,
    ],
    [2, 1, 45, 45, 0, 15],
  )
  assert.deepEqual(await manage('POST', `members/${memberId}/cancellation`, {}), preview)
  assert.equal((await read(memberId)).membership_member_status_id, 3)
  const [, second] = matches
  const freed = await shop.open({ items: [{ price_id: second?.priceId, seat_ids: [seat_id] }] })
  assert.equal(freed.status, 201, freed.text)
  await isClean()
  const inTime = await addType(thisId, 100, { cancellation: 'full_until', cancellation_until: dayIn(1) })
  const leaver = await join(inTime)
  const done = await manage('POST', `members/${leaver}/cancellation`, { reason: 'Moves away' })
  assert.deepEqual([done.refund_amount, done.refund_ids.length], [100, 1])
  const late = await join(inTime)
  house.clock.advance(2 * DAY_MS)
  assert.equal((await manage('POST', `members/${late}/cancellation`, {})).refund_amount, 0)
  const twice = await house.call('POST', `/v1/manage/members/${late}/cancellation`, { key, body: {} })
  assert.equal(twice.body.error.code, 'state_conflict')
  await isClean()
})

test('next season is sold to the same member, with number and seat, while this one runs', async () => {
  const { seatIds, matches, thisId, nextId, addType, buy, join } = await openSeasons()
  const [thisType, nextType] = [await addType(thisId, 200), await addType(nextId, 220)]
  const [seat_id = 0] = seatIds
  const memberId = await join(thisType, { seat_id })
  const before = await read(memberId)
  const sent = { members: [{ membership_member_id: memberId }] }
  assert.equal((await house.call('POST', '/v1/members/fulfillments', { key, body: sent })).status, 200)
  const order = await buy({ membership_type_id: nextType, membership_member_id: memberId })
  assert.deepEqual([order.memberships[0].membership_member_id, order.total], [memberId, 220])
  const record = await read(memberId)
  assert.deepEqual(
    [
      record.membership_type_id,
      record.member_number,
      record.barcode,
      record.membership_seat_id,
      record.membership_fulfilled,
    ],
    [thisType, before.member_number, before.barcode, seat_id, 'no'],
  )
  const terms = await termsOf(memberId)
  assert.deepEqual(
    terms.map((term: Record<string, unknown>) => [
      term.term_state,
      term.membership_type_id,
      term.season_id,
      term.seat_id,
    ]),
    [
      ['running', thisType, thisId, seat_id],
      ['next', nextType, nextId, seat_id],
    ],
  )
  for (const { priceId } of matches) {
    const taken = await shop.open({ items: [{ price_id: priceId, seat_ids: [seat_id] }] })
    assert.equal(taken.body.error?.code, 'seat_taken', taken.text)
  }
  await isClean()
  const again = await shop.open({ items: [{ membership_type_id: nextType, membership_member_id: memberId }] })
  assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict'])
  assert.equal(await beginDue(), 0)
  house.clock.advance(101 * DAY_MS)
  assert.equal(await beginDue(), 1)
  const turned = await read(memberId)
  assert.deepEqual(
    [turned.membership_type_id, turned.membership_seat_id, turned.membership_order_id, turned.member_number],
    [nextType, seat_id, String(order.order_id), before.member_number],
  )
  assert.deepEqual(
    (await termsOf(memberId)).map((term: Record<string, unknown>) => [term.term_state, term.membership_type_id]),
    [
      ['past', thisType],
      ['running', nextType],
    ],
  )
  await isClean()
})

test('two who renew one membership at once: one does, and what is given up can be bought again', async () => {
  const { nextId, thisId, addType, join } = await openSeasons()
  const [thisType, nextType] = [await addType(thisId, 200), await addType(nextId, 220, { max_members: 5 })]
  const memberId = await join(thisType)
  const item = { membership_type_id: nextType, membership_member_id: memberId }
  // Of a type without a limit nothing else makes them wait for each other.
  const unlimited = { ...item, membership_type_id: await addType(nextId, 200) }
  const free = await Promise.all(Array.from({ length: 8 }, () => shop.open({ items: [unlimited] })))
  assert.deepEqual(free.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
  for (const { body, status } of free) if (status === 201) await shop.call('DELETE', `/v1/baskets/${body.id}`)
  const opened = await Promise.all(Array.from({ length: 8 }, () => shop.open({ items: [item] })))
  const open = opened.filter(({ status }) => status === 201)
  assert.equal(open.length, 1, opened.map(({ text }) => text).join('\n'))
  assert.ok(opened.every(({ status, body }) => status === 201 || body.error.code === 'state_conflict'))
  await shop.call('DELETE', `/v1/baskets/${open[0]?.body.id}`)
  await isClean()
  const { body: basket } = await shop.open({ items: [item] })
  house.clock.advance(DAY_MS)
  const after = await shop.open({ items: [item] })
  assert.equal(after.status, 201, after.text)
  assert.equal((await shop.read(basket.id)).body.status, 'expired')
  await isClean()
  assert.equal((await shop.checkOut(after.body.id)).body.status, 'confirmed')
  await isClean()
})

test('through a publishable key only who is proven to be the member renews', async () => {
  const { nextId, thisId, addType, join } = await openSeasons()
  const [thisType, nextType] = [await addType(thisId, 200), await addType(nextId, 220)]
  const memberId = await join(thisType)
  const fans = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
  const item = { membership_type_id: nextType, membership_member_id: memberId }
  const { body: basket } = await fans.open()
  const refused = await fans.add(basket.id, item)
  assert.equal(refused.body.error.code, 'member_proof_required', refused.text)
  assert.equal(
    (await shop.call('POST', `/v1/baskets/${basket.id}/member`, { membership_member_id: memberId })).status,
    200,
  )
  const stranger = await fans.add(basket.id, {
    ...item,
    membership_member_id: (await join(thisType, { member: { ...grace, email_address: 'eve@example.org' } })) + 1000,
  })
  assert.equal(stranger.body.error.code, 'resource_missing', stranger.text)
  assert.equal((await fans.add(basket.id, item)).status, 201)
})

test('an upgrade costs the difference of both prices, at once, and may bring another seat', async () => {
  const { seatIds, thisId, addType, buy, join } = await openSeasons()
  const [silver, gold] = [
    await addType(thisId, 200, { max_members: 3 }),
    await addType(thisId, 320, { max_members: 3 }),
  ]
  const [seat_id = 0, better = 0] = seatIds
  const memberId = await join(silver, { seat_id })
  const order = await buy({ membership_type_id: gold, membership_member_id: memberId, upgrade: true, seat_id: better })
  assert.equal(order.total, 120)
  const record = await read(memberId)
  assert.deepEqual(
    [record.membership_type_id, record.membership_seat_id, record.membership_member_status_id],
    [gold, better, 1],
  )
  await isClean()
  await join(silver, { seat_id })
  const down = await shop.open({
    items: [{ membership_type_id: silver, membership_member_id: memberId, upgrade: true }],
  })
  assert.deepEqual([down.status, down.body.error.code], [409, 'state_conflict'])
})

test('an upgrade over the open instalments is due on their days, and both plans have to be paid', async () => {
  const { thisId, addType, buy, join } = await openSeasons()
  const [silver, gold] = [await addType(thisId, 90), await addType(thisId, 120)]
  const membership_payment_option_id = await addOption()
  const memberId = await join(silver, { membership_payment_option_id })
  const order = await buy({
    membership_type_id: gold,
    membership_member_id: memberId,
    upgrade: true,
    over_open_instalments: true,
  })
  assert.equal(order.total, 30)
  const [term] = await termsOf(memberId)
  assert.deepEqual(
    term.plans.map(({ total, paid, open }: Record<string, number>) => [total, paid, open]),
    [
      [90, 30, 60],
      [30, 0, 30],
    ],
  )
  assert.equal(term.plans[0].next_due, term.plans[1].next_due)
  const { data } = await manage('GET', `instalments?membership_order_id=${order.order_id}`)
  assert.deepEqual(
    data.map(({ amount }: { amount: number }) => amount),
    [15, 15],
  )
  await isClean()
})

test('cancelling the order of a renewal takes the next term back, and this season stays', async () => {
  const { seatIds, matches, thisId, nextId, addType, buy, join } = await openSeasons()
  const [thisType, nextType] = [await addType(thisId, 200), await addType(nextId, 220, { max_members: 2 })]
  const [seat_id = 0] = seatIds
  const memberId = await join(thisType, { seat_id })
  const order = await buy({ membership_type_id: nextType, membership_member_id: memberId })
  await manage('POST', `orders/${order.order_id}/cancel`, {})
  const record = await read(memberId)
  assert.deepEqual(
    [record.membership_type_id, record.membership_member_status_id, record.membership_seat_id],
    [thisType, 1, seat_id],
  )
  const next = await shop.open({ items: [{ price_id: matches[2]?.priceId, seat_ids: [seat_id] }] })
  assert.equal(next.status, 201, next.text)
  assert.equal(
    (await shop.open({ items: [{ price_id: matches[0]?.priceId, seat_ids: [seat_id] }] })).body.error.code,
    'seat_taken',
  )
  await isClean()
})
