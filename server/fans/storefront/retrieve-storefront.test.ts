import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'

const { house, club, priceId, shop, stripe } = await openStripeHouse()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const storefront = async (key = publishable) => (await house.call('GET', '/v1/storefront', { key })).body

test('a page with a publishable key learns the name, the look and how to pay', async () => {
  const look = { name: 'Harbour City', logo_image: 'https://img.example.org/logo.png', accent_color: '#00ff7f' }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: look })).status, 200)
  const body = await storefront()
  assert.deepEqual([body.name, body.logo_image, body.accent_color], Object.values(look))
  const { methods, ...payments } = body.payments
  const stripePays = { provider: 'stripe', publishable_key: 'pk_test_club', account: 'acct_club' }
  assert.deepEqual(payments, { ...stripePays, express: [] })
  const plain = { redirects: false, needs_mandate: false, currencies: null, days_before_event: 0 }
  const limits = [{ currency: 'AUD', amount_min: 0.5, amount_max: null }]
  const card = { payment_method: 'card', limits, ...plain }
  assert.deepEqual(methods, [card], 'until Stripe has said what else there is')
  assert.equal('business_number' in body || 'held_places_per_address' in body, false)
})

test('a page learns what an order costs beside its tickets', async () => {
  const fee = {
    transaction_fee_fixed: 1.5,
    transaction_fee_percentage: 2.5,
    transaction_fee_max: 10,
    transaction_fee_free_orders: true,
  }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: fee })).status, 200)
  const shown = await storefront()
  for (const [name, value] of Object.entries(fee)) assert.equal(shown[name], value, name)
  const none = {
    transaction_fee_fixed: 0,
    transaction_fee_percentage: 0,
    transaction_fee_max: null,
    transaction_fee_free_orders: false,
  }
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: none })
})

test('a page learns where the club’s fans sign in, and that they no longer do', async () => {
  assert.equal((await storefront()).sign_in, null)
  const provider = { name: 'Club account', issuer: 'https://id.example.org', audiences: ['shop', 'app'] }
  const creation = await house.call('POST', '/v1/manage/sso_providers', { key: club.key, body: provider })
  assert.equal(creation.status, 201)
  const signIn = { name: 'Club account', issuer: 'https://id.example.org', client_id: 'shop' }
  assert.deepEqual((await storefront()).sign_in, signIn)
  await house.call('POST', `/v1/manage/sso_providers/${creation.body.sso_provider_id}/archive`, { key: club.key })
  assert.equal((await storefront()).sign_in, null)
})

test('a sandbox is paid by pretence, and an organisation without an account cannot be paid', async () => {
  const sandbox = await house.organisation()
  const { methods, ...payments } = (await storefront(sandbox.key)).payments
  const express = ['apple_pay', 'google_pay', 'link']
  assert.deepEqual(payments, { provider: 'test', publishable_key: null, account: null, express })
  assert.deepEqual(
    methods.map(({ payment_method }: { payment_method: string }) => payment_method),
    ['card', 'link', 'au_becs_debit', 'klarna', 'paypal'],
    'what the test bank plays, in AUD',
  )
  const poor = await house.organisation({ mode: 'live' })
  assert.equal((await storefront(poor.key)).payments, null)
})

test('a confirmation token pays like a payment method', async () => {
  const paid = await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'ctoken_visa' })
  assert.deepEqual([paid.status, paid.body.status], [200, 'confirmed'])
  assert.equal([...stripe.intents.all.values()].at(-1)?.payment_method, 'pm_card_visa')
  const unknown = await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'ctoken_nobody_has' })
  assert.deepEqual([unknown.status, unknown.body.error.code], [402, 'payment_method_invalid'])
})
