import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { releaseMeans } from '../../collection/collection/release-means.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, priceId, stripe, payments, tell, order } = await openStripeHouse()
const { sql, clock, seal } = house
const deps = createSettleDeps({ sql, clock: organisationClock(clock), systemClock: clock, seal, payments })
await sql`
  update organisations
  set account_methods = '{card,au_becs_debit,sepa_debit}'
  where org_id = ${club.orgId}`
stripe.accounts.methods.set(ACCOUNT, ['card', 'au_becs_debit', 'sepa_debit'])
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })
const BECS = { payment_method: 'pm_au_becs_debit', mandate_version: 1 }

const newest = () => [...stripe.intents.all.values()].at(-1) ?? assert.fail('nothing was charged')
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])
const debtsOf = async (orderId: number) =>
  sql<{ debt_status: string; last_outcome: string | null; next_attempt_at: Date | null }[]>`
    select debt_status, last_outcome, next_attempt_at
    from debts
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by instalment_number`
const statesOf = async (orderId: number) => (await debtsOf(orderId)).map(({ debt_status }) => debt_status)
const tellOf = (type: string, intentId: string) =>
  tell({ type, object: stripe.intents.all.get(intentId) ?? assert.fail(`there is no ${intentId}`) })
const newestMandate = async () => {
  const [mandate] = await sql<Record<string, unknown>[]>`
    select mandate_id, scheme, mandate_reference, provider_reference, last4, mandate_status, payment_means_id is not null as is_kept
    from mandates
    where org_id = ${club.orgId}
    order by mandate_id desc
    limit 1`
  return mandate ?? assert.fail('there is no mandate')
}

async function buyByDebit(more: object = {}) {
  const { body, text } = await shop.checkOut(await shop.fill(priceId, 1), { ...BECS, ...more })
  assert.equal(body.status, 'confirmed', text)
  return { orderId: body.order_id as number, intentId: newest().id }
}

async function join() {
  const item = { membership_type_id: typeId, membership_payment_option_id: optionId, member: grace }
  const { body: basket } = await shop.open({ items: [item] })
  const { body, text } = await shop.checkOut(basket.id, BECS)
  assert.equal(body.status, 'confirmed', text)
  const intentId = newest().id
  stripe.intents.pass(intentId)
  await tellOf('payment_intent.succeeded', intentId)
  return { orderId: body.order_id as number, intentId }
}

async function passDay(): Promise<void> {
  clock.advance(DAY_MS)
  await announceDebits(deps)
  await collectDue(deps)
}

/** Until the second instalment is debited: announced two weeks ahead, and submitted on its day. */
async function debitSecond(): Promise<string> {
  const before = newest().id
  for (let day = 0; day < 40 && newest().id === before; day += 1) await passDay()
  assert.notEqual(newest().id, before, 'the second was submitted')
  return newest().id
}

test('an order is confirmed once Stripe has submitted its debit, by the fan’s consent, and is money when it has succeeded', async () => {
  const { orderId, intentId } = await buyByDebit()
  const [mandate] = [...stripe.mandates.all.values()]
  assert.deepEqual(mandate?.customer_acceptance, {
    ...{ type: 'online', online: { ip_address: '127.0.0.1', user_agent: 'lightMyRequest' } },
  })
  const stored = await newestMandate()
  assert.deepEqual(
    [stored.scheme, stored.provider_reference, stored.last4, stored.mandate_status, stored.is_kept],
    ['au_becs_debit', mandate?.id, '3000', 'active', false],
  )
  assert.equal(mandate?.type, 'single_use', 'no leave for more than this')
  assert.deepEqual([(await order(orderId)).owed_amount, await statesOf(orderId)], [27.2, ['submitted']])
  stripe.intents.pass(intentId)
  await tellOf('payment_intent.succeeded', intentId)
  await tellOf('payment_intent.succeeded', intentId)
  assert.deepEqual([(await order(orderId)).owed_amount, await statesOf(orderId)], [0, ['paid']])
  // With the one debit that it was for it is over, which is no failure.
  await tell({ type: 'mandate.updated', object: stripe.mandates.revoke(mandate?.id ?? '') })
  assert.equal((await newestMandate()).mandate_status, 'active')
  await isClean()
})

test('a debit that the bank does not pay leaves the order owing, and one that comes back later does so on its own day', async () => {
  const bounced = await buyByDebit()
  stripe.intents.bounce(bounced.intentId)
  await tellOf('payment_intent.payment_failed', bounced.intentId)
  assert.deepEqual(await statesOf(bounced.orderId), ['failed'])
  const late = await buyByDebit()
  stripe.intents.pass(late.intentId)
  await tellOf('payment_intent.succeeded', late.intentId)
  clock.advance(20 * DAY_MS)
  const dispute = stripe.disputes.open(late.intentId, { status: 'lost', reason: 'insufficient_funds' })
  await tell({ type: 'charge.dispute.created', object: dispute })
  await tell({ type: 'charge.dispute.closed', object: dispute })
  assert.deepEqual(await statesOf(late.orderId), ['returned'])
  const reversals = await sql<{ kind: string; reference: string }[]>`
    select kind, reference
    from payment_reversals
    where org_id = ${club.orgId}`
  assert.deepEqual([...reversals], [{ kind: 'returned', reference: dispute.id }])
  assert.equal((await order(late.orderId)).order_status, 'confirmed', 'the tickets stay')
  await isClean()
})

test('answers that are lost: the order is confirmed once the worker has asked, with its mandate, and debited once', async () => {
  const count = stripe.intents.all.size
  // The confirmation is carried out, and neither its answer nor what is asked after it arrives.
  stripe.trouble('reset', 'reset', 'reset', 'reset')
  const { body } = await shop.checkOut(await shop.fill(priceId, 1), BECS)
  stripe.trouble.clear()
  assert.equal(body.status, 'pending', JSON.stringify(body))
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.deepEqual([await statesOf(body.order_id), stripe.intents.all.size], [['submitted'], count + 1])
  assert.equal((await newestMandate()).provider_reference, [...stripe.mandates.all.keys()].at(-1))
  await isClean()
})

test('a debit that Stripe was never asked for is called off: what the fan agreed to cannot be shown any more', async () => {
  const count = stripe.mandates.all.size
  stripe.trouble('lost', 'lost', 'lost', 'lost')
  const { body } = await shop.checkOut(await shop.fill(priceId, 1), BECS)
  stripe.trouble.clear()
  assert.equal(body.status, 'pending', JSON.stringify(body))
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.deepEqual([newest().status, stripe.mandates.all.size], ['canceled', count])
})

test('without the fan’s consent, and in another scheme’s currency, nothing is debited', async () => {
  const basket = await shop.fill(priceId, 1)
  const without = await shop.checkOut(basket, { payment_method: 'pm_au_becs_debit' })
  assert.deepEqual([without.status, without.body.error?.code], [402, 'payment_method_not_offered'], without.text)
  const other = await shop.checkOut(basket, { ...BECS, payment_method: 'pm_sepa_debit' })
  assert.deepEqual([other.status, other.body.error?.code], [402, 'payment_method_not_offered'], other.text)
})

test('instalments are debited without the fan by the account that was left, and presented again where one comes back', async () => {
  const { orderId, intentId } = await join()
  const first = stripe.intents.all.get(intentId)
  assert.deepEqual([first?.setup_future_usage, (await newestMandate()).is_kept], ['off_session', true])
  assert.deepEqual(await statesOf(orderId), ['paid', 'due', 'due'])
  const second = await debitSecond()
  assert.deepEqual(
    [newest().customer, newest().status, newest().mandate],
    [first?.customer, 'processing', first?.mandate],
    'by the mandate that is there',
  )
  assert.deepEqual(await statesOf(orderId), ['paid', 'submitted', 'due'])
  stripe.intents.pass(second)
  await tellOf('payment_intent.succeeded', second)
  assert.deepEqual(await statesOf(orderId), ['paid', 'paid', 'due'])
  const dispute = stripe.disputes.open(second, { status: 'lost', reason: 'insufficient_funds' })
  await tell({ type: 'charge.dispute.created', object: dispute })
  assert.deepEqual(await statesOf(orderId), ['paid', 'returned', 'due'])
  const again = await debitSecond()
  stripe.intents.pass(again)
  await tellOf('payment_intent.succeeded', again)
  assert.equal((await statesOf(orderId))[1], 'paid')
  await isClean()
})

test('a mandate that is taken back at the bank is not debited by again, whether or not Stripe’s event has come', async () => {
  const heard = await join()
  const [first] = [...stripe.mandates.all.values()].slice(-1)
  stripe.trouble('error_500_at_start')
  const object = stripe.mandates.revoke(first?.id ?? '')
  assert.equal((await tell({ type: 'mandate.updated', object })).status, 503, 'Stripe sends it again')
  assert.equal((await tell({ type: 'mandate.updated', object })).status, 200)
  assert.equal((await newestMandate()).mandate_status, 'failed')
  const unheard = await join()
  stripe.mandates.revoke([...stripe.mandates.all.keys()].at(-1) ?? '')
  for (let day = 0; day < 40 && (await newestMandate()).mandate_status === 'active'; day += 1) await passDay()
  assert.equal((await newestMandate()).mandate_status, 'failed')
  for (const { orderId } of [heard, unheard]) {
    const [, second] = await debtsOf(orderId)
    assert.equal(second?.next_attempt_at, null, 'it is left to the fan')
  }
  await isClean()
})

test('a holder who takes the money back is not debited again, and what was left is detached when the person is erased', async () => {
  const { orderId, intentId } = await join()
  const dispute = stripe.disputes.open(intentId, { status: 'lost', reason: 'debit_not_authorized' })
  await tell({ type: 'charge.dispute.created', object: dispute })
  const [first] = await debtsOf(orderId)
  assert.deepEqual([first?.debt_status, first?.next_attempt_at], ['returned', null])
  assert.equal((await newestMandate()).mandate_status, 'failed')
  await join()
  const [customer] = await sql<{ org_customer_id: string }[]>`
    select c.org_customer_id
    from customers c
    join payment_means k using (org_id, user_id)
    where c.org_id = ${club.orgId}
    limit 1`
  for (const [id, { status }] of stripe.intents.all) {
    if (status !== 'processing') continue
    stripe.intents.pass(id)
    await tellOf('payment_intent.succeeded', id)
  }
  const body = { owed_by_customer: 'write_off' }
  const path = `/v1/manage/customers/${customer?.org_customer_id}/erase`
  const erased = await house.call('POST', path, { key: club.key, body })
  assert.equal(erased.status, 200, erased.text)
  await releaseMeans({ sql, systemClock: clock, payments })
  assert.ok(stripe.customers.detached.includes('pm_au_becs_debit'))
  assert.equal((await newestMandate()).mandate_status, 'given_up')
})

test('Stripe takes a debit in its own currency, up to the scheme’s most, with evidence, and without the fan of a known person alone', async () => {
  const provider = payments.byName('stripe')
  const consent = { version: 1, ipAddress: '192.0.2.7', userAgent: 'Firefox' }
  const debit = (charge: object) =>
    provider.create(
      {
        ...{ account: ACCOUNT, amountMinor: 5000, currency: 'EUR', paymentMethod: 'pm_sepa_debit', returnUrl: null },
        ...{ idempotencyKey: crypto.randomUUID(), createdAt: clock(), again: false, orderId: 1, orgId: club.orgId },
        ...charge,
      },
      async () => true,
    )
  const given = await debit({ mandate: consent })
  assert.deepEqual(given.kind === 'processing' && [given.mandate?.scheme, given.method], ['sepa_debit', 'sepa_debit'])
  const refused = {
    currency: await debit({ mandate: consent, currency: 'AUD' }),
    amount: await debit({ mandate: consent, amountMinor: 1_000_100 }),
    evidence: await debit({}),
    person: await debit({ offSession: { customer: 'cus_404' } }),
  }
  assert.deepEqual(
    Object.values(refused).map((result) => (result.kind === 'declined' ? result.code : result.kind)),
    ['payment_method_invalid', 'payment_failed', 'refused', 'refused'],
  )
})
