import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCharges, type Charge, summarize, sumOf } from '../../../faces/kit/charges.ts'
import { languages } from '../../../faces/kit/languages.ts'
import { money } from '../../../faces/kit/money.ts'
import { fc } from '../../../tests/harness/chance.ts'
import { currencyExponent, toMajor } from '../../platform/values/money.ts'
import { chargesOf, toCharges } from '../../tickets/orders/charges.ts'
import { toInstalments } from './basket-membership.ts'
import { laterMinor, planOf } from './plan.ts'

const NOW = new Date('2026-08-31T10:00:00Z')
const ZONE = 'Europe/Berlin'

/** With none, two and three decimals; of the forint and the dinar browsers show none. */
const CURRENCIES = ['JPY', 'EUR', 'KWD', 'HUF', 'IQD']

const family = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 6 })
const rule = fc.record({
  number_of_instalments: fc.integer({ min: 2, max: 60 }),
  months_between: fc.integer({ min: 1, max: 12 }),
  fixed_end_date: fc.constantFrom(null, new Date('2027-05-31T22:00:00Z')),
})

/** The amount that a reader sees, in minor units. */
function readAmount(text: string, locale: string, currency: string): number {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const [whole = '', fraction = ''] = text.replace(/[^\d.,]/g, '').split(decimal)
  const digits = whole.replace(/\D/g, '') + fraction.replace(/\D/g, '').padEnd(currencyExponent(currency), '0')
  return Number(digits)
}

test('for any price, plan, family, currency and language the amounts on screen add up to the total on screen', () => {
  fc.assert(
    fc.property(
      family,
      rule,
      fc.constantFrom(...CURRENCIES),
      fc.constantFrom(...languages),
      (prices, by, of, locale) => {
        const plans = prices.map((price) => planOf(price, by, { now: NOW, zone: ZONE }))
        const totalMinor = prices.reduce((sum, price) => sum + price, 0)
        const paidAtOnce = prices.filter((_, at) => plans[at] === null).reduce((sum, price) => sum + price, 0)
        const shown = (amount: number) => readAmount(money(amount, of, locale), locale, of)
        const assertAddsUp = (charges: Charge[], dueNow: number, total: number) => {
          const rows = charges.map(({ amount }) => shown(amount))
          assert.equal(
            rows.reduce((sum, row) => sum + row, 0),
            total,
          )
          assert.equal(shown(sumOf(charges.map(({ amount }) => amount))), total)
          const summary = summarize(charges, dueNow)
          if (summary) assert.equal(shown(summary.now) + shown(summary.later), total)
        }

        // The basket and the order: what the server adds up.
        const basket = toCharges(chargesOf(totalMinor, plans, '2026-08-31'), of)
        const later = plans.reduce((sum, plan) => sum + laterMinor(plan), 0)
        if (basket.length > 0) assertAddsUp(basket, toMajor(totalMinor - later, of), totalMinor)

        // The form before the basket: what its page adds up, of those that are paid by the plan.
        const form = addCharges(plans.map((plan) => toInstalments(plan, of)))
        const planned = totalMinor - paidAtOnce
        if (form.length > 0) assertAddsUp(form, toMajor(planned - later, of), planned)
      },
    ),
    { numRuns: 300 },
  )
})
