import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { followAccount } from '../../ledger/disputes/follow-disputes.ts'

const { stripe, house, club, shop, priceId, payments } = await openStripeHouse()
stripe.accounts.methods.set(ACCOUNT, ['card', 'apple_pay', 'google_pay', 'link'])
const sandbox = await openSettlingHouse()
const { priceId: sandboxPrice } = await addOffer(sandbox.house, sandbox.club)

type Shop = typeof shop | typeof sandbox.shop
const express = async (of: Shop): Promise<string[]> => (await of.call('GET', '/v1/storefront')).body.payments.express
const turn = (of: Shop, method: string, switched_on: boolean) =>
  of.call('PUT', `/v1/manage/payment_account/methods/${method}`, { switched_on })
const pay = async (of: Shop, price: number, payment_method: string) => {
  const { status, body } = await of.checkOut(await of.fill(price, 1), { payment_method })
  return [status, body.status ?? body.error.code]
}

test('a shop is told which wallets it may offer above its form: those of the account that staff have not switched off', async () => {
  assert.deepEqual(await express(shop), [], 'until Stripe was asked')
  await followAccount({ sql: house.sql, clock: house.clock, payments }, club.orgId)
  assert.deepEqual(await express(shop), ['apple_pay', 'google_pay', 'link'])
  await turn(shop, 'link', false)
  assert.deepEqual(await express(shop), ['apple_pay', 'google_pay'])
  const { methods } = (await shop.call('GET', '/v1/storefront')).body.payments
  assert.deepEqual(
    methods.map(({ payment_method }: { payment_method: string }) => payment_method),
    ['card'],
    'Stripe’s form is given what it knows: a wallet’s card is a card',
  )
  await turn(shop, 'link', true)
})

test('Stripe is asked for a card where a wallet’s is given, and not once more than for a card', async () => {
  const before = stripe.calls.length
  assert.deepEqual(await pay(shop, priceId, 'ctoken_apple_pay'), [200, 'confirmed'])
  assert.deepEqual(stripe.calls.slice(before), [
    'POST /v1/payment_intents',
    `POST /v1/payment_intents/${[...stripe.intents.all.keys()].at(-1)}/confirm`,
  ])
  assert.deepEqual([...stripe.intents.all.values()].at(-1)?.payment_method_types, ['card', 'link'])
})

test('a wallet that is switched off is refused before any payment is begun; the other one and cards are taken', async () => {
  await turn(shop, 'apple_pay', false)
  const before = stripe.intents.all.size
  assert.deepEqual(await pay(shop, priceId, 'ctoken_apple_pay'), [402, 'payment_method_not_offered'])
  assert.equal(stripe.intents.all.size, before)
  assert.deepEqual(await pay(shop, priceId, 'ctoken_google_pay'), [200, 'confirmed'])
  assert.deepEqual(await pay(shop, priceId, 'ctoken_visa'), [200, 'confirmed'])
  await turn(shop, 'apple_pay', true)
  assert.deepEqual(await pay(shop, priceId, 'ctoken_apple_pay'), [200, 'confirmed'])
})

test('where the token cannot be looked at nothing is charged, and the basket is open for another try', async () => {
  await turn(shop, 'google_pay', false)
  const basket = await shop.fill(priceId, 1)
  const before = stripe.intents.all.size
  stripe.trouble('error_500')
  const { status } = await shop.checkOut(basket, { payment_method: 'ctoken_visa' })
  assert.equal(status, 502)
  assert.deepEqual([stripe.intents.all.size, (await shop.read(basket)).body.status], [before, 'open'])
  assert.equal((await shop.checkOut(basket, { payment_method: 'ctoken_visa' })).body.status, 'confirmed')
  await turn(shop, 'google_pay', true)
})

test('a sandbox plays wallets, with a card that is taken, declined, or asks the bank', async () => {
  const play = (name: string) => pay(sandbox.shop, sandboxPrice, `pm_test_wallet_${name}`)
  for (const wallet of await express(sandbox.shop)) assert.deepEqual(await play(wallet), [200, 'confirmed'], wallet)
  assert.deepEqual(await play('apple_pay_declined'), [402, 'card_declined'])
  assert.deepEqual(await play('google_pay_requires_action'), [200, 'pending'])
  assert.deepEqual(await play('amazon_pay'), [402, 'payment_method_invalid'])
  for (const wallet of ['apple_pay', 'link']) {
    await turn(sandbox.shop, wallet, false)
    assert.deepEqual(await play(wallet), [402, 'payment_method_not_offered'])
    await turn(sandbox.shop, wallet, true)
  }
})

test('without cards there are no wallets of them', async () => {
  await turn(sandbox.shop, 'card', false)
  assert.deepEqual(await express(sandbox.shop), ['link'])
  assert.deepEqual(await pay(sandbox.shop, sandboxPrice, 'pm_test_wallet_google_pay'), [
    402,
    'payment_method_not_offered',
  ])
  await turn(sandbox.shop, 'card', true)
})
