import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../platform/values/durations.ts'
import { expressOf, methodsSwitchedOn, offeredFor } from './offered-methods.ts'
import { paymentMethodNames } from './payment-methods.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const all = { mode: 'live' as const, payment_methods_off: [], account_methods: [...paymentMethodNames] }
const sale = { amountMinor: 5000, currency: 'EUR', now: NOW, startsAt: null, keeps: false, hasMandate: true }
const EXPRESS = ['apple_pay', 'google_pay', 'link']
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

test('offered is what the account has and staff have not switched off', () => {
  const settings = { ...all, account_methods: ['card', 'ideal', 'bancontact'], payment_methods_off: ['bancontact'] }
  assert.deepEqual(offeredFor(settings, sale), ['card', 'ideal'])
  assert.deepEqual(offeredFor({ ...settings, account_methods: null }, sale), ['card'], 'until the provider was asked')
})

test('a wallet of cards is offered where cards are, and each can be switched off alone', () => {
  const settings = (...off: string[]) => ({ ...all, payment_methods_off: off })
  assert.deepEqual(expressOf(settings()), EXPRESS)
  assert.deepEqual(expressOf(settings('google_pay')), ['apple_pay', 'link'])
  assert.deepEqual(expressOf(settings('card')), ['link'])
})

test('a sandbox has what the test bank plays, and debits', () => {
  const sandbox = { ...all, mode: 'test' as const, account_methods: null }
  assert.equal(methodsSwitchedOn(sandbox).includes('sepa_debit'), true)
  assert.equal(methodsSwitchedOn(sandbox).includes('twint'), true)
})

test('a currency has its own ways to pay', () => {
  assert.deepEqual(offeredFor(all, { ...sale, currency: 'CHF' }), ['card', ...EXPRESS, 'klarna', 'paypal', 'twint'])
  assert.deepEqual(offeredFor(all, { ...sale, currency: 'JPY' }), ['card', ...EXPRESS])
})

test('an amount is within what a way to pay takes, both ends included', () => {
  const twint = (amountMinor: number) => offeredFor(all, { ...sale, currency: 'CHF', amountMinor }).includes('twint')
  assert.deepEqual([twint(500_000), twint(500_001)], [true, false])
  const eps = (amountMinor: number) => offeredFor(all, { ...sale, amountMinor }).includes('eps')
  assert.deepEqual([eps(99), eps(100)], [false, true])
})

test('no debit is taken in the two weeks before the match, and what is certain at once until the end', () => {
  const at = (days: number) => offeredFor(all, { ...sale, startsAt: inDays(days) })
  assert.equal(at(14).includes('sepa_debit'), false)
  assert.equal(at(14.1).includes('sepa_debit'), true)
  assert.deepEqual([at(3).includes('klarna'), at(3.1).includes('klarna')], [false, true])
  assert.ok(at(0).includes('ideal') && at(-0.1).includes('card'))
})

test('a debit is offered to whoever has agreed to its mandate, in its own currency', () => {
  assert.equal(offeredFor(all, { ...sale, hasMandate: false }).includes('sepa_debit'), false)
  const debits = (currency: string) => offeredFor(all, { ...sale, currency }).filter((name) => name.endsWith('_debit'))
  assert.deepEqual(['EUR', 'GBP', 'AUD', 'CHF'].map(debits), [['sepa_debit'], ['bacs_debit'], ['au_becs_debit'], []])
})

test('where later parts are charged without the fan, cards are offered, and debits to a fan who has agreed to the mandate', () => {
  assert.deepEqual(offeredFor(all, { ...sale, keeps: true }), ['card', 'apple_pay', 'google_pay', 'sepa_debit'])
  assert.deepEqual(offeredFor(all, { ...sale, keeps: true, hasMandate: false }), ['card', 'apple_pay', 'google_pay'])
})
