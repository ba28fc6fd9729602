import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff } from '../../../tests/builders/staff.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const { house, club, stripe, buy } = await openStripeHouse()

const read = async (kind: 'payments' | 'refunds', key = club.key) => {
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/reconciliation?kind=${kind}&unix_start=${now - 86_400}&unix_end=${now + 60}`
  return house.call('GET', path, { key })
}
type Money = { amount: number; currency: string } | null
type Row = { difference: string; reference: string; order_id: number | null; here: Money; there: Money }
const brief = ({ difference, reference, order_id, here, there }: Row) =>
  [difference, reference, order_id, here?.amount ?? '-', there?.amount ?? '-', there?.currency ?? '-'].join(' ')

/** Sold by card, and the PaymentIntent that Stripe has for it. */
async function sell() {
  const { body } = await buy('pm_card_visa')
  assert.equal(body.status, 'confirmed')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { orderId: body.order_id, intent }
}

test('what both have the same is a number; what differs is named on both sides', async () => {
  await sell()
  const less = await sell()
  less.intent.amount = 100
  const dollars = await sell()
  dollars.intent.currency = 'usd'
  const gone = await sell()
  const unknownHere = await sell()
  stripe.intents.all.set('pi_lost', { ...unknownHere.intent, id: 'pi_lost', latest_charge: 'ch_lost' })
  stripe.intents.all.set('pi_merchandise', {
    ...unknownHere.intent,
    id: 'pi_merchandise',
    latest_charge: 'ch_merchandise',
    metadata: {},
  })
  stripe.intents.all.delete(gone.intent.id)
  const { body } = await read('payments')
  assert.deepEqual([body.comparison, body.provider, body.matched, body.others], ['complete', 'stripe', 2, 1])
  assert.deepEqual(
    body.differences.map(brief).sort(),
    [
      `missing_here pi_lost  - 27.2 AUD`,
      `missing_there ${gone.intent.id} ${gone.orderId} 27.2 - -`,
      `other_amount ${less.intent.id} ${less.orderId} 27.2 1 AUD`,
      `other_currency ${dollars.intent.id} ${dollars.orderId} 27.2 27.2 USD`,
    ].sort(),
  )
})

test('a refund that was made at Stripe’s own desk is missing here', async () => {
  const { orderId, intent } = await sell()
  const refunded = await house.call('POST', `/v1/manage/orders/${orderId}/refunds`, {
    key: club.key,
    body: { amount: 5 },
  })
  assert.equal(refunded.status, 201, refunded.text)
  const metadata = { grandstand_org_id: String(club.orgId) }
  stripe.refunds.create(ACCOUNT, { payment_intent: intent.id, amount: 200, metadata })
  const { body } = await read('refunds')
  assert.deepEqual([body.comparison, body.matched], ['complete', 1])
  assert.deepEqual(body.differences.map(brief), ['missing_here re_2  - 2 AUD'])
})

test('while the provider does not answer, the outcome is unknown, and nothing is said to be missing', async () => {
  stripe.trouble('error_500')
  const { status, body } = await read('payments')
  assert.deepEqual([status, body.comparison, body.differences], [200, 'unknown', []])
  // The list answers, and the question about the one that it has not does not.
  stripe.trouble.clear()
  const { body: before } = await read('payments')
  const missing = before.differences.filter(({ difference }: Row) => difference === 'missing_there')
  assert.equal(missing.length, 1)
  stripe.trouble(undefined, 'error_500_at_start')
  const { body: after } = await read('payments')
  assert.deepEqual(
    after.differences
      .filter(({ reference }: Row) => reference === missing[0].reference)
      .map(({ difference }: Row) => difference),
    ['unknown'],
  )
})

test('more than one look can hold is compared bit by bit, and none is left out or told twice', async () => {
  const account = 'acct_busy'
  const busy = await house.organisation({ name: 'Busy Club', mode: 'live' })
  await house.sql`
    update organisations
    set payment_account_id = ${account}
    where org_id = ${busy.orgId}`
  const now = unixSeconds(house.clock())
  for (let index = 0; index < 1250; index += 1)
    stripe.intents.all.set(`pi_busy_${index}`, {
      ...stripe.intents.create(account, {
        amount: 500,
        currency: 'aud',
        metadata: { grandstand_org_id: String(busy.orgId) },
      }),
      id: `pi_busy_${index}`,
      status: 'succeeded',
      latest_charge: `ch_busy_${index}`,
      // Seven in a second.
      created: now - 1000 + Math.floor(index / 7),
    })
  const seen: string[] = []
  let unixEnd = now
  let looks = 0
  for (let comparison = 'partial'; comparison === 'partial'; looks += 1) {
    const path = `/v1/manage/reconciliation?unix_start=${now - 2000}&unix_end=${unixEnd}`
    const { body } = await house.call('GET', path, { key: busy.key })
    comparison = body.comparison
    unixEnd = body.unix_start
    seen.push(...body.differences.map(({ reference }: Row) => reference))
  }
  assert.deepEqual([looks, seen.length, new Set(seen).size], [2, 1250, 1250])
})

test('a sandbox has no provider to compare with, finance may ask, and a month is the most', async () => {
  const sandbox = await house.organisation({ mode: 'test' })
  const { body } = await read('payments', sandbox.key)
  assert.deepEqual([body.comparison, body.provider], ['none', 'test'])
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/reconciliation?unix_start=${now - 86_400}&unix_end=${now}`
  const as = async (role: 'finance' | 'gates') =>
    house.call('GET', path, { headers: (await addStaff(house, club, { role })).headers })
  assert.deepEqual([(await as('finance')).status, (await as('gates')).status], [200, 403])
  const wide = await house.call('GET', `/v1/manage/reconciliation?unix_start=1&unix_end=${now}`, { key: club.key })
  assert.equal(wide.body.error.param, 'unix_end')
})

test('what the provider dates otherwise is in no list of these days, and not missing all the same', async () => {
  const before = (await read('payments')).body
  const { intent } = await sell()
  intent.created -= 3 * 86_400
  const { body } = await read('payments')
  assert.deepEqual([body.matched, body.differences], [before.matched + 1, before.differences])
})

/** So many payments that we have and Stripe has not, a few in each second, on this account. */
const addUnknownPayments = (club: Tenant, account: string, count: number, now: number) => house.sql`
  with ordered as (
    insert into orders (org_id, order_status, currency, price_minor, total_minor, confirmed_at)
    select ${club.orgId}, 'confirmed', 'AUD', 500, 500, to_timestamp(${now})
    from generate_series(1, ${count}::int)
    returning order_id
  )
  insert into payments (
    org_id, order_id, provider, payment_account_id, idempotency_key, provider_reference, payment_status, amount_minor, currency, succeeded_at
  )
  select ${club.orgId}, order_id, 'stripe', ${account}, 'unknown-' || order_id, 'pi_ours_' || order_id, 'succeeded', 500, 'AUD',
    to_timestamp(${now} - 1 - order_id % 700)
  from ordered`

test('more of ours than one look can hold is compared bit by bit too', async () => {
  const account = 'acct_many'
  const many = await house.organisation({ name: 'Club of Many', mode: 'live' })
  await house.sql`
    update organisations
    set payment_account_id = ${account}
    where org_id = ${many.orgId}`
  const now = unixSeconds(house.clock())
  await addUnknownPayments(many, account, 2500, now)
  // What went to an account that they had before is none of this one's.
  await addUnknownPayments(many, 'acct_before', 3, now)
  const seen: string[] = []
  const looks: string[] = []
  for (let unixEnd = now; looks.at(-1) !== 'complete'; ) {
    const path = `/v1/manage/reconciliation?unix_start=${now - 2000}&unix_end=${unixEnd}`
    const { body } = await house.call('GET', path, { key: many.key })
    looks.push(body.comparison)
    unixEnd = body.unix_start
    seen.push(...body.differences.map(({ reference }: Row) => reference))
  }
  assert.deepEqual([looks, seen.length, new Set(seen).size], [['partial', 'complete'], 2500, 2500])
})
