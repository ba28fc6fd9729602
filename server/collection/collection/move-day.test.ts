import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { takeSteps } from '../../ledger/ladder/take-steps.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { announceDebits } from './announce-debits.ts'
import { collectDue } from './collect-due.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType({ game_day_access: 1, price: 90 })
const automatic = await addOption({ collection: 'automatic' })

const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
const ladder = { collection_hour: 9, retry_days: [2, 5], soft_overdue_days: 7, hard_overdue_days: 14 }
assert.equal((await manage('PUT', 'collection_ladder', ladder)).status, 200)

type Joined = { planId: number; ids: number[]; second: number; orderId: number }

/** Joins today on three instalments, the first of which is paid. */
async function join(payment_method: string, more: object = {}): Promise<Joined> {
  const items = [{ membership_type_id: typeId, membership_payment_option_id: automatic, member: grace }]
  const { body: basket } = await shop.open({ items })
  const customer = { email: `${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method, customer, ...more })
  const rows = await sql<{ membership_plan_id: number; debt_id: number }[]>`
    select p.membership_plan_id, d.debt_id
    from membership_plans p
    join debts d on d.org_id = p.org_id and d.membership_plan_id = p.membership_plan_id and d.instalment_number > 1
    where p.org_id = ${club.orgId}
      and p.order_id = ${body.order_id}
    order by d.debt_id`
  const ids = rows.map(({ debt_id }) => debt_id)
  return { planId: rows[0]?.membership_plan_id ?? 0, ids, second: ids[0] ?? 0, orderId: body.order_id }
}

const zone = 'Australia/Sydney'
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(clock().getTime() + days * DAY_MS))
const move = (id: number, due_on: string, key = club.key) => manage('POST', `instalments/${id}/move`, { due_on }, key)
const instalment = async (id: number) => (await manage('GET', `instalments/${id}`)).body
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS)
    await announceDebits(deps)
    await collectDue(deps)
    await takeSteps(deps)
  }
}
const mailsOf = async (debtId: number, kind: string) =>
  (
    await sql`
      select 1
      from mails
      where org_id = ${club.orgId}
        and about_id = ${debtId}
        and kind = ${kind}`
  ).length

test('an instalment that failed is due and charged on its new day, and its ladder begins anew', async () => {
  const { second } = await join('pm_test_offsession_expired')
  await pass(42)
  const steps = () => sql`select step from ladder_steps where org_id = ${club.orgId} and debt_id = ${second}`
  assert.equal((await steps()).length, 1)
  const day = dayIn(10)
  const { status, body, text } = await move(second, day)
  assert.equal(status, 200, text)
  assert.deepEqual([body.status, body.overdue, body.attempts], ['due', false, 1])
  assert.equal(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(body.due_at * 1000)), day)
  assert.ok(body.next_charge_at < body.due_at)
  assert.equal((await steps()).length, 0)
  await pass(9)
  assert.equal((await instalment(second)).status, 'due')
  await pass(12)
  assert.equal((await steps()).length, 1, 'again, counted from the new day')
  const { body: log } = await manage('GET', `audit_log?object_type=instalment&object_id=${second}`)
  assert.equal(log.data[0].action, 'instalment.moved')
})

test('only to a day from today on, not while it is being collected, and never of another organisation', async () => {
  const { second, planId } = await join('pm_test_ok')
  assert.equal((await move(second, dayIn(-1))).body.error.param, 'due_on')
  assert.equal((await move(second, dayIn(500))).body.error.param, 'due_on')
  const other = await house.organisation()
  assert.equal((await move(second, dayIn(5), other.key)).status, 404)
  await manage('POST', `membership_plans/${planId}/pause`)
  assert.equal((await move(second, dayIn(3))).body.next_charge_at, null)
  await pass(5)
  assert.equal((await instalment(second)).status, 'due', 'a paused plan is not charged by it')
  const { ids } = await addInstalments(house, club)
  assert.equal((await move(ids[0] ?? 0, dayIn(3))).body.next_charge_at, null, 'nor is one that is paid by hand')
  await manage('POST', `instalments/${ids[0]}/record_payment`, {})
  assert.equal((await move(ids[0] ?? 0, dayIn(3))).status, 409)
})

test('a debit that was announced is announced for its new day at once', async () => {
  const { second } = await join('pm_test_debit_ok', { mandate_version: 1 })
  await pass(28)
  assert.equal(await mailsOf(second, 'debit_notice'), 1)
  const { status, body, text: said } = await move(second, dayIn(20))
  assert.equal(status, 200, said)
  assert.equal(await mailsOf(second, 'debit_notice'), 2)
  await pass(19)
  assert.equal((await instalment(second)).status, 'due')
  await pass(2)
  assert.notEqual((await instalment(second)).status, 'due')
  assert.equal(await mailsOf(second, 'debit_notice'), 2, 'and not a third time')
  assert.ok(body.next_charge_at)
})

test('while a charge is under way staff neither record, write off, move nor try again, and the rest can be paid', async () => {
  const { ids, second, orderId } = await join('pm_test_offsession_timeout')
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.equal((await instalment(second)).status, 'submitted')
  for (const [path, body] of [
    [`instalments/${second}/record_payment`, {}],
    [`debts/${second}/waive`, { reason: 'Hardship' }],
    [`instalments/${second}/move`, { due_on: dayIn(3) }],
    [`instalments/${second}/retry`, undefined],
    [`debts/${second}/record_payment`, { payment_method: 'cash', also: [{ debt_id: ids[1] }] }],
  ] as const)
    assert.equal((await manage('POST', path, body)).status, 409, path)
  const third = ids[1] ?? 0
  const { status, text } = await manage('POST', `debts/${third}/record_payment`, { payment_method: 'cash' })
  assert.equal(status, 200, text)
  await pass(40)
  const payments = await sql`
    select 1
    from payment_debts x
    join payments p on p.org_id = ${club.orgId} and p.payment_id = x.payment_id
    where x.org_id = ${club.orgId}
      and x.debt_id = ${third}
      and p.payment_status = 'succeeded'`
  assert.equal(payments.length, 1, `order ${orderId} is not charged for what was recorded`)
})

test('what staff record or write off in part of an automatic plan is charged for the rest alone', async () => {
  const { second } = await join('pm_test_ok')
  await manage('POST', `debts/${second}/record_payment`, { payment_method: 'cash', amount: 10 })
  await manage('POST', `debts/${second}/waive`, { amount: 5, reason: 'Hardship' })
  await pass(33)
  const { body } = await manage('GET', `debts/${second}`)
  assert.deepEqual([body.status, body.settled, body.waived, body.open], ['paid', 25, 5, 0])
})

test('a payment that was recorded by mistake and taken back does not end the charging of its instalment', async () => {
  const record = (id: number) => manage('POST', `debts/${id}/record_payment`, { payment_method: 'cash' })
  const takeBack = (id: number, kind: string) => manage('POST', `debts/${id}/reverse`, { kind, reason: 'Wrong member' })
  const { second, planId } = await join('pm_test_ok')
  const planned = (await instalment(second)).next_charge_at
  await record(second)
  assert.equal((await instalment(second)).next_charge_at, null)
  assert.equal((await takeBack(second, 'mistake')).status, 200)
  assert.equal((await instalment(second)).next_charge_at, planned)

  // Of a paused plan it waits until that goes on.
  await record(second)
  assert.equal((await manage('POST', `membership_plans/${planId}/pause`)).status, 200)
  await takeBack(second, 'mistake')
  await pass(33)
  assert.equal((await instalment(second)).status, 'due')
  assert.equal((await manage('POST', `membership_plans/${planId}/resume`)).status, 200)
  await pass(1)
  assert.deepEqual([(await instalment(second)).status, await mailsOf(second, 'debt_reminder')], ['paid', 0])

  // Once its day has passed it is charged at once; money that came and went again is asked of the fan.
  const late = await join('pm_test_ok')
  const returned = await join('pm_test_ok')
  for (const { second: id } of [late, returned]) await record(id)
  await pass(33)
  await takeBack(late.second, 'mistake')
  await takeBack(returned.second, 'returned')
  await pass(1)
  assert.deepEqual(
    [(await instalment(late.second)).status, (await instalment(returned.second)).status],
    ['paid', 'returned'],
  )
})

test('an instalment of an order that was closed meanwhile is charged no more, and keeps no other waiting', async () => {
  const { second, orderId } = await join('pm_test_ok')
  const other = await join('pm_test_ok')
  await manage('POST', `debts/${second}/record_payment`, { payment_method: 'cash', amount: 10 })
  // All that is open is cancelled, and the order is closed by what is paid back of it.
  const { body: order } = await manage('GET', `orders/${orderId}`)
  const refunded = await manage('POST', `orders/${orderId}/refunds`, { amount: order.total - 10 })
  assert.ok(refunded.status < 300, refunded.text)
  assert.ok((await manage('POST', `orders/${orderId}/refunds`, { amount: 10 })).status < 300)
  assert.equal((await manage('GET', `orders/${orderId}`)).body.order_status, 'refunded')
  const owed = (await manage('GET', `debts?order_id=${orderId}&owed_by=club`)).body.data
  for (const { debt_id } of owed) await manage('POST', `debts/${debt_id}/waive`, { reason: 'Does without' })
  const back = await manage('POST', `debts/${second}/reverse`, { kind: 'mistake', reason: 'Wrong member' })
  assert.equal(back.status, 200, back.text)
  assert.equal((await instalment(second)).next_charge_at, null)
  // Also where a charge was planned before.
  await sql`
    update debts
    set next_attempt_at = ${clock()}
    where org_id = ${club.orgId}
      and debt_id = ${second}`
  await pass(33)
  assert.deepEqual([(await instalment(other.second)).status, (await instalment(second)).status], ['paid', 'due'])
  assert.equal(await mailsOf(second, 'instalment_failed'), 0)
})
