import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAutomaticPlan, addInstalments } from '../../../tests/builders/instalments.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { collectDue } from '../collection/collect-due.ts'
import { continueRuns } from './continue-runs.ts'

const { house, club, payments, deps: settling } = await openSettlingHouse()
const { sql, clock } = house
const deps = { sql, clock, systemClock: clock, payments }

const manage = (method: string, path: string, body?: object, options: object = { key: club.key }) =>
  house.call(method, `/v1/manage/${path}`, { ...options, ...(body ? { body } : {}) })

async function start(action: string, more: object) {
  const { status, body, text } = await manage('POST', 'runs', { object_type: 'instalments', action, ...more })
  assert.equal(status, 201, text)
  return body.run_id as number
}
const work = async () => {
  while ((await continueRuns(deps)) > 0);
}
async function run(action: string, more: object) {
  const runId = await start(action, more)
  await work()
  return outcomesOf(runId)
}
type Item = { object_id: number; outcome: string; reason: string | null; message: string | null }
const outcomesOf = async (runId: number) =>
  ((await manage('GET', `runs/${runId}/items?limit=100`)).body.data as Item[]).map(
    ({ outcome, reason, message }) => message ?? reason ?? outcome,
  )
const auditOf = async (type: string, id: number) =>
  (await manage('GET', `audit_log?object_type=${type}&object_id=${id}`)).body.data.map(
    ({ action }: { action: string }) => action,
  )

/** A plan of two that is charged by a card, both due; the first has failed where its card has no money. */
async function addPlan(method = 'pm_test_ok') {
  const planId = await addAutomaticPlan(house, club)
  await sql`
    update payment_means k
    set method_reference = ${method}
    from membership_plans p
    where k.org_id = ${club.orgId}
      and p.org_id = ${club.orgId}
      and p.membership_plan_id = ${planId}
      and k.payment_means_id = p.payment_means_id`
  const rows = await sql<{ debt_id: number; order_id: number }[]>`
    update debts d
    set next_attempt_at = ${new Date(clock().getTime() + 300 * DAY_MS)}
    from orders o
    where d.org_id = ${club.orgId}
      and d.membership_plan_id = ${planId}
      and o.org_id = ${club.orgId}
      and o.order_id = d.order_id
    returning d.debt_id, d.order_id`
  const ids = rows.map(({ debt_id }) => debt_id).sort((a, b) => a - b)
  const orderId = rows[0]?.order_id ?? 0
  await sql`update orders set email_address = ${`${orderId}@example.org`} where org_id = ${club.orgId} and order_id = ${orderId}`
  return { planId, ids, orderId, first: ids[0] ?? 0, second: ids[1] ?? 0 }
}
const statusOf = async (id: number) => (await manage('GET', `instalments/${id}`)).body.status

test('many are reminded with one mail for each plan, and what is paid or unreachable is left out', async () => {
  const plan = await addPlan()
  const silent = await addInstalments(house, club)
  const paid = await addInstalments(house, club)
  await manage('POST', `instalments/${paid.ids[0]}/record_payment`, {})
  const ids = [...plan.ids, ...silent.ids, ...paid.ids]
  const outcomes = await run('remind', { ids })
  const unreachable = 'The fan of this debt cannot be reminded by mail.'
  assert.deepEqual(outcomes, ['done', 'mailed_already', unreachable, 'nothing_open'])
  const mails = await sql`
    select 1
    from mails
    where org_id = ${club.orgId}
      and order_id = ${plan.orderId}
      and kind = 'debt_reminder'`
  assert.equal(mails.length, 1)
  assert.deepEqual(await auditOf('debt', plan.first), ['debt.reminded'])
  assert.deepEqual(await run('remind', { ids: [plan.second] }), ['done'], 'another run is another mail')
})

test('what can be charged is charged at the next turn, and what a bank or staff forbid is not', async () => {
  const [able, expired, paused] = [await addPlan(), await addPlan('pm_test_offsession_expired'), await addPlan()]
  const byHand = await addInstalments(house, club)
  assert.deepEqual(await run('retry', { ids: [expired.first] }), ['done'])
  await collectDue(settling)
  await manage('POST', `membership_plans/${paused.planId}/pause`)
  const ids = [able.first, expired.first, paused.first, ...byHand.ids].sort((a, b) => a - b)
  assert.deepEqual(await run('retry', { ids }), [
    'done',
    'The bank does not take these means any more: the fan gives others.',
    'The plan is paused.',
    'The plan is paid by hand.',
  ])
  await collectDue(settling)
  assert.deepEqual(await Promise.all([able.first, able.second, paused.first].map(statusOf)), ['paid', 'due', 'due'])
  assert.ok((await auditOf('instalment', able.first)).includes('instalment.retried'))
})

test('plans are paused and resumed once each, and one that was stopped stays so', async () => {
  const [one, stopped] = [await addPlan(), await addPlan()]
  const byHand = await addInstalments(house, club)
  await manage('POST', `membership_plans/${stopped.planId}/stop`)
  const ids = [...one.ids, stopped.first, ...byHand.ids]
  assert.deepEqual(await run('pause', { ids }), ['done', 'paused', 'stopped', 'by_hand'])
  const collection = async () => (await manage('GET', `membership_plans/${one.planId}`)).body.collection
  assert.equal(await collection(), 'paused')
  assert.deepEqual(await run('resume', { ids }), ['done', 'charged_already', 'stopped', 'by_hand'])
  assert.equal(await collection(), 'automatic')
  assert.deepEqual(await auditOf('membership_plan', one.planId), ['membership_plan.resumed', 'membership_plan.paused'])
})

test('what is filtered is counted and summed before it is written off, with a reason and a proof', async () => {
  const other = await house.organisation()
  const { ids } = await addInstalments(house, club, 2)
  const user = (await manage('GET', `debts/${ids[0]}`)).body.user_id
  const filters = { stage: 'needs_fan', user_id: user }
  await sql`
    update debts
    set due_at = due_at + case when debt_id = ${ids[0] ?? 0} then interval '-1 day' else interval '1 day' end
    where org_id = ${club.orgId}
      and debt_id = any (${ids}::bigint[])`
  const asked = { object_type: 'instalments', action: 'waive', filters }
  assert.equal((await manage('POST', 'runs', asked)).body.error.param, 'reason')
  const refused = { ...asked, filters: { event_id: 1 }, reason: 'No.' }
  assert.equal((await manage('POST', 'runs', refused)).body.error.param, 'filters.event_id')
  const { headers } = await addStaff(house, club, { role: 'finance' })
  clock.advance(11 * MINUTE_MS)
  const unproved = await manage('POST', 'runs', { ...asked, reason: 'They moved away.' }, { headers })
  assert.equal(unproved.body.error.code, 'proof_required')
  const runId = await start('waive', { filters, wait: true, reason: 'They moved away.' })
  await work()
  const { body: ready } = await manage('GET', `runs/${runId}`)
  assert.deepEqual(
    [ready.run_status, ready.items.waiting, ready.amounts],
    ['ready', 1, [{ currency: 'AUD', amount: 10 }]],
  )
  await manage('POST', `runs/${runId}/start`)
  await work()
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['waived', 'due'])
  const theirs = { object_type: 'instalments', action: 'remind', ids: [ids[1]] }
  assert.equal((await manage('POST', 'runs', theirs, { key: other.key })).status, 404)
})

test('many move to another day, from which on they are charged', async () => {
  const [one, two] = [await addPlan(), await addPlan()]
  const due_on = new Date(clock().getTime() + 5 * DAY_MS).toISOString().slice(0, 10)
  const ids = [one.first, two.first]
  assert.deepEqual(await run('move', { ids, due_on }), ['done', 'done'])
  assert.match((await run('move', { ids: [one.first], due_on: '2020-01-01' }))[0] ?? '', /today or later/)
  clock.advance(7 * DAY_MS)
  await collectDue(settling)
  assert.deepEqual(await Promise.all([one.first, one.second, two.first].map(statusOf)), ['paid', 'due', 'paid'])
})

test('a payment that is under way is left to its end', async () => {
  const plan = await addPlan('pm_test_offsession_timeout')
  await sql`update debts set next_attempt_at = ${clock()} where org_id = ${club.orgId} and debt_id = ${plan.first}`
  await collectDue(settling)
  assert.equal(await statusOf(plan.first), 'submitted')
  assert.deepEqual(await run('waive', { ids: [plan.first], reason: 'No.' }), ['under_way'])
  assert.deepEqual(await run('retry', { ids: [plan.first] }), ['under_way'])
  assert.deepEqual(await run('remind', { ids: [plan.first] }), ['under_way'])
  assert.deepEqual(await run('move', { ids: [plan.first], due_on: '2099-01-01' }), ['under_way'])
})
