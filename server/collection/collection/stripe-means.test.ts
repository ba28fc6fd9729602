import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { debtSecret } from '../../../tests/builders/debts.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { collectDue } from './collect-due.ts'
import { releaseMeans } from './release-means.ts'

const { house, club, stripe, payments } = await openStripeHouse()
const { sql, clock, seal } = house
const deps = createSettleDeps({ sql, clock: organisationClock(clock), systemClock: clock, seal, payments })
const shop = shopOf(house, club)
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })

async function checkOut(payment_method: string, option = optionId) {
  const item = { membership_type_id: typeId, membership_payment_option_id: option, member: grace }
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  return shop.checkOut(basket.id, { payment_method })
}

const newest = () => [...stripe.intents.all.values()].at(-1) ?? assert.fail('nothing was charged')

const statesOf = async (orderId: number) => {
  const rows = await sql<{ debt_status: string }[]>`
    select debt_status
    from debts
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by instalment_number`
  return rows.map(({ debt_status }) => debt_status)
}

test('a card is kept on the organisation’s own account, and charged there without the fan', async () => {
  const { body } = await checkOut('pm_card_visa')
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  const first = newest()
  assert.deepEqual([first.setup_future_usage, first.account], ['off_session', 'acct_club'])
  assert.equal(stripe.customers.all.get(String(first.customer))?.account, 'acct_club')
  const [means] = await sql<{ customer_reference: string; last4: string; expires_on: string }[]>`
    select customer_reference, last4, expires_on::text
    from payment_means
    where org_id = ${club.orgId}`
  assert.deepEqual(means, { customer_reference: first.customer, last4: '4242', expires_on: '2031-02-28' })
  clock.advance(32 * DAY_MS)
  assert.equal(await collectDue(deps), 1)
  assert.deepEqual([newest().customer, newest().amount, newest().status], [first.customer, 3333, 'succeeded'])
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'paid', 'due'])
})

test('a plan that is paid by hand keeps no card', async () => {
  const people = stripe.customers.all.size
  const { body } = await checkOut('pm_card_visa', await memberships.addOption())
  assert.equal(body.status, 'confirmed')
  assert.deepEqual([newest().customer, newest().setup_future_usage, stripe.customers.all.size], [null, null, people])
})

test('3-D Secure at the checkout: the card is kept once the fan has passed; without them the bank says no, and it is not tried again', async () => {
  const { body } = await checkOut('pm_card_authenticationRequired')
  assert.equal(body.status, 'pending', JSON.stringify(body))
  stripe.intents.pass(newest().id)
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'due', 'due'])
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'failed', 'due'])
  clock.advance(4 * DAY_MS)
  assert.equal(await collectDue(deps), 0)
})

test('an answer that is lost while a card is charged without the fan is asked for, and the money taken once', async () => {
  const { body } = await checkOut('pm_card_visa')
  const { customer: person } = newest()
  clock.advance(32 * DAY_MS)
  // Instalments of the orders above are due as well, and their answers are lost with it.
  stripe.trouble(...Array.from({ length: 40 }, () => 'reset' as const))
  await collectDue(deps)
  stripe.trouble.clear()
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'submitted', 'due'])
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'paid', 'due'])
  const charged = [...stripe.intents.all.values()].filter(({ customer }) => customer === person)
  assert.deepEqual(
    charged.map(({ status }) => status),
    ['succeeded', 'succeeded'],
    'the first, and the second once',
  )
})

/** The link of an order's last instalment. */
async function linkOf(orderId: number) {
  const [last] = await sql<{ debt_id: number }[]>`
    select debt_id
    from debts
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by instalment_number desc
    limit 1`
  const headers = debtSecret(house, club, last?.debt_id ?? 0)
  return (path: string, body: object) =>
    house.call('POST', `/v1/storefront/debt/${path}`, { key: club.key, headers, body })
}

const chargedLater = async () => {
  clock.advance(100 * DAY_MS)
  await collectDue(deps)
}

test('a card is changed by a SetupIntent of the organisation’s account; the old one is detached, also where an answer was lost', async () => {
  const { body } = await checkOut('pm_card_visa')
  const call = await linkOf(body.order_id)
  const changed = await call('card', { payment_method: 'ctoken_visa' })
  assert.deepEqual([changed.status, changed.body.state], [200, 'changed'], changed.text)
  const setup = [...stripe.setups.all.values()].at(-1) ?? assert.fail('nothing was set up')
  assert.deepEqual([setup.account, setup.usage, setup.status], ['acct_club', 'off_session', 'succeeded'])
  stripe.trouble('error_500_at_start')
  await releaseMeans({ sql, systemClock: clock, payments })
  assert.deepEqual(stripe.customers.detached, [])
  clock.advance(DAY_MS)
  await releaseMeans({ sql, systemClock: clock, payments })
  await releaseMeans({ sql, systemClock: clock, payments })
  assert.deepEqual(stripe.customers.detached, ['pm_card_visa'], 'once')
})

test('3-D Secure for a card that is left: it counts once the fan has passed; another plan’s is not taken', async () => {
  const { body } = await checkOut('pm_card_visa')
  const call = await linkOf(body.order_id)
  const asked = await call('card', { payment_method: 'pm_card_authenticationRequired' })
  assert.deepEqual([asked.body.state, asked.body.next_action.type], ['action_needed', 'client_secret'], asked.text)
  const { setup } = asked.body
  assert.equal((await call('card', { setup })).body.state, 'action_needed')
  stripe.setups.pass(setup)
  const stranger = await linkOf((await checkOut('pm_card_visa')).body.order_id)
  assert.equal((await stranger('card', { setup })).body.error.code, 'payment_method_invalid')
  assert.equal((await stranger('card', { setup: 'seti_404' })).body.error.code, 'payment_method_invalid')
  assert.equal((await call('card', { setup })).body.state, 'changed')
})

test('a card that pays an instalment is kept for the rest, and one that is declined is not', async () => {
  const { body } = await checkOut('pm_card_authenticationRequired')
  stripe.intents.pass(newest().id)
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  const call = await linkOf(body.order_id)
  assert.equal((await call('card', { payment_method: 'pm_card_chargeDeclined' })).body.error.code, 'card_declined')
  const paid = await call('payment', { payment_method: 'pm_card_visa', keep_card: true })
  assert.deepEqual([paid.status, paid.body.state], [200, 'paid'], paid.text)
  assert.equal(newest().setup_future_usage, 'off_session')
  await chargedLater()
  assert.deepEqual(await statesOf(body.order_id), ['paid', 'paid', 'paid'])
})
