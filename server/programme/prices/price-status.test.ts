import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PriceAvailability, type PriceStatus, priceStatusOf } from './price-status.ts'

const now = new Date('2026-03-14T08:30:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)
const offer: PriceAvailability = {
  switchedOn: true,
  availableFrom: null,
  soldUntil: after,
  placesLeft: 1,
  ticketsIncluded: 1,
}

const cases: [sentence: string, difference: Partial<PriceAvailability>, status: PriceStatus][] = [
  ['a price without a window and with a place left is active', {}, 'active'],
  ['a window that opens at this instant is open', { availableFrom: now }, 'active'],
  ['a window that opens in a moment is scheduled', { availableFrom: after }, 'scheduled'],
  ['a window that closes at this instant has ended', { soldUntil: now }, 'ended'],
  ['a window that closes in a moment is still open', { availableFrom: before, soldUntil: after }, 'active'],
  ['no place left is sold out', { placesLeft: 0 }, 'sold_out'],
  ['a group of four is sold out when three places are left', { placesLeft: 3, ticketsIncluded: 4 }, 'sold_out'],
  ['a group of four takes the last four places', { placesLeft: 4, ticketsIncluded: 4 }, 'active'],
  ['a price that was sold out when it ended has ended', { soldUntil: before, placesLeft: 0 }, 'ended'],
  ['a price that has not begun is scheduled, places or none', { availableFrom: after, placesLeft: 0 }, 'scheduled'],
  ['a price that is switched off is inactive, window or none', { switchedOn: false, availableFrom: after }, 'inactive'],
]
for (const [sentence, difference, status] of cases) {
  test(sentence, () => assert.equal(priceStatusOf({ ...offer, ...difference }, now), status))
}
