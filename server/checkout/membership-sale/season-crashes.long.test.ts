import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { QUIET_MS, reconcileOrders } from '../answers/reconcile.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { key } = club
const { addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])
const customerOf = (name: string) => ({ ...grace, email: `${name}@example.org` })

async function openSeason(seats: number) {
  const map = await addSeatMap(house, club, { rows: 2, seats: seats / 2 })
  const offer = await addSeatedOffer(house, club, map)
  const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
  const want = (seat_id?: number) => ({ membership_type_id: typeId, member: grace, ...(seat_id ? { seat_id } : {}) })
  return { ...map, offer, seasonId, typeId, want }
}

/** Which of a season's seats are claimed for it at an event. */
const claimedAt = async (seasonId: number, eventId: number) => {
  const rows = await sql<{ seat_id: number }[]>`
    select seat_id
    from seat_claims
    where org_id = ${club.orgId}
      and season_id = ${seasonId}
      and event_id = ${eventId}
    order by seat_id`
  return rows.map(({ seat_id }) => seat_id)
}

test('an event joins a season while its seats and single tickets of the event are sold: never both, and none is left out', async () => {
  for (const round of [1, 2, 3]) {
    const { seatIds, seasonId, want, ...map } = await openSeason(40)
    // Of another season's days, so that it does not join by itself.
    const joining = await addSeatedOffer(
      house,
      club,
      { ...map, seatIds },
      { starts_at: new Date('2995-06-01T12:00:00Z') },
    )
    await house.call('DELETE', `/v1/manage/seasons/${seasonId}/events/${joining.eventId}`, { key })
    assert.deepEqual(await claimedAt(seasonId, joining.eventId), [])
    const buyers = seatIds.slice(0, 30).map(async (seatId, index) => {
      const { body } = await shop.open({ items: [want(seatId)] })
      if (body.error) return body.error.code
      return (await shop.checkOut(body.id, { customer: customerOf(`r${round}s${index}`) })).body.status
    })
    // Singles of seats that are not wanted for the season, and of one that is.
    const singles = [...seatIds.slice(30), ...seatIds.slice(29, 30)].map((seatId) =>
      shop.open({ items: [{ price_id: joining.priceId, seat_ids: [seatId] }] }),
    )
    const joins = Array.from({ length: 3 }, () =>
      house.call('PUT', `/v1/manage/seasons/${seasonId}/events/${joining.eventId}`, { key }),
    )
    const [sold] = await Promise.all([Promise.all(buyers), Promise.all(singles), Promise.all(joins)])
    assert.ok(
      sold.every((outcome) => ['confirmed', 'seat_taken'].includes(outcome)),
      JSON.stringify(sold),
    )
    await isClean()
    const last = await house.call('PUT', `/v1/manage/seasons/${seasonId}/events/${joining.eventId}`, { key })
    const claimed = await claimedAt(seasonId, joining.eventId)
    if (last.status < 300) assert.equal(claimed.length, sold.filter((outcome) => outcome === 'confirmed').length)
    else assert.deepEqual([last.body.error.code, claimed], ['seat_taken', []])
    await isClean()
  }
})

test('a payment whose outcome is unknown gives the seats, the members and the plan, or nothing', async () => {
  const { seatIds, want } = await openSeason(8)
  const plan = { membership_payment_option_id: await addOption() }
  for (const [index, method] of ['pm_test_timeout_then_paid', 'pm_test_timeout_then_failed'].entries()) {
    const seats = seatIds.slice(index * 2, index * 2 + 2)
    const { body: basket } = await shop.open({ items: seats.map((seatId) => ({ ...want(seatId), ...plan })) })
    const { body } = await shop.checkOut(basket.id, { payment_method: method })
    assert.equal(body.status, 'pending', JSON.stringify(body))
    await isClean()
    clock.advance(QUIET_MS)
    await Promise.all([reconcileOrders(deps), reconcileOrders(deps)])
    clock.advance(QUIET_MS)
    await reconcileOrders(deps)
    const { body: order } = await house.call('GET', `/v1/orders/${body.order_id}`, { key })
    const numbers = order.memberships.map((one: { member_number: string | null }) => one.member_number !== null)
    assert.deepEqual(numbers, index === 0 ? [true, true] : [false, false])
    await isClean()
  }
})

test('connections that are cut in the middle lose no seat, make no member twice and leave nothing half done', async () => {
  const { seatIds, want, typeId } = await openSeason(40)
  const plan = { membership_payment_option_id: await addOption() }
  const baskets = await Promise.all(
    seatIds.map((seatId, index) =>
      shop.open({ items: [index % 2 === 0 ? { ...want(seatId), ...plan } : want(seatId)] }),
    ),
  )
  /** Who gets no answer presses again; who gets none then leaves it to the worker. */
  const pay = async (id: string, index: number) => {
    const press = async () => (await shop.checkOut(id, { customer: customerOf(`cut${index}`) })).body.status
    return (await press()) ?? (await press())
  }
  /** How many were in the middle of something. */
  const cut = async () => {
    const rows = await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()
        and (state = 'active' or state like 'idle in transaction%')`
    return rows.length
  }
  const sales = baskets.map(({ body }, index) => pay(body.id, index))
  let cuts = 0
  while (cuts === 0) cuts += await cut()
  const outcomes = await Promise.all(sales)
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  clock.advance(3_600_000)
  await sweepBaskets(sql, { clock, systemClock: clock })
  await reconcileOrders(deps)
  await isClean()
  const confirmed = await sql<{ orders: number }[]>`
    select count(*)::integer as orders
    from orders o
    join order_lines l on l.org_id = o.org_id and l.order_id = o.order_id
    where o.org_id = ${club.orgId}
      and o.order_status = 'confirmed'
      and l.membership_type_id = ${typeId}`
  const { body: members } = await house.call('GET', `/v1/members?membership_type_id=${typeId}`, { key })
  assert.equal(members.data.length, confirmed[0]?.orders)
  assert.ok(outcomes.filter((outcome) => outcome === 'confirmed').length <= members.data.length)
  assert.ok(members.data.length > 0, JSON.stringify(outcomes))
})
