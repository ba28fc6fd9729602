import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/http/errors.ts'
import { createPayments } from './providers.ts'
import { createStripeProvider } from './stripe-provider.ts'

const stripe = createStripeProvider({ secretKey: 'sk_test_1', webhookSecret: undefined, clock: () => new Date() })

test('without Stripe every organisation’s payments are pretended, whatever account it has', () => {
  const payments = createPayments({ stripe: undefined })
  for (const account of [null, 'acct_1']) {
    const { provider, account: used } = payments.forOrganisation(account)
    assert.deepEqual([provider.name, used], ['test', null])
  }
  assert.equal(payments.readStripeEvent, undefined)
})

test('with Stripe an organisation collects on its own account, and one without an account cannot', () => {
  const payments = createPayments({ stripe })
  const { provider, account } = payments.forOrganisation('acct_1')
  assert.deepEqual([provider.name, account], ['stripe', 'acct_1'])
  assert.throws(
    () => payments.forOrganisation(null),
    (error) => error instanceof ApiError && error.code === 'payment_provider_error',
  )
})

test('payments at Stripe stay as they are while its key is missing', async () => {
  const provider = createPayments({ stripe: undefined }).byName('stripe')
  assert.equal((await provider.retrieve('acct_1', 'pi_1')).kind, 'unknown')
  const asked = { account: 'acct_1', reference: 'pi_1', amountMinor: 1, currency: 'AUD', idempotencyKey: 'k', orgId: 1 }
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
    orderId: 1,
    orgId: 1,
  }
  for (const paymentMethod of ['cash', 'invoice']) {
    const paid = await manual.create({ ...charge, paymentMethod, idempotencyKey: 'k' })
    assert.deepEqual(paid, await manual.create({ ...charge, paymentMethod, idempotencyKey: 'k', again: true }))
    assert.equal(paid.kind, 'succeeded')
    const reference = 'reference' in paid ? (paid.reference ?? '') : ''
    const asked = {
      account: null,
      reference,
      amountMinor: 1,
      currency: 'AUD',
      idempotencyKey: 'r',
      orgId: 1,
      again: false,
    }
    assert.equal((await manual.refund(asked)).kind, 'succeeded')
  }
  const card = await manual.create({ ...charge, paymentMethod: 'pm_card_visa', idempotencyKey: 'k' })
  assert.equal('code' in card && card.code, 'payment_method_invalid')
})
