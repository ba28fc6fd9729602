import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyExponent, currencySymbol, isCurrency, toMajor, toMinor } from './money.ts'

test('amounts are decimals of the major unit outside and whole minor units inside', () => {
  assert.deepEqual([toMinor(12.5, 'AUD'), toMajor(1250, 'AUD')], [1250, 12.5])
  assert.deepEqual([toMinor(1200, 'JPY'), toMajor(1200, 'JPY')], [1200, 1200])
  assert.deepEqual([toMinor(1.234, 'KWD'), toMajor(1234, 'KWD')], [1234, 1.234])
  assert.deepEqual([toMinor(0, 'AUD'), toMajor(0, 'AUD')], [0, 0])
  assert.deepEqual([toMinor(-19.99, 'USD'), toMajor(-1999, 'USD')], [-1999, -19.99])
})

test('an amount finer than its currency is refused, never rounded', () => {
  for (const [amount, currency] of [
    [12.345, 'AUD'],
    [0.001, 'USD'],
    [1200.5, 'JPY'],
    [1.2345, 'KWD'],
    [0.1 + 0.2, 'AUD'],
    [1e-9, 'EUR'],
  ] as const) {
    assert.equal(toMinor(amount, currency), undefined, `${amount} ${currency}`)
  }
})

test('an amount beyond the safe range, or no number at all, is refused', () => {
  for (const amount of [2 ** 53, 1e17, Number.POSITIVE_INFINITY, Number.NaN])
    assert.equal(toMinor(amount, 'AUD'), undefined)
  assert.equal(toMinor(2 ** 53 - 1, 'JPY'), 2 ** 53 - 1)
  assert.equal(toMinor(2 ** 53, 'JPY'), undefined)
})

test('every amount of two decimals up to 100,000 goes out and comes back as the same cent', () => {
  for (let cents = 0; cents <= 10_000_000; cents += 1) {
    if (toMinor(toMajor(cents, 'AUD'), 'AUD') !== cents) assert.fail(`${cents} cents`)
  }
})

test('an amount on the wire has no more decimals than its currency', () => {
  for (let cents = 1; cents < 1_000_000; cents += 7) {
    const [, decimals = ''] = JSON.stringify(toMajor(cents, 'AUD')).split('.')
    if (decimals.length > 2) assert.fail(`${cents} cents`)
  }
  for (let fils = 1; fils < 1_000_000; fils += 7) {
    const [, decimals = ''] = JSON.stringify(toMajor(fils, 'KWD')).split('.')
    if (decimals.length > 3) assert.fail(`${fils} fils`)
  }
})

test('currencies have the minor units of ISO 4217', () => {
  const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
  const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
  for (const currency of none) assert.equal(currencyExponent(currency), 0, currency)
  for (const currency of three) assert.equal(currencyExponent(currency), 3, currency)
  for (const currency of 'AUD USD EUR GBP NZD CHF SEK INR BRL HUF TWD'.split(' ')) {
    assert.equal(currencyExponent(currency), 2, currency)
  }
  for (const currency of [...none, ...three, 'AUD', 'NZD']) assert.ok(isCurrency(currency), currency)
})

test('a currency is a code in capitals', () => {
  for (const code of ['aud', 'AU', 'AUDX', '', 'ZZZ', '$', '__proto__', 'constructor'])
    assert.equal(isCurrency(code), false, code)
})

test('a currency has its symbol as English writes it, or else its code', () => {
  assert.deepEqual(['AUD', 'EUR', 'GBP', 'JPY', 'KWD'].map(currencySymbol), ['$', '€', '£', '¥', 'KWD'])
})
