import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const customerOf = (index: number) => ({ ...grace, email: `fan${index}@example.org` })

/** A stand of so many seats in a row, sold at two events of a season that begins with them. */
async function openSeason(seats = 6) {
  const map = await addSeatMap(house, club, { rows: 1, seats })
  const offers = [await addSeatedOffer(house, club, map), await addSeatedOffer(house, club, map)]
  const { seasonId, typeId } = await seasonOfMap(house, club, map.seatMapId)
  const want = (more: object = {}) => ({ membership_type_id: typeId, member: grace, ...more })
  return { ...map, offers, seasonId, typeId, want }
}

test('a season seat is bought with its membership, by a plan, and is taken at every event of the season', async () => {
  const { seatIds, offers, want, typeId } = await openSeason()
  const [seat_id = 0] = seatIds
  const membership_payment_option_id = await addOption()
  const { body: sold } = await house.call('GET', '/v1/storefront/memberships', { key })
  const type = sold.data.find((one: { membership_type_id: number }) => one.membership_type_id === typeId)
  assert.deepEqual([type.season_title, type.has_seats, type.expires], ['Season', true, '2999-12-31'])
  const { body: basket, text } = await shop.open({ items: [want({ seat_id, membership_payment_option_id })] })
  assert.equal(basket.memberships?.[0].seat.seat_id, seat_id, text)
  await isClean()
  for (const { priceId } of offers) {
    const refused = await shop.open({ items: [{ price_id: priceId, seat_ids: [seat_id] }] })
    assert.equal(refused.body.error?.code, 'seat_taken', refused.text)
  }
  const { body } = await shop.checkOut(basket.id)
  assert.equal(body.status, 'confirmed')
  const path = `/v1/members/${body.memberships[0].membership_member_id}`
  const { body: member } = await house.call('GET', path, { key })
  assert.deepEqual([member.membership_seat_id, member.membership_type_id], [seat_id, typeId])
  await isClean()
  const second = await shop.open({ items: [want({ seat_id })] })
  assert.deepEqual([second.status, second.body.error.code], [409, 'seat_taken'])
})

test('a family sits side by side, and what it gives up is free again at once', async () => {
  const { seatIds, want, offers } = await openSeason()
  const { body: basket } = await shop.open({
    items: [want(), want(), want()].map((item) => ({ ...item, best_available: true })),
  })
  const taken = basket.memberships
    .map(({ seat }: { seat: { seat_id: number } }) => seatIds.indexOf(seat.seat_id))
    .sort()
  assert.deepEqual(taken, [taken[0], taken[0] + 1, taken[0] + 2])
  await shop.call('DELETE', `/v1/baskets/${basket.id}/items/${basket.memberships[0].id}`)
  await isClean()
  const [offer] = offers
  const freed = basket.memberships[0].seat.seat_id
  assert.equal((await shop.open({ items: [{ price_id: offer?.priceId, seat_ids: [freed] }] })).status, 201)
  await shop.call('DELETE', `/v1/baskets/${basket.id}`)
  await isClean()
})

test('of several who are named a seat, the refusal names the one who cannot have it, and none of them gets any', async () => {
  const { seatIds, want } = await openSeason()
  const [first = 0, second = 0, third = 0] = seatIds
  const twice = await shop.open({
    items: [want({ seat_id: first }), want({ seat_id: second }), want({ seat_id: first })],
  })
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'seat_taken'])
  assert.equal((await shop.open({ items: [want({ seat_id: second })] })).status, 201)
  const refused = await shop.open({
    items: [want({ seat_id: first }), want({ seat_id: second }), want({ seat_id: third })],
  })
  assert.deepEqual([refused.body.error.code, refused.body.error.param], ['seat_taken', 'items[1][seat_id]'])
  assert.equal((await shop.open({ items: [want({ seat_id: first }), want({ seat_id: third })] })).status, 201)
  await isClean()
})

test('a basket that runs out keeps no seat, and a declined card keeps it a while longer', async () => {
  const { seatIds, want } = await openSeason()
  const [seat_id = 0] = seatIds
  const { body: basket } = await shop.open({ items: [want({ seat_id })] })
  assert.equal((await shop.checkOut(basket.id, { payment_method: 'pm_test_declined' })).status, 402)
  assert.equal((await shop.open({ items: [want({ seat_id })] })).body.error.code, 'seat_taken')
  house.clock.advance(2 * HOUR_MS)
  const { body: next, text } = await shop.open({ items: [want({ seat_id })] })
  assert.equal(next.status, 'open', text)
  await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
  await isClean()
  assert.equal((await shop.checkOut(next.id)).body.status, 'confirmed')
  await isClean()
})

test('of two hundred who want one season seat, and of single tickets for the same seat, one buyer has it', async () => {
  const { seatIds, offers, want } = await openSeason()
  const [seat_id = 0] = seatIds
  const bought = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const offer = offers[index % offers.length]
      const item = index % 4 === 0 ? { price_id: offer?.priceId, seat_ids: [seat_id] } : want({ seat_id })
      const { body } = await shop.open({ items: [item] })
      if (body.error) return body.error.code
      return (await shop.checkOut(body.id, { customer: customerOf(index) })).body.status
    }),
  )
  const sold = bought.filter((outcome) => outcome === 'confirmed').length
  // One season seat, or a ticket for each of the two events.
  assert.ok(sold === 1 || sold === 2, `${sold} have it`)
  assert.deepEqual(new Set(bought), new Set(['confirmed', 'seat_taken']))
  const [seasons] = await house.sql<{ count: number }[]>`
    select count(*) as count
    from season_seats
    where org_id = ${club.orgId}
      and seat_id = ${seat_id}`
  assert.ok(seasons?.count === 0 || sold === 1, 'never both')
  await isClean()
})

test('a membership of no season has no seats', async () => {
  const { addType } = membershipsOf(house, club)
  const { seatIds } = await openSeason()
  const item = { membership_type_id: await addType(), member: grace }
  const refused = await shop.open({ items: [{ ...item, seat_id: seatIds[0] }] })
  assert.deepEqual([refused.status, refused.body.error.param], [409, 'items[0][seat_id]'])
  const best = await shop.open({ items: [{ ...item, best_available: true }] })
  assert.deepEqual([best.status, best.body.error.param], [409, 'items[0][best_available]'])
})
