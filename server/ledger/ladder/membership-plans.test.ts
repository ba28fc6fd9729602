import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { overdueFrom } from '../instalments/overdue.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType({ game_day_access: 1 })
const automatic = await addOption({ collection: 'automatic' })
const byHand = await addOption()

const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })

beforeEach(async () => {
  const ladder = { collection_hour: 9, retry_days: [2, 5, 30], soft_overdue_days: 7, hard_overdue_days: 21 }
  assert.equal((await manage('PUT', 'collection_ladder', ladder)).status, 200)
})

type Plan = { membership_plan_id: number; membership_member_id: number; debt_id: number; order_id: number }

/** Joins today on three instalments; the plan, and its second instalment. */
async function join(payment_method: string, membership_payment_option_id = automatic): Promise<Plan> {
  const items = [{ membership_type_id: typeId, membership_payment_option_id, member: grace }]
  const { body: basket } = await shop.open({ items })
  const customer = { email: `${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method, customer })
  const [plan] = await sql<Plan[]>`
    select p.membership_plan_id, p.membership_member_id, d.debt_id, p.order_id
    from membership_plans p
    join debts d on d.org_id = p.org_id and d.membership_plan_id = p.membership_plan_id and d.instalment_number = 2
    where p.org_id = ${club.orgId}
      and p.order_id = ${body.order_id}`
  return plan ?? assert.fail(JSON.stringify(body))
}

const step = (plan: Plan, verb: string, key = club.key) =>
  manage('POST', `membership_plans/${plan.membership_plan_id}/${verb}`, {}, key)
const instalment = async ({ debt_id }: Plan) => (await manage('GET', `instalments/${debt_id}`)).body
const pass = async (days: number) => {
  clock.advance(days * DAY_MS)
  return collectDue(deps)
}
const isOverdue = async ({ membership_member_id: memberId }: Plan) => {
  const [row] = await sql<{ at: Date | null }[]>`
    select ${overdueFrom(club.orgId, sql)} as at
    from members m
    where m.org_id = ${club.orgId}
      and m.membership_member_id = ${memberId}`
  return row?.at != null && row.at <= clock()
}
const mailsOf = async ({ order_id }: Plan) =>
  (
    await sql<{ kind: string }[]>`
      select kind
      from mails
      where org_id = ${club.orgId}
        and order_id = ${order_id}
        and kind in ('instalment_failed', 'debt_reminder')
      order by mail_id`
  ).map(({ kind }) => kind)

test('a paused plan is not charged, and what has come due is once it goes on', async () => {
  const plan = await join('pm_test_ok')
  const { body: paused, text } = await step(plan, 'pause')
  assert.deepEqual([paused.collection, paused.next_charge_at, paused.charged_on_resume], ['paused', null, 0], text)
  assert.equal(await pass(33), 0)
  assert.equal((await instalment(plan)).status, 'due')
  assert.equal(await isOverdue(plan), false)
  const { body: before } = await manage('GET', `membership_plans/${plan.membership_plan_id}`)
  assert.ok(before.charged_on_resume > 0)
  assert.equal((await step(plan, 'resume')).body.collection, 'automatic')
  assert.equal(await pass(0), 1)
  assert.equal((await instalment(plan)).status, 'paid')
})

test('the ladder stands still while a plan is paused, and goes on from where it stood', async () => {
  const plan = await join('pm_test_offsession_expired')
  await pass(32)
  await pass(10)
  await step(plan, 'pause')
  await pass(30)
  assert.equal(await isOverdue(plan), false)
  await step(plan, 'resume')
  await pass(10)
  assert.equal(await isOverdue(plan), false, 'twenty days have counted')
  await pass(2)
  assert.equal(await isOverdue(plan), true)
  await step(plan, 'pause')
  assert.equal(await isOverdue(plan), true, 'who was overdue stays so')
})

test('of a stopped plan the fan is asked by mail on the day of each instalment, and it is charged no more', async () => {
  const plan = await join('pm_test_ok')
  assert.equal((await step(plan, 'stop')).body.collection, 'stopped')
  assert.deepEqual(await mailsOf(plan), [])
  await pass(33)
  await pass(1)
  assert.deepEqual(await mailsOf(plan), ['debt_reminder'])
  assert.deepEqual([(await instalment(plan)).status, (await instalment(plan)).attempts], ['due', 0])
  assert.equal(await isOverdue(plan), false)
  await pass(22)
  assert.equal(await isOverdue(plan), true)
  await step(plan, 'resume')
  await pass(0)
  assert.equal((await instalment(plan)).status, 'paid')
})

test('what was to be tried again is asked for at once when a plan is stopped', async () => {
  const plan = await join('pm_test_offsession_insufficient')
  await pass(32)
  await step(plan, 'stop')
  await pass(0)
  assert.deepEqual(await mailsOf(plan), ['instalment_failed', 'debt_reminder'])
  await pass(20)
  assert.equal((await instalment(plan)).attempts, 1)
})

test('a charge that is under way when a plan is paused comes to its end, and is not tried again before it goes on', async () => {
  const plan = await join('pm_test_offsession_timeout')
  await pass(32)
  assert.equal((await instalment(plan)).status, 'submitted')
  assert.equal((await step(plan, 'pause')).status, 200)
  for (const [path, body] of [
    [`instalments/${plan.debt_id}/record_payment`, {}],
    [`instalments/${plan.debt_id}/record_failure`, {}],
    [`debts/${plan.debt_id}/waive`, { reason: 'Moved away' }],
  ] as const)
    assert.equal((await manage('POST', path, body)).status, 409, path)
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.notEqual((await instalment(plan)).status, 'submitted')
  assert.equal(await pass(10), 0)
})

test('a part that is recorded or written off leaves the rest to be charged on its day', async () => {
  const plan = await join('pm_test_ok')
  await manage('POST', `debts/${plan.debt_id}/record_payment`, { amount: 1, payment_method: 'cash' })
  await manage('POST', `debts/${plan.debt_id}/waive`, { amount: 1, reason: 'Goodwill' })
  await pass(33)
  assert.equal((await instalment(plan)).status, 'paid')
})

test('only a plan that is charged can be paused; another organisation’s is not found', async () => {
  const plan = await join('pm_test_ok')
  assert.equal((await step(plan, 'resume')).status, 409)
  const other = await house.organisation()
  assert.equal((await step(plan, 'pause', other.key)).status, 404)
  assert.equal((await step(await join('pm_test_ok', byHand), 'pause')).status, 409)
  await step(plan, 'pause')
  assert.equal((await step(plan, 'pause')).status, 409)
  const { body } = await manage('GET', `audit_log?object_type=membership_plan`)
  assert.equal(body.data[0]?.action, 'membership_plan.paused')
})
