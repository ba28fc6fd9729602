import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStripeAmount } from './stripe-amount.ts'

const amounts: [minor: number, currency: string, stripe: number | undefined][] = [
  [1250, 'AUD', 1250],
  [1250, 'JPY', 1250],
  // Two digits by Stripe's count, none by ISO's.
  [500, 'ISK', 50_000],
  [500, 'UGX', 50_000],
  // None by Stripe's count, two by ISO's.
  [125_000, 'MGA', 1250],
  [125_050, 'MGA', undefined],
  // Three digits, of which the last must be zero.
  [1250, 'KWD', 1250],
  [1255, 'KWD', undefined],
]

for (const [minor, currency, expected] of amounts) {
  test(`${minor} of ${currency} are ${expected ?? 'no amount'} to Stripe`, () =>
    assert.equal(toStripeAmount(minor, currency), expected))
}
