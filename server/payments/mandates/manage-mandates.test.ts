import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinByDebit } from '../../../tests/builders/mandates.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { continueRuns } from '../../collection/runs/continue-runs.ts'
import { returnDebits } from '../../ledger/disputes/return-debits.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, deps } = await openSettlingHouse()
const { sql, clock } = house

const manage = (method: string, path: string, body?: object, { key } = club) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
const retrieve = async (mandateId: number) => (await manage('GET', `mandates/${mandateId}`)).body

async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS)
    await reconcileOrders(deps)
    await returnDebits(deps)
    await announceDebits(deps)
    await collectDue(deps)
  }
}

/** The types of what webhooks were told of a mandate, in their order. */
async function messagesOf(mandateId: number): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    select type
    from webhook_messages
    where org_id = ${club.orgId}
      and type like 'mandate.%'
      and (payload::json -> 'data' -> 'mandate' ->> 'mandate_id')::bigint = ${mandateId}
    order by message_id`
  return rows.map(({ type }) => type)
}

const mailsOf = async (orderId: number): Promise<string[]> => {
  const rows = await sql<{ kind: string }[]>`
    select kind
    from mails
    where org_id = ${club.orgId}
      and order_id = ${orderId}
      and kind in ('debt_reminder', 'instalment_failed')
    order by mail_id`
  return rows.map(({ kind }) => kind)
}

test('staff read what a fan has given leave to debit, in the words of then, and what is debited by it', async () => {
  const mandateId = await joinByDebit(house, club)
  const mandate = await retrieve(mandateId)
  assert.deepEqual(
    [mandate.status, mandate.scheme, mandate.last4, mandate.is_kept, mandate.notice_days],
    ['active', 'au_becs_debit', '3000', true, 14],
  )
  assert.match(mandate.text, /Direct Debit Request/)
  const [plan, ...others] = mandate.plans
  assert.equal(others.length, 0)
  assert.ok(plan.open === 100 && plan.being_collected > 30 && plan.being_collected < 40, JSON.stringify(plan))
  assert.ok(plan.asked_at > clock().getTime() / 1000)
  for (const filter of [
    `user_id=${mandate.user_id}`,
    `membership_member_id=${plan.membership_member_id}`,
    `order_id=${plan.membership_order_id}`,
    'status=active',
    'scheme=au_becs_debit',
  ]) {
    const { body } = await manage('GET', `mandates?${filter}`)
    assert.equal(body.data[0]?.mandate_id, mandateId, filter)
  }
  for (const filter of ['status=failed', 'scheme=sepa_debit', 'order_id=999999', 'membership_member_id=999999']) {
    const { body } = await manage('GET', `mandates?${filter}`)
    assert.equal(body.data.length, 0, filter)
  }
  assert.deepEqual(await messagesOf(mandateId), ['mandate.given'])
  const stranger = await house.organisation()
  assert.equal((await manage('GET', `mandates/${mandateId}`, undefined, stranger)).status, 404)
})

test('a mandate that staff give up is debited no more: what is under way ends, and the fan is asked for the rest', async () => {
  const mandateId = await joinByDebit(house, club)
  const { plans } = await retrieve(mandateId)
  const { membership_order_id: orderId } = plans[0]
  const { status, body, text } = await manage('POST', `mandates/${mandateId}/give_up`)
  assert.deepEqual([status, body.status], [200, 'given_up'], text)
  const again = await manage('POST', `mandates/${mandateId}/give_up`)
  assert.deepEqual([again.status, again.body.error?.code], [409, 'state_conflict'], again.text)
  await pass(40)
  const { body: debts } = await manage('GET', `debts?order_id=${orderId}`)
  assert.deepEqual(
    debts.data.map((debt: { status: string; attempts: number }) => `${debt.status} ${debt.attempts}`),
    ['paid 1', 'due 0', 'due 0'],
  )
  assert.deepEqual(await mailsOf(orderId), ['debt_reminder'], 'it has not failed: the fan is asked, once')
  assert.deepEqual(await messagesOf(mandateId), ['mandate.given', 'mandate.given_up'])
  const { body: log } = await manage('GET', 'audit_log?object_type=mandate&limit=1')
  assert.equal(Number(log.data[0]?.object_id), mandateId, JSON.stringify(log))
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('what was to be presented again is asked for at once', async () => {
  const mandateId = await joinByDebit(house, club, 'pm_test_debit_returned')
  await pass(9)
  const { plans } = await retrieve(mandateId)
  const { membership_order_id: orderId, asked_at: askedAt } = plans[0]
  assert.equal(askedAt, Math.floor(clock().getTime() / 1000))
  assert.deepEqual(await mailsOf(orderId), ['instalment_failed'], 'the bank took it back')
  await manage('POST', `mandates/${mandateId}/give_up`)
  await collectDue(deps)
  assert.deepEqual(await mailsOf(orderId), ['instalment_failed', 'debt_reminder'])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('members who are cancelled in a run give up their mandates, as one who is cancelled does', async () => {
  const mandateIds = [await joinByDebit(house, club), await joinByDebit(house, club)]
  const owing = await joinByDebit(house, club)
  await pass(6)
  const members: number[] = []
  for (const mandateId of mandateIds) {
    const [plan] = (await retrieve(mandateId)).plans
    members.push(plan.membership_member_id)
    const { body } = await manage('GET', `debts?order_id=${plan.membership_order_id}&open=true`)
    for (const { debt_id } of body.data) await manage('POST', `debts/${debt_id}/waive`, { reason: 'Left' })
  }
  const [open] = (await retrieve(owing)).plans
  const ids = [...members, open.membership_member_id]
  const run = await manage('POST', 'runs', { object_type: 'members', action: 'cancel', ids })
  assert.equal(run.status, 201, run.text)
  await continueRuns(deps)
  // What is still owed is paid by link: nothing of an ended membership is debited.
  for (const mandateId of [...mandateIds, owing]) {
    assert.equal((await retrieve(mandateId)).status, 'given_up')
    assert.deepEqual(await messagesOf(mandateId), ['mandate.given', 'mandate.given_up'])
  }
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a fan who is erased has given up what they gave, and those who listen are told without the account', async () => {
  const mandateId = await joinByDebit(house, club)
  const { user_id: userId } = await retrieve(mandateId)
  const [customer] = await sql<{ org_customer_id: string }[]>`
    select org_customer_id
    from customers
    where org_id = ${club.orgId}
      and user_id = ${userId}`
  await pass(12)
  const erased = await manage('POST', `customers/${customer?.org_customer_id}/erase`, { owed_by_customer: 'write_off' })
  assert.equal(erased.status, 200, erased.text)
  const { status, last4, bank_name } = await retrieve(mandateId)
  assert.deepEqual([status, last4, bank_name], ['given_up', null, null])
  assert.deepEqual(await messagesOf(mandateId), ['mandate.given', 'mandate.given_up'])
})
