import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { priceId } = await addOffer(house, club, { capacity: 1000 })
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType()
const automatic = await addOption({ collection: 'automatic' })
const CODE = 'customer_has_open_items'

const call = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body && { body }) })
async function done(method: string, path: string, body?: object) {
  const { status, body: answer, text } = await call(method, path, body)
  assert.ok(status < 300, `${path}: ${text}`)
  return answer
}

type Fan = { reference: string; userId: number; orderId: number; email: string }
async function fanOf(email: string, orderId: number): Promise<Fan> {
  const { body } = await house.call('GET', `/v1/customers?search=${email}`, { key: club.key })
  return { reference: body.data[0].org_customer_id, userId: body.data[0].user_id, orderId, email }
}

const newBuyer = () => ({ email: `fan-${crypto.randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Okafor' })
async function sell(payment_method: 'cash' | 'invoice'): Promise<Fan> {
  const customer = newBuyer()
  const { order_id } = await done('POST', 'orders', {
    items: [{ price_id: priceId, quantity: 1 }],
    payment_method,
    customer,
  })
  return fanOf(customer.email, order_id)
}
/** On three instalments of 33.34 and twice 33.33, the first of which is paid. */
async function join(): Promise<Fan & { memberId: number }> {
  const items = [{ membership_type_id: typeId, membership_payment_option_id: automatic, member: grace }]
  const { body: basket } = await shop.open({ items })
  const customer = newBuyer()
  const { body } = await shop.checkOut(basket.id, { payment_method: 'pm_test_ok', customer })
  const [plan] = await sql<{ membership_member_id: number }[]>`
    select membership_member_id
    from membership_plans
    where org_id = ${club.orgId}
      and order_id = ${body.order_id}`
  return { ...(await fanOf(customer.email, body.order_id)), memberId: plan?.membership_member_id ?? 0 }
}
/** Sold for cash, and paid back by hand, which is not done yet. */
async function owedTo(): Promise<Fan> {
  const fan = await sell('cash')
  await done('POST', `orders/${fan.orderId}/refunds`, { amount: 15 })
  return fan
}
async function credited(): Promise<Fan> {
  const fan = await sell('cash')
  await done('POST', 'credits', { user_id: fan.userId, amount: 7.5, currency: 'AUD', reason: 'rain' })
  return fan
}

const erase = ({ reference }: Pick<Fan, 'reference'>, body: object = {}) =>
  call('POST', `customers/${reference}/erase`, body)
const openItems = ({ reference }: Pick<Fan, 'reference'>) => done('GET', `customers/${reference}/open_items`)
const sums = (changed: object) => ({
  ...{ currency: 'AUD', owed_by_customer: 0, being_collected: 0, owed_to_customer: 0, credit: 0 },
  ...changed,
})
const debtsOf = async ({ userId }: Fan) => {
  const rows = await sql<{ debt_status: string }[]>`
    select debt_status
    from debts
    where org_id = ${club.orgId}
      and user_id = ${userId}
    order by debt_id`
  return rows.map(({ debt_status }) => debt_status)
}
const isErased = async ({ userId }: Fan) => {
  const [row] = await sql<{ erased: boolean }[]>`
    select erased_at is not null as erased
    from customers
    where org_id = ${club.orgId}
      and user_id = ${userId}`
  return row?.erased
}
const audited = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

test('a customer with nothing open is erased as before, and the sums say that there is nothing', async () => {
  const fan = await sell('cash')
  assert.deepEqual(await openItems(fan), { user_id: fan.userId, sums: [], unpaid_memberships: 0 })
  assert.equal((await erase(fan)).status, 200)
  assert.equal(await isErased(fan), true)
})

const OPEN: Record<string, { fan: () => Promise<Fan>; open: object }> = {
  'owes for an invoice': { fan: () => sell('invoice'), open: { owed_by_customer: 27.2 } },
  'is owed a refund': { fan: owedTo, open: { owed_to_customer: 15 } },
  'has credit': { fan: credited, open: { credit: 7.5 } },
}
for (const [name, { fan: make, open }] of Object.entries(OPEN)) {
  test(`a customer who ${name} is not erased before staff say what becomes of it, and the refusal has the sums`, async () => {
    const fan = await make()
    assert.deepEqual((await openItems(fan)).sums, [sums(open)])
    const { status, body } = await erase(fan)
    assert.deepEqual([status, body.error.code, body.error.sums], [409, CODE, [sums(open)]])
    assert.equal(await isErased(fan), false)
    const rest = { owed_by_customer: 'write_off', owed_to_customer: 'write_off', credit: 'withdraw' }
    const field = { owed_by_customer: 'owed_by_customer', owed_to_customer: 'owed_to_customer', credit: 'credit' }
    const [key = ''] = Object.keys(field).filter((each) => each in open)
    assert.equal((await erase(fan, { ...rest, [key]: 'settle_first' })).status, 409, 'by a choice for something else')
    const taken = await erase(fan, { [key]: rest[key as keyof typeof rest] })
    assert.equal(taken.status, 200, taken.text)
    assert.equal(await isErased(fan), true)
    const left = await openItems({ reference: taken.body.org_customer_id })
    assert.deepEqual(left.sums, [])
    await audited()
  })
}

test('what is owed to the customer is paid out with the erasure, under the reference of the transfer', async () => {
  const fan = await owedTo()
  const without = await erase(fan, { owed_to_customer: 'pay_out' })
  assert.deepEqual([without.status, without.body.error.param], [400, 'reference'])
  const { status, text } = await erase(fan, { owed_to_customer: 'pay_out', reference: 'RE 12' })
  assert.equal(status, 200, text)
  assert.deepEqual(await debtsOf(fan), ['paid'])
  const [refund] = await sql<{ refund_status: string }[]>`
    select r.refund_status
    from refunds r
    join debts d on d.org_id = ${club.orgId} and d.refund_id = r.refund_id
    where r.org_id = ${club.orgId}
      and d.user_id = ${fan.userId}`
  assert.equal(refund?.refund_status, 'succeeded')
  await audited()
})

test('a member of an erased customer does not stay in instalments, and is charged no more', async () => {
  const fan = await join()
  assert.deepEqual(await openItems(fan), {
    user_id: fan.userId,
    sums: [sums({ owed_by_customer: 66.66 })],
    unpaid_memberships: 1,
  })
  assert.equal((await erase(fan)).body.error.code, CODE)
  const { status, text } = await erase(fan, { owed_by_customer: 'write_off', reason: 'asked to be forgotten' })
  assert.equal(status, 200, text)
  assert.equal((await done('GET', `members/${fan.memberId}`)).membership_member_status_id, 3)
  assert.deepEqual(await debtsOf(fan), ['paid', 'waived', 'waived'])
  for (let day = 0; day < 96; day += 8) {
    clock.advance(8 * DAY_MS)
    await collectDue(deps)
  }
  assert.deepEqual(await debtsOf(fan), ['paid', 'waived', 'waived'])
  await audited()
})

test('nothing that a payment is just collecting is written off: the erasure waits for its end', async () => {
  const fan = await join()
  await sql`
    update debts d
    set attempted_minor = 1, attempt_payment_id = (
      select max(p.payment_id)
      from payments p
      where p.org_id = ${club.orgId}
    )
    where d.org_id = ${club.orgId}
      and d.user_id = ${fan.userId}
      and d.instalment_number = 2`
  const { status, body } = await erase(fan, { owed_by_customer: 'write_off' })
  assert.deepEqual([status, body.error.code, body.error.sums[0].being_collected], [409, CODE, 0.01])
  await sql`
    update debts
    set attempted_minor = 0, attempt_payment_id = null
    where org_id = ${club.orgId}
      and user_id = ${fan.userId}`
})

test('who may erase but not let money go can do neither with what is open', async () => {
  const fan = await sell('invoice')
  const key = await house.key(club.orgId, { scopes: ['customers:manage'] })
  const { status, body } = await call(
    'POST',
    `customers/${fan.reference}/erase`,
    { owed_by_customer: 'write_off' },
    key,
  )
  assert.deepEqual([status, body.error.code], [403, 'scope_missing'])
  const other = await house.organisation()
  assert.equal((await call('GET', `customers/${fan.reference}/open_items`, undefined, other.key)).status, 404)
})

test('whom a duplicate owes and what it is owed goes to the customer that it is merged with, with plans and mandates', async () => {
  const [keeper, fan] = [await sell('cash'), await join()]
  await done('POST', 'credits', { user_id: fan.userId, amount: 7.5, currency: 'AUD', reason: 'rain' })
  const before = await openItems(fan)
  await done('POST', `customers/${keeper.reference}/merge`, { duplicate_customer_id: fan.reference })
  assert.deepEqual(await openItems(keeper), { ...before, user_id: keeper.userId })
  for (let day = 0; day < 72; day += 8) {
    clock.advance(8 * DAY_MS)
    await collectDue(deps)
  }
  assert.deepEqual((await openItems(keeper)).sums, [sums({ credit: 7.5 })], 'what was agreed is charged on its days')
  await audited()
})
