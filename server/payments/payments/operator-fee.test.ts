import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { operatorFeeOf } from './operator-fee.ts'
import { toStripeAmount } from './stripe-amount.ts'

const takes = (minor: number, currency: string) => toStripeAmount(minor, currency) !== undefined
const fee = (thousandths: number, fixedMinor: number, amountMinor: number, currency = 'AUD', home = 'AUD') =>
  operatorFeeOf(
    { operator_fee_thousandths: thousandths, operator_fee_fixed_minor: fixedMinor, home_currency: home },
    { amountMinor, currency },
    takes,
  )

test('a fee is rounded half up, has its fixed part at home only, and is never more than the payment', () => {
  assert.equal(fee(1500, 25, 1000), 40)
  assert.deepEqual([fee(1500, 0, 1033), fee(1500, 0, 1034), fee(1500, 0, 1100)], [15, 16, 17])
  assert.equal(fee(1500, 25, 1000, 'EUR'), 15)
  assert.deepEqual([fee(0, 25, 10), fee(50_000, 900, 1000)], [10, 1000])
  assert.deepEqual([fee(0, 0, 1000), fee(1, 0, 100)], [undefined, undefined])
})

test('a fee is an amount that the provider has: of three decimals the last is a zero', () => {
  assert.deepEqual([fee(1500, 0, 1010, 'KWD'), fee(1500, 0, 100, 'KWD')], [10, undefined])
  assert.equal(fee(1500, 0, 100_000, 'MGA'), 1500)
  assert.equal(fee(1500, 0, 9999, 'MGA'), 100)
})

test('each payment at Stripe brings the operator’s fee, also one whose answer was lost; what was set later changes none', async () => {
  const { stripe, house, club, shop, priceId, buy } = await openStripeHouse()
  const set = (thousandths: number, fixedMinor: number) => house.sql`
    update organisations
    set operator_fee_thousandths = ${thousandths}, operator_fee_fixed_minor = ${fixedMinor}
    where org_id = ${club.orgId}`
  const feesAtStripe = () =>
    [...stripe.intents.all.values()].map(({ amount, application_fee_amount }) => [amount, application_fee_amount])
  const fees = () => house.sql<{ amount_minor: number; operator_fee_minor: number | null }[]>`
    select amount_minor, operator_fee_minor
    from payments
    where org_id = ${club.orgId}
    order by payment_id`
  assert.equal((await buy('pm_card_visa')).status, 200)
  const amount = (await fees())[0]?.amount_minor ?? 0
  assert.deepEqual(feesAtStripe(), [[amount, null]])

  await set(1500, 25)
  const expected = Math.round(amount * 0.015) + 25
  assert.equal((await buy('pm_card_visa')).status, 200)
  assert.deepEqual(feesAtStripe().at(-1), [amount, expected])

  // The call never arrives, and is made again by the second request for the same basket.
  stripe.trouble('lost')
  const basket = await shop.fill(priceId, 1)
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'pending')
  await set(0, 0)
  house.clock.advance(61_000)
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
  assert.deepEqual(feesAtStripe().at(-1), [amount, expected])
  assert.deepEqual(
    (await fees()).map(({ operator_fee_minor }) => operator_fee_minor),
    [null, expected, expected],
  )
})
