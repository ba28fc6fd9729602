import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../tests/harness/house.ts'
import { STRIPE_KEY } from '../../../tests/outside/stripe/headers.ts'
import { startStripeServer } from '../../../tests/outside/stripe/server.ts'
import type { Charge } from './provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const clock = testClock()
const stripe = await startStripeServer({ clock })
const settings = { secretKey: STRIPE_KEY, webhookSecret: undefined, apiUrl: stripe.url, clock }
const provider = createStripeProvider(settings)
/** Gives up soon, for calls that are never answered. */
const hasty = createStripeProvider({ ...settings, timeoutMs: 1000 })
const ACCOUNT = 'acct_club'
const VISA = { paymentMethod: 'pm_card_visa', returnUrl: null }

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
    returnUrl: null,
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
const paid = () => [...stripe.intents.all.values()].filter(({ status }) => status === 'succeeded').length

/** References that were on record before the money was asked for. */
const references: string[] = []
const begun = async (reference: string) => {
  references.push(reference)
  return true
}

test('a charge succeeds on the organisation’s own account, and says at Stripe what it was for', async () => {
  const asked = charge('pm_card_visa')
  const result = await provider.create(asked, begun)
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
    const result = await provider.create(charge(method), begun)
    assert.equal(result.kind, 'declined')
    assert.deepEqual('code' in result && [result.code, result.declineCode], [code, declineCode])
  })
}

test('an amount below Stripe’s least is a failed payment, with Stripe’s reason', async () => {
  const result = await provider.create(charge('pm_card_visa', { amountMinor: 10 }), begun)
  assert.deepEqual('code' in result && [result.code, result.declineCode], ['payment_failed', 'amount_too_small'])
})

test('an amount that Stripe cannot express is refused without a call', async () => {
  const before = stripe.calls.length
  const result = await provider.create(charge('pm_card_visa', { amountMinor: 1255, currency: 'KWD' }), begun)
  assert.equal('declineCode' in result && result.declineCode, 'amount_not_chargeable')
  assert.equal(stripe.calls.length, before)
})

test('3-D Secure: the browser gets a client secret, and once the fan has passed, the payment has succeeded', async () => {
  const result = await provider.create(charge('pm_card_authenticationRequired'), begun)
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
  const reference = referenceOf(await provider.create(charge('pm_card_authenticationRequired'), begun))
  stripe.intents.failAction(reference)
  const result = await provider.retrieve(ACCOUNT, reference)
  assert.deepEqual('code' in result && [result.kind, result.code], ['declined', 'payment_failed'])
  assert.equal(stripe.intents.find(ACCOUNT, reference).status, 'canceled')
})

test('cancelling in time declines; cancelling too late says what it has become', async () => {
  const open = referenceOf(await provider.create(charge('pm_card_authenticationRequired'), begun))
  const cancelled = await provider.cancel(ACCOUNT, open)
  assert.equal('declineCode' in cancelled && cancelled.declineCode, 'cancelled')
  assert.equal((await provider.cancel(ACCOUNT, open)).kind, 'declined', 'a second time')
  assert.equal((await provider.retrieve(ACCOUNT, open)).kind, 'declined')
  const paid = referenceOf(await provider.create(charge('pm_card_visa'), begun))
  assert.equal((await provider.cancel(ACCOUNT, paid)).kind, 'succeeded')
  const slow = referenceOf(await provider.create(charge('pm_bank_debit'), begun))
  assert.equal((await provider.cancel(ACCOUNT, slow)).kind, 'processing')
})

/** What became of a payment whose reference is on record. */
const found = () => provider.retrieve(ACCOUNT, references.at(-1) ?? '')

test('time-out, then paid: unknown at first, and found by its reference', async () => {
  const before = paid()
  stripe.trouble('hang')
  assert.equal((await hasty.create(charge('pm_card_visa'), begun)).kind, 'unknown')
  assert.equal((await found()).kind, 'succeeded')
  assert.equal(paid(), before + 1)
})

test('time-out, then failed: found by its reference, the decline is told', async () => {
  stripe.trouble('hang')
  assert.equal((await hasty.create(charge('pm_card_chargeDeclined'), begun)).kind, 'unknown')
  assert.equal((await found()).kind, 'declined')
})

test('a confirmation that never arrived: found unconfirmed, and confirmed again', async () => {
  const before = paid()
  stripe.trouble('lost')
  assert.equal((await hasty.create(charge('pm_card_visa'), begun)).kind, 'unknown')
  const seen = await found()
  assert.equal(seen.kind, 'unconfirmed')
  assert.equal((await provider.confirm(ACCOUNT, referenceOf(seen), VISA)).kind, 'succeeded')
  assert.equal((await provider.confirm(ACCOUNT, referenceOf(seen), VISA)).kind, 'succeeded', 'a second time')
  assert.equal(paid(), before + 1)
})

test('a connection cut in the middle of the answer makes one payment, though the package sends the call again', async () => {
  const before = paid()
  stripe.trouble('reset')
  assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'succeeded')
  assert.equal(paid(), before + 1)
})

for (const trouble of ['error_500', 'error_500_at_start'] as const) {
  test(`${trouble} while it is begun: begun anew under another key at once, and paid once`, async () => {
    const before = paid()
    stripe.troubleAtCreate(trouble)
    assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'succeeded')
    assert.equal(paid(), before + 1)
  })

  test(`${trouble} to the confirmation: looked at and confirmed again at once, and paid once`, async () => {
    const before = paid()
    stripe.trouble(trouble)
    assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'succeeded')
    assert.equal(paid(), before + 1)
  })
}

test('begun at Stripe and unheard of here: asked again, the same one is found by our key and paid once', async () => {
  const asked = charge('pm_card_visa')
  stripe.troubleAtCreate('error_500', 'error_500')
  assert.equal((await provider.create(asked, begun)).kind, 'refused')
  clock.advance(61_000)
  const before = { count: count(), paid: paid() }
  assert.equal((await provider.create({ ...asked, again: true }, begun)).kind, 'succeeded')
  assert.deepEqual({ count: count(), paid: paid() }, { count: before.count, paid: before.paid + 1 })
})

test('no card is charged for a payment whose reference could not be put on record', async () => {
  const before = paid()
  assert.equal((await provider.create(charge('pm_card_visa'), async () => false)).kind, 'unknown')
  assert.equal(paid(), before)
})

test('one that was never begun is not begun after a quarter of an hour: it is looked for, and has failed', async () => {
  const asked = charge('pm_card_visa')
  const before = count()
  clock.advance(16 * 60_000)
  const never = await provider.create({ ...asked, again: true }, begun)
  assert.equal('declineCode' in never && never.declineCode, 'never_arrived')
  assert.equal(count(), before)
})

test('a confirmation token of Stripe.js pays too, and one that is spent is no payment method', async () => {
  assert.equal((await provider.create(charge('ctoken_visa'), begun)).kind, 'succeeded')
  assert.equal((await provider.create(charge('ctoken_declined'), begun)).kind, 'declined')
  const spent = await provider.create(charge('ctoken_spent'), begun)
  assert.equal('code' in spent && spent.code, 'payment_method_invalid')
})

test('one key for two different charges tells nothing about the first, where there was one', async () => {
  const asked = charge('pm_card_visa')
  await provider.create(asked, begun)
  assert.equal((await provider.create({ ...asked, amountMinor: 999, again: true }, begun)).kind, 'unknown')
})

test('an error of Stripe’s own that stays is unknown', async () => {
  stripe.trouble('error_500_at_start', 'error_500')
  assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'unknown')
})

test('being turned away at the door means that nothing was charged, unless it was the second time of asking', async () => {
  const stranger = createStripeProvider({ ...settings, secretKey: 'sk_test_stranger' })
  assert.equal((await stranger.create(charge('pm_card_visa'), begun)).kind, 'refused')
  assert.equal((await stranger.create(charge('pm_card_visa', { again: true }), begun)).kind, 'unknown')
  assert.equal((await provider.create(charge('pm_card_visa', { account: 'nonsense' }), begun)).kind, 'refused')
  stripe.troubleAtCreate('rate_limit', 'rate_limit')
  assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'refused')
  assert.equal((await provider.create(charge('pm_card_visa', { again: true }), begun)).kind, 'unknown')
})

test('a charge whose answer was lost, and that the package of Stripe repeats into a closed door, is not taken for refused', async () => {
  const before = paid()
  stripe.trouble('reset', 'rate_limit')
  assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'succeeded')
  assert.equal(paid(), before + 1)
  stripe.trouble('rate_limit')
  const refused = await provider.create(charge('pm_card_visa'), begun)
  assert.equal(refused.kind, 'refused')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.equal(intent?.status, 'canceled', 'and will not be charged later')
  const again = await provider.retrieve(ACCOUNT, intent?.id ?? '')
  assert.equal('declineCode' in again && again.declineCode, 'never_arrived', 'who asks later hears the same')
  stripe.trouble('reset', 'rate_limit')
  const declined = await provider.create(charge('pm_card_chargeDeclinedInsufficientFunds'), begun)
  assert.equal('declineCode' in declined && declined.declineCode, 'insufficient_funds')
  stripe.trouble('reset', 'rate_limit', 'rate_limit')
  assert.equal((await provider.create(charge('pm_card_visa'), begun)).kind, 'unknown')
})

test('a Stripe that cannot be reached is unknown, but for a payment that was not begun, and none of the calls throws', async () => {
  const alone = createStripeProvider({ ...settings, apiUrl: 'http://127.0.0.1:9' })
  assert.equal((await alone.create(charge('pm_card_visa'), begun)).kind, 'refused')
  const asked = {
    account: ACCOUNT,
    reference: 'pi_1',
    amountMinor: 1,
    currency: 'AUD',
    idempotencyKey: 'x',
    orgId: 1,
    createdAt: clock(),
  }
  const answers = await Promise.all([
    alone.create(charge('pm_card_visa', { again: true }), begun),
    alone.confirm(ACCOUNT, 'pi_1', VISA),
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
