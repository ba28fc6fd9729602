import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StripeFault } from '../../../tests/outside/stripe/fault.ts'
import { openStripeServer } from '../../../tests/outside/stripe/server.ts'
import { toMinor } from '../../platform/values/money.ts'
import { offeredFor } from './offered-methods.ts'
import { isRedirect, paymentMethodNames } from './payment-methods.ts'
import { toStripeAmount } from './stripe-amount.ts'

const stripe = await openStripeServer()
test.after(() => stripe.close())

const NOW = new Date('2026-11-18T12:00:00Z')
const everything = { mode: 'live' as const, payment_methods_off: [], account_methods: [...paymentMethodNames] }
const CURRENCIES = [
  'AUD',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'JPY',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'SEK',
  'SGD',
  'USD',
]
const AMOUNTS = [
  ...[
    0.01, 0.29, 0.3, 0.49, 0.5, 0.99, 1, 1.99, 2, 2.49, 2.5, 2.99, 3, 4.99, 5, 7.99, 8, 9.99, 10, 14.99, 15, 24.99, 25,
    174, 175,
  ],
  ...[
    4000, 4000.01, 5000, 5000.01, 10_000, 10_000.01, 12_000, 12_000.01, 20_000.01, 55_000, 55_000.01, 100_000.01,
    150_000, 150_000.01,
  ],
]

/** What the stand-in of Stripe says to a payment by this method, of this amount: undefined where it takes it. */
function refusal(type: string, amount: number, currency: string, returnUrl?: string): StripeFault | undefined {
  try {
    const { intents } = stripe
    const { id } = intents.create('acct_club', { amount, currency, allowed_payment_method_types: [type] })
    const token = isRedirect(type) ? `ctoken_${type}` : 'ctoken_visa'
    intents.confirm('acct_club', id, { confirmation_token: token, ...(returnUrl && { return_url: returnUrl }) })
    return undefined
  } catch (error) {
    return error as StripeFault
  }
}

const BACK = 'https://club.example/basket'
const isPlayed = (name: string) => name === 'card' || isRedirect(name)

test('what is offered is what Stripe takes: method, currency and amount, to the cent', () => {
  let taken = 0
  for (const currency of CURRENCIES)
    for (const amount of AMOUNTS) {
      const amountMinor = toMinor(amount, currency)
      const sent = amountMinor === undefined ? undefined : toStripeAmount(amountMinor, currency)
      if (amountMinor === undefined || sent === undefined) continue
      const sale = { amountMinor, currency, now: NOW, startsAt: null, keeps: false, hasMandate: true }
      const offered = offeredFor(everything, sale).filter(isPlayed)
      const takes = paymentMethodNames
        .filter(isPlayed)
        .filter((name) => !refusal(name, sent, currency.toLowerCase(), BACK))
      assert.deepEqual(offered, takes, `${amount} ${currency}`)
      taken += takes.length
    }
  assert.ok(taken > 1000, `${taken}`)
})

test('Stripe refuses a method in another currency, without a way back, and beyond its bounds, each by its own name', () => {
  for (const [type, amount, currency, url, code, param] of [
    ['ideal', 5000, 'chf', BACK, 'payment_intent_incompatible_payment_method', 'payment_method'],
    ['ideal', 5000, 'eur', undefined, undefined, 'return_url'],
    ['twint', 500_001, 'chf', BACK, 'amount_too_large', 'amount'],
    ['eps', 99, 'eur', BACK, 'amount_too_small', 'amount'],
    ['card', 49, 'eur', undefined, 'amount_too_small', 'amount'],
  ] as const) {
    const fault = refusal(type, amount, currency, url)
    assert.deepEqual([fault?.status, fault?.code, fault?.param], [400, code, param], `${type} ${amount} ${currency}`)
  }
  assert.equal(refusal('ideal', 5000, 'eur', BACK), undefined)
})

test('a sandbox, where nothing is charged, takes less', () => {
  const sale = { amountMinor: 10, currency: 'EUR', now: NOW, startsAt: null, keeps: false, hasMandate: false }
  assert.deepEqual(offeredFor(everything, sale), [])
  assert.ok(offeredFor({ ...everything, mode: 'test' }, sale).includes('card'))
})
