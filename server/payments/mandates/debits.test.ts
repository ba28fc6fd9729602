import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debtSecret } from '../../../tests/builders/debts.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { returnDebits } from '../../ledger/disputes/return-debits.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { key } = club
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })
const DEBIT = { mandate_version: 1 }

const manage = async (path: string) => (await house.call('GET', `/v1/manage/${path}`, { key })).body
const debtsOf = async (orderId: number) =>
  (await manage(`debts?order_id=${orderId}`)).data as { kind: string; status: string; attempts: number }[]
const statesOf = async (orderId: number) => (await debtsOf(orderId)).map(({ kind, status }) => `${kind} ${status}`)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

/** Days pass, and the worker does each day what is due. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS)
    await reconcileOrders(deps)
    await returnDebits(deps)
    await announceDebits(deps)
    await collectDue(deps)
  }
}

async function join(paymentMethod: string, option: string | null = optionId) {
  const item = { membership_type_id: typeId, ...(option && { membership_payment_option_id: option }), member: grace }
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  const { body } = await shop.checkOut(basket.id, { payment_method: paymentMethod, ...DEBIT })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  return { orderId: body.order_id as number, memberId: body.memberships[0].membership_member_id as number }
}
const statusOf = async (memberId: number) => (await manage(`members/${memberId}`)).membership_member_status_id

test('an order is confirmed once its debit is submitted, and is money when that is paid', async () => {
  const { priceId } = await addOffer(house, club)
  const { body: basket } = await shop.open({ items: [{ price_id: priceId, quantity: 2 }] })
  const { body: order, text } = await shop.checkOut(basket.id, { payment_method: 'pm_test_debit_ok', ...DEBIT })
  assert.deepEqual([order.status, order.payment_method, order.tickets?.length], ['confirmed', 'direct_debit', 2], text)
  assert.equal(order.owed_amount, order.total)
  assert.deepEqual(await statesOf(order.order_id), ['direct_debit submitted'])
  await isClean()
  await pass(4)
  assert.deepEqual(await statesOf(order.order_id), ['direct_debit submitted'])
  await pass(2)
  assert.deepEqual(await statesOf(order.order_id), ['direct_debit paid'])
  const paid = await manage(`orders/${order.order_id}`)
  assert.deepEqual([paid.order_status, paid.owed_amount], ['confirmed', 0])
  await isClean()
})

test('the mandate is kept with its reference, its version and the words that the fan was shown', async () => {
  const answer = await house.call('GET', '/v1/storefront/mandate_text?currency=AUD&language=de', { key })
  assert.deepEqual([answer.status, answer.body.scheme, answer.body.version], [200, 'au_becs_debit', 1], answer.text)
  await join('pm_test_debit_ok')
  const [mandate] = await sql<Record<string, unknown>[]>`
    select scheme, text_version, mandate_status, last4, notice_days, mandate_reference ~ '^TEST' as has_reference,
      mandate_text like '%Direct Debit Request%' as has_text, payment_means_id is not null as is_kept
    from mandates
    where org_id = ${club.orgId}
    order by mandate_id desc
    limit 1`
  assert.deepEqual(mandate, {
    ...{ scheme: 'au_becs_debit', text_version: 1, mandate_status: 'active', last4: '3000', notice_days: 14 },
    ...{ has_reference: true, has_text: true, is_kept: true },
  })
})

test('without a mandate no debit is taken, and none to a text that has changed', async () => {
  const { body: basket } = await shop.open({ items: [{ membership_type_id: typeId, member: grace }] })
  const without = await shop.checkOut(basket.id, { payment_method: 'pm_test_debit_ok' })
  assert.deepEqual([without.status, without.body.error?.code], [402, 'payment_method_not_offered'], without.text)
  const old = await shop.checkOut(basket.id, { payment_method: 'pm_test_debit_ok', mandate_version: 2 })
  assert.deepEqual([old.status, old.body.error?.code], [400, 'parameter_invalid'], old.text)
  const other = await house.call('GET', '/v1/storefront/mandate_text?currency=CHF', { key })
  assert.equal(other.status, 404)
})

test('a debit that comes back is a row of its own day, and its member goes from 1 back to 2', async () => {
  const { orderId, memberId } = await join('pm_test_debit_returned_once', null)
  assert.equal(await statusOf(memberId), 2, 'not paid yet')
  await pass(6)
  assert.deepEqual([await statusOf(memberId), await statesOf(orderId)], [1, ['instalment paid']])
  await pass(3)
  assert.deepEqual([await statusOf(memberId), await statesOf(orderId)], [2, ['instalment returned']])
  const [reversal] = await sql<{ kind: string; days: number }[]>`
    select r.kind, (extract(epoch from r.created_at - p.succeeded_at) / 86400)::integer as days
    from payment_reversals r
    join payments p on p.org_id = r.org_id and p.payment_id = r.payment_id
    where r.org_id = ${club.orgId}
    order by payment_reversal_id desc
    limit 1`
  assert.equal(reversal?.kind, 'returned')
  assert.ok((reversal?.days ?? 0) >= 3, 'on its own day')
  await isClean()
})

test('of a plan every debit that comes back once is paid at the second try, and one that always does is left to the fan', async () => {
  const once = await join('pm_test_debit_returned_once')
  const always = await join('pm_test_debit_returned')
  const bounced = await join('pm_test_debit_failed')
  await pass(25)
  const first = async ({ orderId }: { orderId: number }) => {
    const [debt] = await debtsOf(orderId)
    return [debt?.status, debt?.attempts]
  }
  assert.deepEqual(await first(once), ['paid', 2])
  assert.deepEqual(await first(always), ['returned', 2])
  assert.deepEqual(await first(bounced), ['failed', 2])
  const failed = await sql`
    select 1 as one
    from debts
    where org_id = ${club.orgId}
      and order_id = any (${[always.orderId, bounced.orderId]}::bigint[])
      and instalment_number = 1
      and next_attempt_at is not null`
  assert.equal(failed.length, 0, 'presented once more and no oftener')
  await isClean()
})

test('each further debit is announced once, as long ahead as the mandate says, and none is submitted earlier', async () => {
  const { orderId } = await join('pm_test_debit_ok')
  // Days of the club's calendar: the mail goes at any hour, the debit in the morning.
  const noticesOf = () => sql<{ days_ahead: number }[]>`
    select (d.debit_announced_for at time zone o.timezone)::date - (n.created_at at time zone o.timezone)::date as days_ahead
    from mails n
    join debts d on d.org_id = n.org_id and d.debt_id = n.about_id
    join organisations o on o.org_id = n.org_id
    where n.org_id = ${club.orgId}
      and n.order_id = ${orderId}
      and n.kind = 'debit_notice'
    order by n.mail_id`
  await pass(14)
  assert.equal((await noticesOf()).length, 0, 'a month lies between two instalments')
  await pass(10)
  const [first, ...others] = await noticesOf()
  assert.ok((first?.days_ahead ?? 0) >= 14, String(first?.days_ahead))
  assert.deepEqual([others.length, (await debtsOf(orderId))[1]?.status], [0, 'due'])
  await pass(15)
  assert.equal((await debtsOf(orderId))[1]?.status, 'paid')
  // Put off until the day itself, the notice puts the debit off.
  await sql`
    update debts
    set next_attempt_at = ${clock()}, debit_announced_for = null
    where org_id = ${club.orgId}
      and order_id = ${orderId}
      and instalment_number = 3`
  await collectDue(deps)
  assert.equal((await debtsOf(orderId))[2]?.status, 'due')
  const [, second] = await noticesOf()
  assert.ok((second?.days_ahead ?? 0) >= 14)
  await isClean()
})

test('a fan who goes on by card gives the mandate up, and so does one who is erased', async () => {
  const stateOf = async (userId: number) => {
    const rows = await sql<{ state: string }[]>`
      select concat_ws(' ', mandate_status, last4) as state
      from mandates
      where org_id = ${club.orgId}
        and user_id = ${userId}
        and payment_means_id is not null
      order by mandate_id desc
      limit 1`
    return rows[0]?.state
  }
  const { orderId } = await join('pm_test_debit_ok')
  const [, debt] = (await manage(`debts?order_id=${orderId}`)).data
  assert.equal(await stateOf(debt.user_id), 'active 3000')
  const headers = debtSecret(house, club, debt.debt_id)
  const changed = await house.call('POST', '/v1/storefront/debt/card', {
    key,
    headers,
    body: { payment_method: 'pm_test_ok' },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await stateOf(debt.user_id), 'given_up 3000')
  await join('pm_test_debit_ok')
  const [customer] = await sql<{ org_customer_id: string }[]>`
    select org_customer_id
    from customers
    where org_id = ${club.orgId}
      and user_id = ${debt.user_id}`
  const erase = () =>
    house.call('POST', `/v1/manage/customers/${customer?.org_customer_id}/erase`, {
      key,
      body: { owed_by_customer: 'write_off' },
    })
  // Each debit is collected for five days, also those of the tests before; erasing waits for the end of all.
  let erased = await erase()
  for (let day = 0; day < 30 && erased.status === 409; day += 1) {
    await pass(1)
    erased = await erase()
  }
  assert.equal(erased.status, 200, erased.text)
  assert.equal(await stateOf(debt.user_id), 'given_up')
})

test('a membership that is cancelled gives its mandate up, once nothing of its plan is owed', async () => {
  const { orderId, memberId } = await join('pm_test_debit_ok')
  await pass(6)
  const later = await sql<{ debt_id: number }[]>`
    select debt_id
    from debts
    where org_id = ${club.orgId}
      and order_id = ${orderId}
      and closed_at is null`
  for (const { debt_id } of later) {
    const body = { reason: 'Left' }
    const waived = await house.call('POST', `/v1/manage/debts/${debt_id}/waive`, { key, body })
    assert.equal(waived.status, 200, waived.text)
  }
  const cancelled = await house.call('POST', `/v1/manage/members/${memberId}/cancellation`, { key, body: {} })
  assert.equal(cancelled.status, 200, cancelled.text)
  const [mandate] = await sql<{ mandate_status: string; means_status: string }[]>`
    select m.mandate_status, k.means_status
    from mandates m
    join payment_means k on k.org_id = m.org_id and k.payment_means_id = m.payment_means_id
    where m.org_id = ${club.orgId}
    order by m.mandate_id desc
    limit 1`
  assert.deepEqual(mandate, { mandate_status: 'given_up', means_status: 'given_up' })
  await isClean()
})
