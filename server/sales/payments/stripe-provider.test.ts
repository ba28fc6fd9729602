import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../tests/harness/house.ts'
import { STRIPE_KEY, startStripeServer } from '../../../tests/outside/stripe/server.ts'
import type { Charge } from './provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const stripe = await startStripeServer()
const clock = testClock()
const settings = { secretKey: STRIPE_KEY, webhookSecret: undefined, apiUrl: stripe.url, clock }
const provider = createStripeProvider(settings)
/** Gives up soon, for calls that are never answered. */
const hasty = createStripeProvider({ ...settings, timeoutMs: 1000 })
const ACCOUNT = 'acct_club'

let keys = 0
const charge = (paymentMethod: string, more: Partial<Charge> = {}): Charge => {
  keys += 1
  return {
    account: ACCOUNT,
    amountMinor: 1250,
    currency: 'AUD',
    paymentMethod,
    idempotencyKey: `key-${keys}`,
    createdAt: clock(),
    again: false,
    orderId: 7,
    orgId: 3,
    ...more,
  }
}

const referenceOf = (result: { kind: string; reference?: string }): string => {
  assert.ok(result.reference, `${result.kind} has no reference`)
  return result.reference
}

const count = () => stripe.intents.all.size

test('a charge succeeds on the organisation’s own account, and says at Stripe what it was for', async () => {
  const asked = charge('pm_card_visa')
  const result = await provider.create(asked)
  assert.equal(result.kind, 'succeeded')
  const intent = stripe.intents.find(ACCOUNT, referenceOf(result))
  assert.deepEqual(
    [intent.amount, intent.currency, intent.metadata],
    [1250, 'aud', { grandstand_org_id: '3', grandstand_order_id: '7', grandstand_payment: asked.idempotencyKey }],
  )
  assert.deepEqual(await provider.retrieve(ACCOUNT, intent.id), result)
  assert.equal((await provider.retrieve('acct_other', intent.id)).kind, 'unknown')
})

const declines: [method: string, code: string, declineCode: string | undefined][] = [
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'card_declined', 'expired_card'],
  ['pm_nobody_has', 'payment_method_invalid', undefined],
]

for (const [method, code, declineCode] of declines) {
  test(`${method} is declined: ${code}, ${declineCode ?? 'without a decline code'}`, async () => {
    const result = await provider.create(charge(method))
    assert.equal(result.kind, 'declined')
    assert.deepEqual('code' in result && [result.code, result.declineCode], [code, declineCode])
  })
}

test('an amount below Stripe’s least is a failed payment, with Stripe’s reason', async () => {
  const result = await provider.create(charge('pm_card_visa', { amountMinor: 10 }))
  assert.deepEqual('code' in result && [result.code, result.declineCode], ['payment_failed', 'amount_too_small'])
})

test('an amount that Stripe cannot express is refused without a call', async () => {
  const before = stripe.calls.length
  const result = await provider.create(charge('pm_card_visa', { amountMinor: 1255, currency: 'KWD' }))
  assert.equal('declineCode' in result && result.declineCode, 'amount_not_chargeable')
  assert.equal(stripe.calls.length, before)
})

test('3-D Secure: the browser gets a client secret, and once the fan has passed, the payment has succeeded', async () => {
  const result = await provider.create(charge('pm_card_authenticationRequired'))
  assert.equal(result.kind, 'requires_action')
  const reference = referenceOf(result)
  assert.deepEqual('nextAction' in result && result.nextAction, {
    type: 'client_secret',
    client_secret: `${reference}_secret_1`,
  })
  stripe.intents.pass(reference)
  assert.equal((await provider.retrieve(ACCOUNT, reference)).kind, 'succeeded')
})

test('3-D Secure failed: declined, and cancelled at Stripe, where the client secret could still have paid it', async () => {
  const reference = referenceOf(await provider.create(charge('pm_card_authenticationRequired')))
  stripe.intents.failAction(reference)
  const result = await provider.retrieve(ACCOUNT, reference)
  assert.deepEqual('code' in result && [result.kind, result.code], ['declined', 'payment_failed'])
  assert.equal(stripe.intents.find(ACCOUNT, reference).status, 'canceled')
})

test('cancelling in time declines; cancelling too late says what it has become', async () => {
  const open = referenceOf(await provider.create(charge('pm_card_authenticationRequired')))
  const cancelled = await provider.cancel(ACCOUNT, open)
  assert.equal('declineCode' in cancelled && cancelled.declineCode, 'cancelled')
  assert.equal((await provider.cancel(ACCOUNT, open)).kind, 'declined', 'a second time')
  assert.equal((await provider.retrieve(ACCOUNT, open)).kind, 'declined')
  const paid = referenceOf(await provider.create(charge('pm_card_visa')))
  assert.equal((await provider.cancel(ACCOUNT, paid)).kind, 'succeeded')
  const slow = referenceOf(await provider.create(charge('pm_bank_debit')))
  assert.equal((await provider.cancel(ACCOUNT, slow)).kind, 'processing')
})

test('time-out, then paid: unknown at first, and asked again under the key the one payment is found', async () => {
  const asked = charge('pm_card_visa')
  const before = count()
  stripe.trouble('hang')
  assert.equal((await hasty.create(asked)).kind, 'unknown')
  assert.equal((await provider.create({ ...asked, again: true })).kind, 'succeeded')
  assert.equal(count(), before + 1)
})

test('time-out, then failed: asked again under the key the decline is told', async () => {
  const asked = charge('pm_card_chargeDeclined')
  stripe.trouble('hang')
  assert.equal((await hasty.create(asked)).kind, 'unknown')
  assert.equal((await provider.create({ ...asked, again: true })).kind, 'declined')
})

test('a call that never arrived is made by asking again', async () => {
  const asked = charge('pm_card_visa')
  stripe.trouble('lost')
  assert.equal((await hasty.create(asked)).kind, 'unknown')
  const before = count()
  assert.equal((await provider.create({ ...asked, again: true })).kind, 'succeeded')
  assert.equal(count(), before + 1)
})

test('a connection cut in the middle of the answer makes one payment, though the package sends the call again', async () => {
  const before = count()
  stripe.trouble('reset')
  assert.equal((await provider.create(charge('pm_card_visa'))).kind, 'succeeded')
  assert.equal(count(), before + 1)
})

test('after a day the key may be forgotten, so the payment is searched and never made a second time', async () => {
  const asked = charge('pm_card_visa')
  stripe.trouble('hang')
  await hasty.create(asked)
  stripe.keys.forget()
  clock.advance(25 * 3600 * 1000)
  const before = count()
  assert.equal((await provider.create({ ...asked, again: true })).kind, 'succeeded')
  const never = await provider.create(charge('pm_card_visa', { again: true, createdAt: new Date(0) }))
  assert.equal('declineCode' in never && never.declineCode, 'never_arrived')
  assert.equal(count(), before)
})

test('one key for two different charges tells nothing about the first', async () => {
  const asked = charge('pm_card_visa')
  await provider.create(asked)
  assert.equal((await provider.create({ ...asked, amountMinor: 999 })).kind, 'unknown')
})

test('an error of Stripe’s own is unknown', async () => {
  stripe.trouble('error_500')
  assert.equal((await provider.create(charge('pm_card_visa'))).kind, 'unknown')
})

test('being turned away at the door means that nothing was charged, unless it was the second time of asking', async () => {
  const stranger = createStripeProvider({ ...settings, secretKey: 'sk_test_stranger' })
  assert.equal((await stranger.create(charge('pm_card_visa'))).kind, 'refused')
  assert.equal((await stranger.create(charge('pm_card_visa', { again: true }))).kind, 'unknown')
  assert.equal((await provider.create(charge('pm_card_visa', { account: 'nonsense' }))).kind, 'refused')
  stripe.trouble('rate_limit', 'rate_limit')
  assert.equal((await provider.create(charge('pm_card_visa'))).kind, 'refused')
  assert.equal((await provider.create(charge('pm_card_visa', { again: true }))).kind, 'unknown')
})

test('nobody at the other end is unknown, and none of the calls throws', async () => {
  const alone = createStripeProvider({ ...settings, apiUrl: 'http://127.0.0.1:9' })
  const asked = { account: ACCOUNT, reference: 'pi_1', amountMinor: 1, currency: 'AUD', idempotencyKey: 'x', orgId: 1 }
  const answers = await Promise.all([
    alone.create(charge('pm_card_visa')),
    alone.retrieve(ACCOUNT, 'pi_1'),
    alone.cancel(ACCOUNT, 'pi_1'),
    alone.refund({ ...asked, again: false }),
    alone.refund({ ...asked, again: true }),
    alone.retrieveRefund(ACCOUNT, 're_1'),
  ])
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    answers.map(() => 'unknown'),
  )
})
