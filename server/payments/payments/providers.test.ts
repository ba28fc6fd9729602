import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/http/errors.ts'
import { createPayments } from './providers.ts'
import { createStripeProvider } from './stripe-provider.ts'

const stripe = createStripeProvider({ secretKey: 'sk_test_1', webhookSecret: undefined, clock: () => new Date() })

const begun = async () => true

const unconfigured = (error: unknown) => error instanceof ApiError && error.code === 'payment_provider_unconfigured'

test('a sandbox’s payments are pretended, with Stripe or without, whatever account it has', () => {
  for (const payments of [createPayments({ stripe: undefined }), createPayments({ stripe })]) {
    for (const payment_account_id of [null, 'acct_1']) {
      const { provider, account } = payments.forOrganisation({ mode: 'test', payment_account_id })
      assert.deepEqual([provider.name, account], ['test', null])
    }
  }
})

test('a live organisation collects by Stripe on its own account, and not at all without either', () => {
  const payments = createPayments({ stripe })
  const { provider, account } = payments.forOrganisation({ mode: 'live', payment_account_id: 'acct_1' })
  assert.deepEqual([provider.name, account], ['stripe', 'acct_1'])
  assert.throws(() => payments.forOrganisation({ mode: 'live', payment_account_id: null }), unconfigured)
  const without = createPayments({ stripe: undefined })
  assert.equal(without.readStripeEvent, undefined)
  for (const payment_account_id of [null, 'acct_1']) {
    assert.throws(() => without.forOrganisation({ mode: 'live', payment_account_id }), unconfigured)
  }
})

test('payments at Stripe stay as they are while its key is missing', async () => {
  const provider = createPayments({ stripe: undefined }).byName('stripe')
  assert.equal((await provider.retrieve('acct_1', 'pi_1')).kind, 'unknown')
  const asked = {
    account: 'acct_1',
    reference: 'pi_1',
    amountMinor: 1,
    currency: 'AUD',
    idempotencyKey: 'k',
    orgId: 1,
    createdAt: new Date(),
  }
  assert.equal((await provider.refund({ ...asked, again: true })).kind, 'unknown')
})

test('cash and invoices are paid and refunded by hand; a card is not', async () => {
  const manual = createPayments({ stripe }).byName('manual')
  const charge = {
    account: null,
    amountMinor: 1,
    currency: 'AUD',
    createdAt: new Date(),
    again: false,
    returnUrl: null,
    orderId: 1,
    orgId: 1,
  }
  for (const paymentMethod of ['cash', 'invoice']) {
    const paid = await manual.create({ ...charge, paymentMethod, idempotencyKey: 'k' }, begun)
    assert.deepEqual(paid, await manual.create({ ...charge, paymentMethod, idempotencyKey: 'k', again: true }, begun))
    assert.equal(paid.kind, 'succeeded')
    const reference = 'reference' in paid ? (paid.reference ?? '') : ''
    const asked = {
      account: null,
      reference,
      amountMinor: 1,
      currency: 'AUD',
      idempotencyKey: 'r',
      createdAt: new Date(),
      orgId: 1,
      again: false,
    }
    assert.equal((await manual.refund(asked)).kind, 'succeeded')
  }
  const card = await manual.create({ ...charge, paymentMethod: 'pm_card_visa', idempotencyKey: 'k' }, begun)
  assert.equal('code' in card && card.code, 'payment_method_invalid')
})
