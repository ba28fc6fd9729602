import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { continueRuns } from '../../collection/runs/continue-runs.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { takeSteps } from '../ladder/take-steps.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType()
const generousTypeId = await addType({ cancellation: 'full_until', cancellation_until: '2099-01-01' })
const dearTypeId = await addType({ title: 'Gold', price: 160 })
const automatic = await addOption({ collection: 'automatic' })

type Plan = { membership_plan_id: number; membership_member_id: number; order_id: number; payment_means_id: number }

const manage = async (method: string, path: string, body?: object, key: string | undefined = club.key) => {
  const answer = await house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
  return answer
}
const done = async (method: string, path: string, body?: object) => {
  const { status, body: answer, text } = await manage(method, path, body)
  assert.ok(status < 300, `${path}: ${text}`)
  return answer
}

beforeEach(() =>
  done('PUT', 'collection_ladder', {
    collection_hour: 9,
    retry_days: [2],
    soft_overdue_days: 7,
    hard_overdue_days: 21,
  }),
)

/** Joins today on three instalments of a third each, the first of which is paid. */
async function join(membership_type_id = typeId, payment_method = 'pm_test_ok'): Promise<Plan> {
  const items = [{ membership_type_id, membership_payment_option_id: automatic, member: grace }]
  const { body: basket } = await shop.open({ items })
  const customer = { email: `${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method, customer })
  const [plan] = await sql<Plan[]>`
    select membership_plan_id, membership_member_id, order_id, payment_means_id
    from membership_plans
    where org_id = ${club.orgId}
      and order_id = ${body.order_id}`
  return plan ?? assert.fail(JSON.stringify(body))
}

/** Days of the calendar pass, and each night's work is done. */
async function pass(days: number) {
  for (let day = 0; day < days; day += 8) {
    clock.advance(8 * DAY_MS)
    await collectDue(deps)
    await takeSteps(deps)
  }
}

/** How many charges without the fan were drafted for a plan, and what they took. */
async function charges({ membership_plan_id }: Plan) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from payments y
    join payment_debts f on f.org_id = y.org_id and f.payment_id = y.payment_id
    join debts d on d.org_id = f.org_id and d.debt_id = f.debt_id
    where y.org_id = ${club.orgId}
      and y.payment_means_id is not null
      and d.membership_plan_id = ${membership_plan_id}`
  return row?.count ?? 0
}
const meansOf = async ({ payment_means_id }: Plan) => {
  const [row] = await sql<{ means_status: string }[]>`
    select means_status
    from payment_means
    where org_id = ${club.orgId}
      and payment_means_id = ${payment_means_id}`
  return row?.means_status
}
const planOf = ({ membership_plan_id }: Plan) => done('GET', `membership_plans/${membership_plan_id}`)
const statusOf = async ({ membership_member_id }: Plan) =>
  (await done('GET', `members/${membership_member_id}`)).membership_member_status_id
const mailsToldOf = async ({ order_id }: Plan) => {
  const rows = await sql`
    select 1
    from mails
    where org_id = ${club.orgId}
      and order_id = ${order_id}
      and kind = 'membership_cancelled'`
  return rows.length
}

const member = ({ membership_member_id }: Plan, verb: string, body?: object) =>
  done('POST', `members/${membership_member_id}/${verb}`, body)
const order = ({ order_id }: Plan, verb: string, body?: object) => done('POST', `orders/${order_id}/${verb}`, body)

type Way = { end: (plan: Plan) => Promise<unknown>; typeId?: number; status: number; open: number }

/** Every way in which a membership is ended by an act; nothing is charged after any of them. */
const ENDS: Record<string, Way> = {
  'staff cancel it and let the rest stay owed': { end: (plan) => member(plan, 'cancel'), status: 3, open: 66.66 },
  'staff cancel it and write the rest off': {
    end: (plan) => member(plan, 'cancel', { owed: 'write_off' }),
    status: 3,
    open: 0,
  },
  'it is cancelled by a rule that gives nothing back': {
    end: (plan) => member(plan, 'cancellation'),
    status: 3,
    open: 66.66,
  },
  'it is cancelled by a rule that gives nothing back, and the rest is written off': {
    end: (plan) => member(plan, 'cancellation', { owed: 'write_off' }),
    status: 3,
    open: 0,
  },
  'it is cancelled by a rule that gives all back': {
    end: (plan) => member(plan, 'cancellation'),
    typeId: generousTypeId,
    status: 3,
    open: 0,
  },
  'it is cancelled with many others': {
    end: async ({ membership_member_id: id }) => {
      await done('POST', 'runs', { object_type: 'members', action: 'cancel', ids: [id] })
      await continueRuns(deps)
    },
    status: 3,
    open: 66.66,
  },
  'its order is cancelled': { end: (plan) => order(plan, 'cancel'), status: 3, open: 0 },
  'its order is cancelled and the money goes back': {
    end: (plan) => order(plan, 'cancel', { refund: true, amount: 33.34 }),
    status: 3,
    open: 0,
  },
}

for (const [name, { end, typeId: type, status, open }] of Object.entries(ENDS)) {
  test(`a membership is never charged again, and its buyer is told, where ${name}`, async () => {
    const plan = await join(type)
    await end(plan)
    assert.equal(await statusOf(plan), status)
    const ended = await planOf(plan)
    assert.equal(ended.open, open)
    assert.equal(ended.next_charge_at, null)
    assert.notEqual(ended.ended_at, null)
    assert.equal(await meansOf(plan), 'given_up')
    assert.equal(await mailsToldOf(plan), 1)
    await pass(96)
    assert.equal(await charges(plan), 0)
    assert.equal((await planOf(plan)).open, open)
    assert.deepEqual(await auditBooks(club.orgId, sql), [])
  })
}

test('a membership that the ladder ends is never charged again, and its buyer is told', async () => {
  await done('PUT', 'collection_ladder', {
    ...{ collection_hour: 9, retry_days: [2, 5], soft_overdue_days: 7, hard_overdue_days: 14, end_days: 20 },
  })
  const plan = await join(typeId, 'pm_test_offsession_expired')
  await pass(56)
  assert.equal(await statusOf(plan), 3)
  const before = await charges(plan)
  assert.ok(before > 0)
  assert.equal(await meansOf(plan), 'given_up')
  assert.equal(await mailsToldOf(plan), 1)
  await pass(64)
  assert.equal(await charges(plan), before)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

const CONTINUES: Record<string, (plan: Plan) => Promise<unknown>> = {
  'whose buyer was merged with another customer': async ({ membership_member_id: id }) => {
    const [of] = await sql<{ org_customer_id: string }[]>`
      select c.org_customer_id
      from members m
      join customers c on c.org_id = m.org_id and c.user_id = m.user_id
      where m.org_id = ${club.orgId}
        and m.membership_member_id = ${id}`
    const keeper = await done('POST', 'customers', { org_customer_id: `keeper-${id}`, first_name: 'Ada' })
    await done('POST', `customers/${keeper.org_customer_id}/merge`, { duplicate_customer_id: of?.org_customer_id })
  },
  'that is over': async ({ membership_member_id: id }) => {
    await sql`
      update members
      set expires = ${new Date(clock().getTime() + DAY_MS)}
      where org_id = ${club.orgId}
        and membership_member_id = ${id}`
  },
  'that does not renew by itself': ({ membership_member_id: id }) => done('PATCH', `members/${id}`, { auto_renew: 0 }),
  'that was upgraded': async ({ membership_member_id: id }) => {
    await done('POST', 'orders', {
      items: [{ membership_type_id: dearTypeId, membership_member_id: id, upgrade: true }],
      payment_method: 'cash',
    })
  },
}

for (const [name, change] of Object.entries(CONTINUES)) {
  test(`a membership ${name} has not been ended: what was agreed is charged on its days`, async () => {
    const plan = await join()
    await change(plan)
    await pass(72)
    assert.equal(await charges(plan), 2)
    assert.equal((await planOf(plan)).open, 0)
    assert.equal(await mailsToldOf(plan), 0)
  })
}

test('a plan of a membership that has ended goes on only once the member is reinstated, and charges what the fan leaves anew', async () => {
  const plan = await join()
  await member(plan, 'cancel')
  const refused = await manage('POST', `membership_plans/${plan.membership_plan_id}/resume`)
  assert.equal(refused.body.error.code, 'state_conflict', refused.text)
  await member(plan, 'reinstate')
  await pass(40)
  assert.equal(await charges(plan), 0, 'a reinstatement charges nothing')
  const resumed = await done('POST', `membership_plans/${plan.membership_plan_id}/resume`)
  assert.equal(resumed.ended_at, null)
  await pass(8)
  assert.equal(await charges(plan), 0, 'the card was given up with the membership')
})

test('a charge and a cancellation that meet leave no charge that is drafted after the end', async () => {
  for (let round = 0; round < 4; round++) {
    const plan = await join()
    clock.advance(32 * DAY_MS)
    const [, cancelled] = await Promise.all([
      collectDue(deps),
      manage('POST', `members/${plan.membership_member_id}/cancel`),
    ])
    assert.equal(cancelled.status, 200, cancelled.text)
    const before = await charges(plan)
    await pass(48)
    assert.equal(await charges(plan), before)
  }
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('staff see every payment of a plan with its order, those of later instalments too', async () => {
  const plan = await join()
  await pass(72)
  const { payments } = await done('GET', `orders/${plan.order_id}`)
  assert.deepEqual(
    payments.map(({ amount, payment_status: state }: { amount: number; payment_status: string }) => [amount, state]),
    [
      [33.34, 'succeeded'],
      [33.33, 'succeeded'],
      [33.33, 'succeeded'],
    ],
  )
})

test('the mail names the membership and what is still owed', async () => {
  await send()
  smtp.received.length = 0
  const plan = await join()
  await send()
  smtp.received.length = 0
  await member(plan, 'cancel')
  await send()
  const mails = await Promise.all(smtp.received.map((received) => readMail(received)))
  const mail = mails.find(({ subject }) => /has ended/.test(subject ?? ''))
  assert.match(
    mail?.text ?? '',
    /Adult of Grace Okafor has ended\. Nothing is charged for it any more\. .*66\.66 is still to be paid/,
  )
})

test('who may end a membership but not let money go cannot write off', async () => {
  const plan = await join()
  const key = await house.key(club.orgId, { scopes: ['members:manage'] })
  const refused = await manage('POST', `members/${plan.membership_member_id}/cancel`, { owed: 'write_off' }, key)
  assert.equal(refused.status, 403, refused.text)
  const wrong = await manage('POST', `members/${plan.membership_member_id}/cancel`, { owed: 'forgive' })
  assert.equal(wrong.status, 400)
  const other = await house.organisation()
  const theirs = await manage('POST', `members/${plan.membership_member_id}/cancel`, {}, other.key)
  assert.equal(theirs.status, 404)
})
