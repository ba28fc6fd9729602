import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { clockOf } from '../../../tests/builders/clocks.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const { house, deps } = await openSettlingHouse()
const { sql } = house
const realUnix = () => unixSeconds(house.clock())

/** Two clubs that have and do the same; the clock of one is moved. */
async function twoClubs() {
  const [club, other] = [await house.organisation(), await house.organisation()]
  return { club, other, clock: clockOf(house, club, deps) }
}

async function buyPlan(club: Tenant, collection: 'automatic' | 'by_hand' = 'automatic'): Promise<number> {
  const memberships = membershipsOf(house, club)
  const typeId = await memberships.addType()
  const option = await memberships.addOption({ collection })
  const shop = shopOf(house, club)
  const item = { membership_type_id: typeId, membership_payment_option_id: option, member: grace }
  const { body: basket } = await shop.open({ items: [item] })
  const { body, text } = await shop.checkOut(basket.id)
  assert.equal(body.status, 'confirmed', text)
  return body.order_id
}

const statesOf = async ({ orgId }: Tenant, orderId: number) => {
  const rows = await sql<{ debt_status: string }[]>`
    select debt_status
    from debts
    where org_id = ${orgId}
      and order_id = ${orderId}
    order by instalment_number`
  return rows.map(({ debt_status }) => debt_status)
}

test('a sandbox’s time is moved forward, and no other organisation’s', async () => {
  const { other, clock } = await twoClubs()
  assert.deepEqual(await clock.read(), {
    ...{ now_unix: realUnix(), ahead_seconds: 0, ahead_seconds_max: 63_072_000 },
    ...{ advancing_to_unix: null, upcoming: [] },
  })
  const { body } = await clock.ask({ seconds: 86_400 })
  assert.equal(body.advancing_to_unix, realUnix() + 86_400)
  assert.equal(body.now_unix, realUnix(), 'the worker moves it')
  await clock.move()
  assert.equal((await clock.read()).now_unix, realUnix() + 86_400)
  assert.equal((await clockOf(house, other, deps).read()).now_unix, realUnix())
  await clock.advance(DAY_MS)
  assert.equal((await clock.read()).ahead_seconds, 2 * 86_400)
})

test('holds end and sales windows open by the clock that was moved', async () => {
  const { club, other, clock } = await twoClubs()
  const fill = async (tenant: Tenant) => {
    const { priceId } = await addOffer(house, tenant, { event: { starts_at: new Date(Date.now() + 30 * DAY_MS) } })
    return shopOf(house, tenant).fill(priceId, 2)
  }
  const [basket, untouched] = [await fill(club), await fill(other)]
  const opens = { available_from: new Date(house.clock().getTime() + 2 * DAY_MS) }
  const later = await addOffer(house, club, { price: opens, event: { starts_at: new Date(Date.now() + 30 * DAY_MS) } })
  const open = () => shopOf(house, club).open({ items: [{ price_id: later.priceId }] })
  assert.equal((await open()).status, 409)
  assert.equal((await clock.read()).upcoming[0].kind, 'basket_expires')
  await clock.advance(HOUR_MS)
  assert.equal((await shopOf(house, club).read(basket)).body.status, 'expired')
  assert.equal((await shopOf(house, other).read(untouched)).body.status, 'open')
  await clock.advance(2 * DAY_MS)
  assert.equal((await open()).status, 201)
})

test('a hold that begins after the clock was moved ends by it, too', async () => {
  const { club, clock } = await twoClubs()
  await clock.advance(40 * DAY_MS)
  const { priceId } = await addOffer(house, club, { event: { starts_at: new Date(Date.now() + 90 * DAY_MS) } })
  const basket = await shopOf(house, club).fill(priceId, 2)
  await clock.work()
  assert.equal((await shopOf(house, club).read(basket)).body.status, 'open')
  house.clock.advance(HOUR_MS)
  assert.ok((await clock.work()) > 0)
  assert.equal((await shopOf(house, club).read(basket)).body.status, 'expired')
})

test('instalments are charged in order, each on its own day', async () => {
  const { club, other, clock } = await twoClubs()
  const [orderId, untouched] = [await buyPlan(club), await buyPlan(other)]
  await clock.advance(100 * DAY_MS)
  assert.deepEqual(await statesOf(club, orderId), ['paid', 'paid', 'paid'])
  assert.deepEqual(await statesOf(other, untouched), ['paid', 'due', 'due'])
  const charged = await sql<{ day: number }[]>`
    select round(extract(epoch from succeeded_at - ${house.clock()}::timestamptz) / 86400)::integer as day
    from payments
    where org_id = ${club.orgId}
      and order_id is null
    order by payment_id`
  assert.deepEqual(
    charged.map(({ day }) => (day >= 27 && day <= 32 ? 'month 1' : day >= 58 && day <= 63 ? 'month 2' : day)),
    ['month 1', 'month 2'],
  )
})

test('who pays by hand is overdue by the clock, and receivers are told', async () => {
  const { club, other, clock } = await twoClubs()
  await buyPlan(club, 'by_hand')
  await buyPlan(other, 'by_hand')
  await clock.advance(33 * DAY_MS)
  const overdue = await sql<{ org_id: number }[]>`
    select org_id
    from debts
    where org_id in (${club.orgId}, ${other.orgId})
      and overdue_told_at is not null`
  assert.deepEqual(
    overdue.map(({ org_id }) => org_id),
    [club.orgId],
  )
})

test('the clock goes forward only, two years in all, and from where it has arrived', async () => {
  const { club, clock } = await twoClubs()
  const refused = async (body: object) => {
    const answer = await clock.ask(body)
    return [answer.status, answer.body.error?.code, answer.body.error?.param]
  }
  assert.deepEqual(await refused({}), [400, 'parameter_invalid', 'seconds'])
  assert.deepEqual(await refused({ seconds: 60, to_unix: realUnix() + 60 }), [400, 'parameter_invalid', 'to_unix'])
  assert.deepEqual(await refused({ to_unix: realUnix() }), [400, 'parameter_invalid', 'to_unix'])
  assert.equal((await refused({ seconds: -60 }))[0], 400)
  await clock.advance(730 * DAY_MS - MINUTE_MS)
  assert.deepEqual(await refused({ seconds: 61 }), [400, 'parameter_invalid', 'seconds'])
  assert.equal((await clock.ask({ seconds: 60 })).status, 200)
  assert.deepEqual(await refused({ seconds: 1 }), [409, 'state_conflict', undefined])
  const log = await house.call('GET', '/v1/manage/audit_log', { key: club.key })
  assert.equal(
    log.body.data.filter(({ action }: { action: string }) => action === 'clock.advanced').length,
    2,
    log.text,
  )
})

test('a live organisation has the real time', async () => {
  const live = await house.organisation({ mode: 'live' })
  const clock = clockOf(house, live, deps)
  const { status, body } = await clock.ask({ seconds: 60 })
  assert.deepEqual([status, body.error.code], [403, 'sandbox_only'])
  assert.equal((await clock.read()).ahead_seconds_max, 0)
  await assert.rejects(
    async () => sql`update organisations set clock_target_ms = 1 where org_id = ${live.orgId}`,
    /organisations_clock/,
  )
})
