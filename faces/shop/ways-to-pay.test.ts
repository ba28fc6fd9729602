import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Storefront } from '@grandstand/sdk'
import { walletsFor } from './ways-to-pay.ts'

const NOW = 1_800_000_000_000
const way = (payment_method: string, amount_min: number | null = null) => ({
  payment_method,
  redirects: false,
  needs_mandate: false,
  currencies: null,
  limits: [
    { currency: 'EUR', amount_min, amount_max: null },
    { currency: 'PLN', amount_min: 2, amount_max: null },
  ],
  days_before_event: 0,
})
const storefrontOf = (methods: ReturnType<typeof way>[]) =>
  ({ currency: 'EUR', payments: { methods, express: ['apple_pay', 'google_pay', 'link'] } }) as unknown as Storefront
const wallets = (total: number, methods = [way('card', 0.5), way('link', 1)], more = {}) =>
  walletsFor({ storefront: storefrontOf(methods), total, currency: null, ...more }, NOW)

test('wallets of cards stand above the form where a card is charged so little, and Link by its own least', () => {
  assert.deepEqual(wallets(0.49), [])
  assert.deepEqual(wallets(0.5), ['apple_pay', 'google_pay'])
  assert.deepEqual(wallets(1), ['apple_pay', 'google_pay', 'link'])
})

test('the least is that of the currency that is charged', () => {
  assert.deepEqual(wallets(1.99, undefined, { currency: 'PLN' }), [])
  assert.deepEqual(wallets(2, undefined, { currency: 'PLN' }), ['apple_pay', 'google_pay', 'link'])
})

test('without cards there is none of them, and Link is for no plan', () => {
  assert.deepEqual(wallets(5, [way('link')]), ['link'])
  assert.deepEqual(wallets(5, undefined, { cardOnly: true }), ['apple_pay', 'google_pay'])
  assert.deepEqual(
    walletsFor({ storefront: { currency: 'EUR', payments: null } as Storefront, total: 5, currency: null }, NOW),
    [],
  )
})
