import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mintKey } from '../../server/access/api-keys/key-format.ts'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { payDrafted } from '../../server/checkout/answers/settle-payment.ts'
import { newBasketUuid } from '../../server/checkout/baskets/basket-state.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { keepStatistics } from '../../server/platform/postgres/keep-statistics.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { openHouse } from '../harness/house.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const payments = createPayments({ stripe: undefined })
const house = await openHouse({ payments })
const { sql, clock } = house
const club = await house.organisation()
const { orgId } = club
await sql`
  update organisations
  set key_requests_per_minute = 10000000, key_requests_per_day = 1000000000, requests_per_day = 1000000000,
    publishable_requests_per_day = 1000000000, address_requests_per_minute = 10000000,
    address_requests_per_day = 1000000000, gate_key_requests_per_minute = 10000000,
    gate_key_requests_per_day = 1000000000
  where org_id = ${orgId}`
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 1_000_000 })

/** What runs must leave nothing behind, however often. A full collection is not exact to the last few hundred kilobytes. */
const BYTES_MAX = 1_000_000
/** Few, since what leaks may leak once a batch. */
const AT_ONCE = 10

async function runTimes(times: number, work: (n: number) => Promise<unknown>, from: number): Promise<void> {
  for (let n = from; n < from + times; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(n + index)))
    // As the worker does every few seconds, while the tables grow from nothing.
    if (n % 400 === 0) await keepStatistics(sql)
  }
}

async function heapBytes(): Promise<number> {
  // Twice, with a turn between: what the first frees may hold on to more.
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}

const settling = createSettleDeps({ sql, clock, systemClock: clock, seal: house.seal, payments })
const NOT_GIVEN = { mobile_number: null, postcode: null, country_id: null, language: null, marketing_emails: false }

const activities: [sentence: string, times: number, work: (n: number) => Promise<unknown>][] = [
  [
    'ten thousand sales, each to another buyer',
    10_000,
    async (n) => {
      const basketId = newBasketUuid()
      const requestedItems = [{ priceId, quantity: 1, seats: null, sectionId: null }]
      const filling = {
        orgId,
        basketId,
        opening: { code: null },
        requestedItems,
        audience: 'organisation' as const,
        addressHash: null,
      }
      await settling.sales.fill({ orgId, item: filling, claim: undefined })
      const buyer = { email: `fan-${n}@example.org`, first_name: 'Ada', last_name: 'Okafor', ...NOT_GIVEN }
      const draft = await settling.sales.draft({ orgId, basketId, buyer, paymentMethod: 'pm_test_ok' })
      assert.ok('order' in draft)
      assert.equal((await payDrafted(settling, draft)).kind, 'confirmed')
    },
  ],
  [
    'sales over HTTP with an Idempotency-Key, to people who are known and say what was missing',
    1_000,
    async (n) => {
      const body = { items: [{ price_id: priceId, quantity: 1 }] }
      const basket = await shop.call('POST', '/v1/baskets', body, { 'idempotency-key': `open ${n}` })
      const customer = { email: `fan-${n}@example.org`, first_name: 'A', last_name: 'B', postcode: '2000' }
      const { status } = await shop.checkOut(basket.body.id, { customer }, { 'idempotency-key': `check out ${n}` })
      assert.equal(status, 200)
    },
  ],
  [
    'unknown keys, from addresses that were not seen before',
    2_000,
    async (n) => {
      const remoteAddress = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
      const answer = await house.call('GET', '/v1/events', { key: mintKey('sk', 'live'), remoteAddress })
      assert.equal(answer.status, 401)
    },
  ],
  [
    'requests without a key from networks that were not seen before',
    2_000,
    async (n) => {
      const remoteAddress = `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`
      assert.equal((await house.call('GET', '/v1/events', { remoteAddress })).status, 401)
    },
  ],
  [
    'lists whose filters are never twice the same',
    2_000,
    async (n) => {
      const path = `/v1/members?limit=1&updated_since=${n}&created_since=${n}&membership_type_id=${n + 1}`
      assert.equal((await house.call('GET', path, { key: club.key })).status, 200)
    },
  ],
]

for (const [sentence, times, work] of activities) {
  test(`memory stays flat over ${sentence}`, { timeout: 400_000 }, async () => {
    // The first fifth fills what is bounded, and lets the machine settle.
    const first = times / 5
    await runTimes(first, work, 0)
    const before = await heapBytes()
    await runTimes(times - first, work, first)
    const left = (await heapBytes()) - before
    assert.ok(left < BYTES_MAX, `${left} bytes are left behind`)
  })
}
