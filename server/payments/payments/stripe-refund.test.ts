import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../tests/harness/house.ts'
import { STRIPE_KEY } from '../../../tests/outside/stripe/headers.ts'
import { startStripeServer } from '../../../tests/outside/stripe/server.ts'
import type { RefundRequest } from './provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const stripe = await startStripeServer()
const clock = testClock()
const settings = { secretKey: STRIPE_KEY, webhookSecret: undefined, apiUrl: stripe.url, clock }
const provider = createStripeProvider(settings)
const hasty = createStripeProvider({ ...settings, timeoutMs: 1000 })
const account = 'acct_club'

let keys = 0
const paid = async (paymentMethod = 'pm_card_visa') => {
  keys += 1
  const common = { account, amountMinor: 1000, currency: 'AUD', createdAt: new Date(), again: false, returnUrl: null }
  const charge = { ...common, paymentMethod, idempotencyKey: `pay-${keys}`, orderId: 1, orgId: 1 }
  const result = await provider.create(charge, async () => true)
  assert.ok('reference' in result && result.reference)
  return result.reference
}

const asking = (reference: string, more: Partial<RefundRequest> = {}): RefundRequest => {
  keys += 1
  return {
    account,
    reference,
    amountMinor: 400,
    currency: 'AUD',
    idempotencyKey: `refund-${keys}`,
    createdAt: clock(),
    orgId: 1,
    again: false,
    ...more,
  }
}

test('a part is refunded, then the rest, and more than that fails', async () => {
  const reference = await paid()
  assert.equal((await provider.refund(asking(reference))).kind, 'succeeded')
  assert.equal((await provider.refund(asking(reference, { amountMinor: 600 }))).kind, 'succeeded')
  const more = await provider.refund(asking(reference))
  assert.deepEqual([more.kind, 'code' in more && more.code], ['failed', 'charge_already_refunded'])
  assert.equal(stripe.refunds.refunded(reference), 1000)
})

test('a lost answer is unknown; asked again, the one refund is found', async () => {
  const asked = asking(await paid())
  stripe.trouble('hang')
  assert.equal((await hasty.refund(asked)).kind, 'unknown')
  assert.equal((await provider.refund({ ...asked, again: true })).kind, 'succeeded')
  assert.equal(stripe.refunds.refunded(asked.reference), 400)
})

test('asked again after Stripe has forgotten the key, the one refund is found all the same', async () => {
  const asked = asking(await paid())
  stripe.trouble('hang')
  await hasty.refund(asked)
  stripe.keys.forget()
  assert.equal((await provider.refund({ ...asked, again: true })).kind, 'succeeded')
  assert.equal(stripe.refunds.refunded(asked.reference), 400)
})

test('a refund that never arrived is made by asking again', async () => {
  const asked = asking(await paid())
  stripe.trouble('lost')
  assert.equal((await hasty.refund(asked)).kind, 'unknown')
  assert.equal(stripe.refunds.refunded(asked.reference), 0)
  assert.equal((await provider.refund({ ...asked, again: true })).kind, 'succeeded')
  assert.equal(stripe.refunds.refunded(asked.reference), 400)
})

test('a bank that takes its time: processing, and later whatever it became', async () => {
  const asked = asking(await paid('pm_card_pendingRefund'))
  const result = await provider.refund(asked)
  assert.equal(result.kind, 'processing')
  const reference = 'reference' in result ? (result.reference ?? '') : ''
  assert.equal((await provider.retrieveRefund(account, reference)).kind, 'processing')
  stripe.refunds.finish(reference, 'failed')
  assert.deepEqual(await provider.retrieveRefund(account, reference), { kind: 'failed', reference, code: 'declined' })
})

test('a refund that the bank turns down has failed, with its reason', async () => {
  const result = await provider.refund(asking(await paid('pm_card_refundFail')))
  assert.deepEqual([result.kind, 'code' in result && result.code], ['failed', 'expired_or_canceled_card'])
})

test('refunds that cannot be listed leave the question open, and no second one is made', async () => {
  const asked = asking(await paid())
  await provider.refund(asked)
  stripe.keys.forget()
  stripe.trouble('rate_limit')
  assert.equal((await provider.refund({ ...asked, again: true })).kind, 'unknown')
  assert.equal(stripe.refunds.refunded(asked.reference), 400)
})

for (const [trouble, sentence] of [
  ['error_500', 'made, though the answer was a 500'],
  ['error_500_at_start', 'not made, with a 500 that Stripe keeps for the key'],
] as const) {
  test(`${sentence}: asked for again after some minutes, the money goes back once`, async () => {
    const asked = asking(await paid())
    stripe.trouble(trouble)
    assert.equal((await provider.refund(asked)).kind, 'unknown')
    clock.advance(6 * 60_000)
    assert.equal((await provider.refund({ ...asked, again: true })).kind, 'succeeded')
    assert.equal((await provider.refund({ ...asked, again: true })).kind, 'succeeded')
    assert.equal(stripe.refunds.refunded(asked.reference), 400)
  })
}
