import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { QUIET_MS, reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { collectDue } from './collect-due.ts'

const { house, club, shop, payments, deps } = await openSettlingHouse()
const { sql, clock } = house
const memberships = membershipsOf(house, club)
const typeId = await memberships.addType()
const optionId = await memberships.addOption({ collection: 'automatic' })

type Instalment = {
  instalment_number: number
  debt_status: string
  attempts: number
  charged: number
  next: string | null
}

/** Buys a year on three instalments, paid by that; the order is the answer. */
async function buy(paymentMethod: string, option = optionId): Promise<number> {
  const item = { membership_type_id: typeId, membership_payment_option_id: option, member: grace }
  const { body: basket, text } = await shop.open({ items: [item] })
  assert.equal(basket.status, 'open', text)
  const { body } = await shop.checkOut(basket.id, { payment_method: paymentMethod })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  return body.order_id
}

/** What became of each instalment, and how many payments have succeeded for it. */
const instalmentsOf = (orderId: number) => sql<Instalment[]>`
  select d.instalment_number, d.debt_status, d.attempts,
    (
      select count(*)::integer
      from payment_debts f
      join payments p on p.org_id = f.org_id and p.payment_id = f.payment_id
      where f.org_id = ${club.orgId}
        and f.debt_id = d.debt_id
        and p.payment_status = 'succeeded'
    ) as charged,
    to_char(d.next_attempt_at at time zone 'UTC', 'DD HH24:MI') as next
  from debts d
  where d.org_id = ${club.orgId}
    and d.order_id = ${orderId}
  order by d.instalment_number`

const statesOf = async (orderId: number) => (await instalmentsOf(orderId)).map(({ debt_status }) => debt_status)

test('instalments are charged on their days by what the first was paid with', async () => {
  const orderId = await buy('pm_test_ok')
  assert.deepEqual(await statesOf(orderId), ['paid', 'due', 'due'])
  assert.equal(await collectDue(deps), 0, 'nothing is due yet')
  clock.advance(32 * DAY_MS)
  assert.equal(await collectDue(deps), 1)
  assert.deepEqual(await statesOf(orderId), ['paid', 'paid', 'due'])
  assert.equal(await collectDue(deps), 0, 'what is paid is not asked for again')
  clock.advance(31 * DAY_MS)
  await collectDue(deps)
  const rows = await instalmentsOf(orderId)
  assert.deepEqual(
    rows.map(({ charged, next }) => [charged, next]),
    [
      [0, null],
      [1, null],
      [1, null],
    ],
  )
})

test('without a wish to collect nothing is kept, and nothing charged', async () => {
  const orderId = await buy('pm_test_ok', await memberships.addOption())
  clock.advance(32 * DAY_MS)
  assert.equal(await collectDue(deps), 0)
  assert.deepEqual(await statesOf(orderId), ['paid', 'due', 'due'])
})

test('any number of workers charge an instalment once', async () => {
  const orderIds: number[] = []
  for (let n = 0; n < 12; n += 1) orderIds.push(await buy('pm_test_ok'))
  clock.advance(32 * DAY_MS)
  const asked = await Promise.all([collectDue(deps), collectDue(deps), collectDue(deps), collectDue(deps)])
  assert.equal(
    asked.reduce((sum, count) => sum + count, 0),
    orderIds.length,
  )
  for (const orderId of orderIds) {
    const [, second] = await instalmentsOf(orderId)
    assert.deepEqual([second?.debt_status, second?.charged, second?.attempts], ['paid', 1, 1])
  }
})

test('an account without money is tried again on the days of the rule, and then left to the fan', async () => {
  const once = await buy('pm_test_offsession_insufficient_once')
  const always = await buy('pm_test_offsession_insufficient')
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(once), ['paid', 'failed', 'due'])
  clock.advance(3 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(once), ['paid', 'paid', 'due'])
  for (const days of [4, 7]) {
    clock.advance(days * DAY_MS)
    await collectDue(deps)
  }
  const [, second] = await instalmentsOf(always)
  assert.deepEqual([second?.debt_status, second?.attempts, second?.next], ['failed', 4, null])
})

test('a card that is over, stolen or asks for its owner is not tried again by itself', async () => {
  const orderIds = []
  for (const method of ['expired', 'stolen', 'requires_action'])
    orderIds.push(await buy(`pm_test_offsession_${method}`))
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  for (const orderId of orderIds) {
    const [, second] = await instalmentsOf(orderId)
    assert.deepEqual([second?.debt_status, second?.attempts, second?.next], ['failed', 1, null])
  }
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  const thirds = await Promise.all(orderIds.map(async (orderId) => (await instalmentsOf(orderId))[2]))
  // Whom the bank wants to ask this time it need not want to ask the next; the other cards are done with.
  assert.deepEqual(
    thirds.map((third) => [third?.debt_status, third?.attempts]),
    [
      ['due', 0],
      ['due', 0],
      ['failed', 1],
    ],
  )
})

test('an answer that was lost is asked for, and the money taken once', async () => {
  const orderId = await buy('pm_test_offsession_timeout')
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  assert.deepEqual(await statesOf(orderId), ['paid', 'submitted', 'due'])
  assert.equal(await collectDue(deps), 0, 'one attempt at a time')
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  const [, second] = await instalmentsOf(orderId)
  assert.deepEqual([second?.debt_status, second?.charged, second?.attempts], ['paid', 1, 1])
})

test('a process that dies before it asks leaves the charge to the next, under the same key', async () => {
  // Nothing of the plans above is left to be charged.
  clock.advance(100 * DAY_MS)
  await collectDue(deps)
  const orderId = await buy('pm_test_ok')
  clock.advance(32 * DAY_MS)
  const { create } = payments.byName('test')
  const reached = Promise.withResolvers<void>()
  Object.assign(payments.byName('test'), {
    create: () => {
      reached.resolve()
      return new Promise<never>(() => {})
    },
  })
  collectDue(deps).catch(reached.reject)
  await reached.promise
  Object.assign(payments.byName('test'), { create })
  assert.deepEqual(await statesOf(orderId), ['paid', 'submitted', 'due'])
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  const [, second] = await instalmentsOf(orderId)
  assert.deepEqual([second?.debt_status, second?.charged, second?.attempts], ['paid', 1, 1])
})
