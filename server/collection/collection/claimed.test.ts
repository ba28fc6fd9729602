import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import type { PaymentProvider } from '../../payments/payments/provider.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { announceDebits } from './announce-debits.ts'
import { collectDue } from './collect-due.ts'

const { house, club, shop, payments, deps } = await openSettlingHouse()
const { sql, clock } = house
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })
/** So many charges are under way at once; what was claimed beside them waits. */
const LANES = 8
const provider = payments.byName('test')
const { create } = provider

/** Each buys a year on three instalments; the ids of the second ones, which are due at one instant. */
async function join(people: number, paymentMethod = 'pm_test_ok'): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < people; n += 1) {
    const item = { membership_type_id: typeId, membership_payment_option_id: optionId, member: grace }
    const { body: basket } = await shop.open({ items: [item] })
    const { body, text } = await shop.checkOut(basket.id, { payment_method: paymentMethod, mandate_version: 1 })
    assert.equal(body.status, 'confirmed', text)
    const [second] = await sql<{ debt_id: number }[]>`
      select debt_id
      from debts
      where org_id = ${club.orgId}
        and order_id = ${body.order_id}
        and instalment_number = 2`
    ids.push(second?.debt_id ?? assert.fail('there is no second instalment'))
  }
  return ids
}

/** A provider that answers as `answer` says, until the test is over; `calls` has told how often it was asked. */
function answering(t: { after(work: () => void): void }, answer: (nth: number, real: () => Asked) => Asked) {
  let asked = 0
  const waits: { count: number; reached: () => void }[] = []
  Object.assign(provider, {
    create: (...args: Parameters<PaymentProvider['create']>) => {
      asked += 1
      for (const { count, reached } of waits) if (asked >= count) reached()
      return answer(asked, () => create(...args))
    },
  })
  t.after(() => Object.assign(provider, { create }))
  return {
    calls: (count: number) =>
      new Promise<void>((reached) => (asked >= count ? reached() : waits.push({ count, reached }))),
  }
}
type Asked = ReturnType<PaymentProvider['create']>
const never: Asked = new Promise(() => {})

const statesOf = async (ids: number[]) => {
  const rows = await sql<{ debt_id: number; debt_status: string; attempts: number }[]>`
    select debt_id, debt_status, attempts
    from debts
    where org_id = ${club.orgId}
      and debt_id = any (${ids}::bigint[])
    order by debt_id`
  return rows.map(({ debt_status, attempts }) => `${debt_status} ${attempts}`)
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('an instalment that staff move while it waits for its turn is charged on its new day', async (t) => {
  const ids = await join(LANES + 1)
  clock.advance(32 * DAY_MS)
  const gate = Promise.withResolvers<void>()
  const bank = answering(t, (_nth, real) => gate.promise.then(real))
  const collected = collectDue(deps)
  await bank.calls(LANES)
  const [waiting] = await sql<{ debt_id: number; day: string }[]>`
    select debt_id, to_char(${clock()}::timestamptz + interval '5 days', 'YYYY-MM-DD') as day
    from debts
    where org_id = ${club.orgId}
      and debt_id = any (${ids}::bigint[])
      and attempts = 0`
  const path = `/v1/manage/instalments/${waiting?.debt_id}/move`
  const moved = await house.call('POST', path, { key: club.key, body: { due_on: waiting?.day } })
  assert.equal(moved.status, 200, moved.text)
  gate.resolve()
  await collected
  assert.deepEqual((await statesOf(ids)).toSorted(), ['due 0', ...times(LANES, 'paid 1')])
  clock.advance(6 * DAY_MS)
  assert.equal(await collectDue(deps), 1)
  assert.deepEqual(await statesOf(ids), times(LANES + 1, 'paid 1'))
  clock.advance(100 * DAY_MS)
  await collectDue(deps)
})

test('an answer that is long in coming keeps none of the others waiting', async (t) => {
  const ids = await join(2 * LANES + 2)
  clock.advance(32 * DAY_MS)
  const gate = Promise.withResolvers<void>()
  const bank = answering(t, (nth, real) => (nth === 1 ? gate.promise.then(real) : real()))
  const collected = collectDue(deps)
  await bank.calls(ids.length)
  gate.resolve()
  assert.equal(await collected, ids.length)
  assert.deepEqual(await statesOf(ids), times(ids.length, 'paid 1'))
  clock.advance(100 * DAY_MS)
  await collectDue(deps)
})

test('one whose charge breaks is told to the operator, and the others are charged all the same', async (t) => {
  const ids = await join(2 * LANES + 2)
  clock.advance(32 * DAY_MS)
  answering(t, (nth, real) => (nth === 1 ? Promise.reject(new Error('broken')) : real()))
  await assert.rejects(collectDue(deps), /broken/)
  assert.deepEqual((await statesOf(ids)).toSorted(), [...times(ids.length - 1, 'paid 1'), 'submitted 1'])
  clock.advance(100 * DAY_MS)
  await reconcileOrders(deps)
  await collectDue(deps)
})

test('a debit that a process has claimed, and died, is charged once that is plain, and announced once', async (t) => {
  const ids = await join(LANES + 1, 'pm_test_debit_ok')
  const notices = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count
      from mails
      where org_id = ${club.orgId}
        and kind = 'debit_notice'
        and about_id = any (${ids}::bigint[])`
    return row?.count
  }
  for (const days of [6, 9, 8, 15]) {
    clock.advance(days * DAY_MS)
    await reconcileOrders(deps)
    await announceDebits(deps)
  }
  assert.equal(await notices(), ids.length)
  const bank = answering(t, () => never)
  collectDue(deps).catch(() => {})
  await bank.calls(LANES)
  Object.assign(provider, { create })
  assert.equal(await announceDebits(deps), 0)
  assert.deepEqual((await statesOf(ids)).toSorted(), ['due 0', ...times(LANES, 'submitted 1')])
  clock.advance(11 * MINUTE_MS)
  assert.equal(await collectDue(deps), 1)
  assert.deepEqual(await statesOf(ids), times(ids.length, 'submitted 1'))
  assert.equal(await notices(), ids.length)
})

test('what waits for its turn keeps the time that its fan sees, also when the process dies; another takes it after its lease', async (t) => {
  const ids = await join(LANES + 1)
  clock.advance(32 * DAY_MS)
  const timesOf = async () => {
    const rows = await sql<{ next_attempt_at: Date | null; is_leased: boolean }[]>`
      select next_attempt_at, leased_until > ${clock()} as is_leased
      from debts
      where org_id = ${club.orgId}
        and debt_id = any (${ids}::bigint[])
        and next_attempt_at is not null`
    return rows.map(({ next_attempt_at: at, is_leased }) => [at?.getTime(), is_leased])
  }
  const [planned] = await timesOf()
  assert.ok(planned)
  const bank = answering(t, () => never)
  collectDue(deps).catch(() => {})
  await bank.calls(LANES)
  assert.deepEqual(await timesOf(), [[planned[0], true]])
  Object.assign(provider, { create })
  assert.equal(await collectDue(deps), 0)
  clock.advance(11 * MINUTE_MS)
  assert.equal(await collectDue(deps), 1)
  assert.deepEqual(await timesOf(), [])
})
