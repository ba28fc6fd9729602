import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { followDisputes } from '../../ledger/disputes/follow-disputes.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { createPayments } from '../payments/providers.ts'
import { readPayouts } from './read-payouts.ts'

const house = await openHouse()
// Eleven in the morning of the 14th in Sydney.
house.clock.set(new Date('2027-03-14T00:00:00Z'))
const payments = createPayments({ stripe: undefined })
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }
const club = await house.organisation()
const { priceId } = await addOffer(house, club, { capacity: 50 })
const shop = shopOf(house, club)
const buy = async (payment_method = 'pm_test_ok') =>
  (await shop.checkOut(await shop.fill(priceId, 1), { payment_method })).body.order_id as number
const listOf = async ({ key }: Tenant) => (await house.call('GET', '/v1/manage/payouts', { key })).body.data
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

test('a sandbox is paid out by its own days: the money of one at the beginning of the day after the next, less fees', async () => {
  await buy()
  await buy()
  await readPayouts(deps)
  assert.deepEqual(await listOf(club), [])
  house.clock.set(new Date('2027-03-15T12:59:00Z'))
  await readPayouts(deps)
  assert.deepEqual(await listOf(club), [])
  // Midnight of the 16th in Sydney.
  house.clock.set(new Date('2027-03-15T13:00:00Z'))
  await Promise.all([readPayouts(deps), readPayouts(deps)])
  const [payout, ...others] = await listOf(club)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [
      payout.reference,
      payout.status,
      payout.arrives_on,
      payout.amount,
      payout.fees,
      payout.movements,
      payout.difference,
    ],
    ['po_test_20270314_aud', 'paid', '2027-03-16', 54.4 - 1.26, 1.26, 2, 0],
  )
  await isClean()
})

test('refunds and disputes come out of later payouts, days in which nothing moved have none, and nothing is paid out twice', async () => {
  const orderId = await buy()
  await buy('pm_test_disputed')
  house.clock.advance(5 * DAY_MS)
  await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key: club.key, body: {} })
  await followDisputes(deps)
  house.clock.advance(5 * DAY_MS)
  await readPayouts(deps)
  await readPayouts(deps)
  const [taken, paid, ...others] = await listOf(club)
  assert.deepEqual([paid.amount, taken.amount, taken.fees, others.length], [54.4 - 1.26, -69.4, 15, 1])
  await isClean()
})

test('another sandbox has payouts of its own', async () => {
  const other = await house.organisation({ name: 'Other Club', timezone: 'Europe/Berlin' })
  house.clock.advance(3 * DAY_MS)
  await readPayouts(deps)
  assert.deepEqual(await listOf(other), [])
})
