import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { alarmAboutStuckPayments } from '../../checkout/answers/stuck-payments.ts'
import { watchPayments } from '../../checkout/answers/watch-payments.ts'
import { followDisputes } from '../../ledger/disputes/follow-disputes.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const { house, club, deps } = await openSettlingHouse()
const { key } = club
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { priceId } = await addOffer(house, club, { capacity: 500 })

const manage = (method: string, path: string, body?: object, caller = key) =>
  house.call(method, `/v1/manage/${path}`, { key: caller, ...(body ? { body } : {}) })
const debtOf = async (debtId: number) => (await manage('GET', `debts/${debtId}`)).body
const orderOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

/** An invoice and the fan who has its link. */
async function linked(quantity = 1) {
  const invoice = await addInvoice(house, club, { priceId, quantity })
  const headers = debtSecret(house, club, invoice.debtId)
  const pay = (payment_method?: string, caller = publishable) =>
    house.call('POST', '/v1/storefront/debt/payment', {
      key: caller,
      headers,
      body: payment_method === undefined ? {} : { payment_method },
    })
  return { ...invoice, headers, pay }
}

test('staff get a link, by which the fan pays all that is open by card', async () => {
  const { orderId, debtId } = await linked(2)
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'cash', amount: 4.4 })
  const link = await manage('POST', `debts/${debtId}/link`)
  assert.equal(link.status, 200)
  assert.match(link.body.url, /^https?:\/\/[^#]+\/owed#dbs_[\w-]+$/)
  const headers = { 'x-debt-secret': link.body.url.split('#')[1] }
  const shown = (await house.call('GET', '/v1/storefront/debt', { key: publishable, headers })).body
  assert.deepEqual([shown.state, shown.amount, shown.open, shown.order_id], ['to_pay', 54.4, 50, orderId])
  const body = { payment_method: 'pm_test_ok' }
  const paid = await house.call('POST', '/v1/storefront/debt/payment', { key: publishable, headers, body })
  assert.deepEqual([paid.status, paid.body.state, paid.body.open], [200, 'paid', 0])
  const debt = await debtOf(debtId)
  assert.deepEqual([debt.status, debt.settled, debt.attempts], ['paid', 54.4, 1])
  assert.equal((await orderOf(orderId)).owed_amount, 0)
  const types = (await messagesAbout(house, club, 'debt', debtId)).map(({ type }) => type)
  assert.deepEqual(types, ['debt.created', 'debt.settled'])
  assert.equal((await manage('POST', `debts/${debtId}/link`)).status, 409)
  await isClean()
})

test('a declined card leaves the debt to be paid by another one; a paid one is not paid again', async () => {
  const { debtId, pay } = await linked()
  const declined = await pay('pm_test_declined')
  assert.deepEqual([declined.status, declined.body.error.code], [402, 'card_declined'])
  const failed = await debtOf(debtId)
  assert.deepEqual([failed.status, failed.open, failed.attempts], ['failed', 27.2, 1])
  assert.equal((await pay('pm_test_ok')).body.state, 'paid')
  assert.equal((await pay('pm_test_ok')).body.state, 'paid')
  assert.equal((await debtOf(debtId)).settled, 27.2)
  await isClean()
})

test('a bank that asks to confirm: the debt is submitted, nobody else collects it, and it is paid once it is confirmed', async () => {
  const { debtId, pay, headers } = await linked()
  const asked = await pay('pm_test_requires_action')
  assert.deepEqual([asked.status, asked.body.state, asked.body.next_action.type], [200, 'paying', 'client_secret'])
  assert.equal((await debtOf(debtId)).status, 'submitted')
  for (const [path, body] of [
    ['record_payment', { payment_method: 'cash' }],
    ['waive', { reason: 'x' }],
  ] as const)
    assert.equal((await manage('POST', `debts/${debtId}/${path}`, body)).status, 409, path)
  const again = (await house.call('GET', '/v1/storefront/debt', { key: publishable, headers })).body
  assert.equal(again.next_action.type, 'client_secret')
  assert.equal((await pay()).body.state, 'paid')
  await isClean()
})

test('of two who pay one link at once one pays, and the other is told of it', async () => {
  const { debtId, pay } = await linked()
  const answers = await Promise.all([pay('pm_test_ok'), pay('pm_test_ok'), pay('pm_test_requires_action')])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  await pay()
  const debt = await debtOf(debtId)
  assert.deepEqual([debt.status, debt.settled, debt.attempts], ['paid', 27.2, 1])
  await isClean()
})

test('an answer that was lost is asked for again by the worker, which settles it or opens the debt again', async () => {
  const [paid, failed] = [await linked(), await linked()]
  assert.equal((await paid.pay('pm_test_timeout_then_paid')).body.state, 'paying')
  assert.equal((await failed.pay('pm_test_timeout_then_failed')).body.state, 'paying')
  house.clock.advance(2 * MINUTE_MS)
  await reconcileOrders(deps)
  assert.deepEqual([(await debtOf(paid.debtId)).status, (await debtOf(failed.debtId)).status], ['paid', 'failed'])
  await isClean()
})

test('a payment of a debt that nobody answers for a day is told to whoever runs the service', async () => {
  const { orderId, debtId, pay } = await linked()
  await pay('pm_test_timeout_then_paid')
  await alarmAboutStuckPayments(house.sql, house.clock)
  house.clock.advance(DAY_MS)
  await assert.rejects(alarmAboutStuckPayments(house.sql, house.clock), new RegExp(`^Error: 1 payments .* ${orderId}:`))
  await reconcileOrders(deps)
  assert.equal((await debtOf(debtId)).status, 'paid')
  await alarmAboutStuckPayments(house.sql, house.clock)
})

test('a fan who walks off from their bank keeps the debt for a quarter of an hour, and no longer', async () => {
  const { debtId, pay } = await linked()
  await pay('pm_test_action_abandoned')
  house.clock.advance(16 * MINUTE_MS)
  await reconcileOrders(deps)
  assert.equal((await debtOf(debtId)).status, 'failed')
  assert.equal((await pay('pm_test_ok')).body.state, 'paid')
  await isClean()
})

test('money that comes after it was given up pays the debt if that is still open, and goes back if it is not', async () => {
  const [open, paid] = [await linked(), await linked()]
  for (const { pay } of [open, paid]) await pay('pm_test_timeout_then_paid')
  house.clock.advance(56 * MINUTE_MS)
  assert.equal(await giveUpPayments(deps), 2)
  assert.equal((await debtOf(paid.debtId)).status, 'failed')
  await manage('POST', `debts/${paid.debtId}/record_payment`, { payment_method: 'cash' })
  // The provider never got as far as a reference: what was given up without one is over.
  await house.sql`
    update payments p
    set provider_reference = 'pay_test_timeout_then_paid.' || p.payment_id
    from payment_debts d
    where p.org_id = ${club.orgId}
      and d.org_id = ${club.orgId}
      and d.payment_id = p.payment_id
      and p.watched`
  house.clock.advance(10 * MINUTE_MS)
  assert.equal(await watchPayments(deps), 2)
  assert.equal((await debtOf(open.debtId)).status, 'paid')
  const twice = await debtOf(paid.debtId)
  assert.deepEqual([twice.status, twice.settled], ['paid', 27.2])
  const [surplus] = await house.sql<{ refunded_minor: number }[]>`
    select p.refunded_minor
    from payments p
    join payment_debts d on d.org_id = ${club.orgId} and d.payment_id = p.payment_id
    where p.org_id = ${club.orgId}
      and d.debt_id = ${paid.debtId}
      and p.surplus`
  assert.equal(surplus?.refunded_minor, 2720)
  await isClean()
})

test('an order that is cancelled while its debt is being paid owes nothing, and the money goes back', async () => {
  const { orderId, debtId, pay } = await linked()
  await pay('pm_test_requires_action')
  assert.equal((await manage('POST', `orders/${orderId}/refunds`, {})).status, 409)
  assert.equal((await manage('POST', `orders/${orderId}/cancel`, {})).status, 200)
  await pay()
  const debt = await debtOf(debtId)
  assert.deepEqual([debt.status, debt.settled], ['cancelled', 0])
  assert.equal((await orderOf(orderId)).owed_amount, 0)
  assert.equal((await pay('pm_test_ok')).body.state, 'nothing')
  await isClean()
})

test('one that fails after its order was cancelled leaves nothing owed either', async () => {
  const { orderId, debtId, pay } = await linked()
  await pay('pm_test_action_abandoned')
  await manage('POST', `orders/${orderId}/cancel`, {})
  house.clock.advance(16 * MINUTE_MS)
  await reconcileOrders(deps)
  assert.equal((await debtOf(debtId)).status, 'cancelled')
  await isClean()
})

test('tickets are not given back for what is just being paid, and are as soon as it is', async () => {
  const { orderId, tickets, pay } = await linked(2)
  await pay('pm_test_requires_action')
  const body = { ticket_ids: [tickets[0]?.ticket_id] }
  const early = await manage('POST', `orders/${orderId}/refunds`, body)
  assert.deepEqual([early.status, early.body.error.code], [409, 'state_conflict'])
  await pay()
  const refund = await manage('POST', `orders/${orderId}/refunds`, body)
  assert.deepEqual([refund.status, refund.body.amount, refund.body.refund_status], [201, 27.2, 'succeeded'])
  await isClean()
})

test('an instalment by link confirms its order and moves its member', async () => {
  const { ids, memberId } = await addInstalments(house, club, 2)
  for (const [index, debtId] of ids.entries()) {
    const headers = debtSecret(house, club, debtId)
    const shown = (await house.call('GET', '/v1/storefront/debt', { key: publishable, headers })).body
    assert.deepEqual([shown.instalment_number, shown.state], [index + 1, 'to_pay'])
    const body = { payment_method: 'pm_test_ok' }
    assert.equal(
      (await house.call('POST', '/v1/storefront/debt/payment', { key: publishable, headers, body })).status,
      200,
    )
    const member = (await house.call('GET', `/v1/members/${memberId}`, { key })).body
    assert.equal(member.membership_member_status_id, index === 0 ? 2 : 1)
  }
  await isClean()
})

test('what is no way to pay is refused, and another organisation has no such debt', async () => {
  const { debtId, pay } = await linked()
  assert.equal((await pay()).status, 400)
  for (const wrong of ['tmr_test_ok', 'pm_unheard_of'])
    assert.deepEqual([(await pay(wrong)).status, (await debtOf(debtId)).open], [402, 27.2], wrong)
  assert.equal((await pay('x'.repeat(256))).status, 400)
  const other = await house.organisation()
  assert.equal((await pay('pm_test_ok', other.key)).status, 404)
  assert.equal((await manage('POST', `debts/${debtId}/link`, undefined, other.key)).status, 404)
  await isClean()
})

test('an instalment whose payment is disputed leads its member back to paying by instalments, and winning it to paid', async () => {
  const { ids, memberId } = await addInstalments(house, club, 2)
  const statusOf = async () =>
    (await house.call('GET', `/v1/members/${memberId}`, { key })).body.membership_member_status_id
  const [first = 0, last = 0] = ids
  await manage('POST', `debts/${first}/record_payment`, { payment_method: 'transfer' })
  const headers = debtSecret(house, club, last)
  const body = { payment_method: 'pm_test_disputed_then_won' }
  await house.call('POST', '/v1/storefront/debt/payment', { key: publishable, headers, body })
  assert.equal(await statusOf(), 1)
  await followDisputes(deps)
  assert.deepEqual([await statusOf(), (await debtOf(last)).status], [2, 'returned'])
  await followDisputes(deps)
  assert.deepEqual([await statusOf(), (await debtOf(last)).status], [1, 'paid'])
  await isClean()
})
