import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OfferedPriceRow, offerOfEvent } from './event-offer.ts'

const now = new Date('2026-11-17T12:00:00Z')
const tomorrow = new Date('2026-11-18T12:00:00Z')
const later = new Date('2026-11-20T12:00:00Z')
const rules = { places_left_shown: 'number', few_places_left: 20 } as const

const price = (columns: Partial<OfferedPriceRow> = {}): OfferedPriceRow => ({
  ...{ event_id: 1, price_category_id: 1, price_minor: 4000, tickets_included: 1, for_members: false },
  ...{ service_fee_minor: 180, service_tax_minor: 20, tax_rate: null, fee_tax_rate: null, supply_day: '2026-11-19' },
  ...{ available_from: null, sold_until: later, places_left: 100, pool_left: 100, currency: 'AUD' },
  ...columns,
})
const offer = (...prices: OfferedPriceRow[]) => offerOfEvent(prices, rules, now)

test('what is on sale costs from its cheapest single ticket that anybody can have', () => {
  const family = price({ price_minor: 2800, tickets_included: 4 })
  const members = price({ price_minor: 800, for_members: true })
  const { sale, from_total, places_left, few_left } = offer(price(), price({ price_minor: 5400 }), family, members)
  assert.deepEqual([sale, from_total, places_left, few_left], ['open', 42, 100, false])
})

test('prices of one category share its places, and few are few by the organisation’s own reckoning', () => {
  const [one, other] = [price({ pool_left: 12 }), price({ price_category_id: 2, pool_left: 7 })]
  assert.deepEqual([offer(one, one, other).places_left, offer(one, one, other).few_left], [19, true])
  const quiet = offerOfEvent([one], { ...rules, places_left_shown: 'none' }, now)
  assert.deepEqual([quiet.places_left, quiet.few_left], [null, false])
  const hinted = offerOfEvent([one], { ...rules, places_left_shown: 'few' }, now)
  assert.deepEqual([hinted.places_left, hinted.few_left], [null, true])
})

test('members first: it is theirs now, and says when it is everybody’s', () => {
  const { sale, from_total, opens_unix } = offer(
    price({ for_members: true, price_minor: 2800 }),
    price({ available_from: tomorrow }),
  )
  assert.deepEqual([sale, from_total, opens_unix], ['members', 30, tomorrow.getTime() / 1000])
})

test('before the sale it says when it opens, for members too where they are first, and what it will cost', () => {
  const members = price({ for_members: true, available_from: tomorrow })
  const { sale, from_total, opens_unix, members_open_unix } = offer(
    members,
    price({ available_from: later, sold_until: new Date('2026-12-01T00:00:00Z') }),
  )
  assert.deepEqual(
    [sale, from_total, opens_unix, members_open_unix],
    ['scheduled', 42, later.getTime() / 1000, tomorrow.getTime() / 1000],
  )
})

test('nothing left is sold out, and a sale that is over, or was never, has ended', () => {
  assert.equal(offer(price({ places_left: 0, pool_left: 0 })).sale, 'sold_out')
  assert.equal(offer(price({ tickets_included: 4, places_left: 3 })).sale, 'sold_out')
  assert.deepEqual([offer(price({ sold_until: now })).sale, offer().sale, offer().from_total], ['ended', 'ended', null])
})
