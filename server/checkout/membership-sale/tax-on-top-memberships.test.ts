import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { renewalsOf } from '../../../tests/builders/renewals.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { renewDue } from '../renewals/renew-due.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql } = house
const { key } = club
const { addType, addOption } = membershipsOf(house, club)
const { addRenewingType, join, announce, list, passDays, manage } = renewalsOf(house, club)
const percentages = [{ valid_from: '2010-07-01', percentage: 13 }]
const hst = await addTaxRate(house, club, { title: 'HST', country: 'CA', percentages })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])
type Amounts = { amount: number }[]

test('instalments are parts of what a membership costs with its tax', async () => {
  const membership_type_id = await addType({ tax_rate_id: hst, price: 99.99 })
  const membership_payment_option_id = await addOption()
  const { body: offered } = await house.call('GET', '/v1/storefront/memberships', { key })
  const onSale = offered.data.find(
    (each: { membership_type_id: number }) => each.membership_type_id === membership_type_id,
  )
  assert.deepEqual([onSale.price, onSale.tax, onSale.payment_options[0].due_now], [99.99, 13, 37.67])
  const item = { membership_type_id, membership_payment_option_id, member: grace }
  const { body: basket } = await shop.open({ items: [item] })
  const [line] = basket.memberships
  assert.deepEqual([line.tax, line.total, line.due_now], [13, 112.99, 37.67])
  assert.deepEqual(
    line.instalments.map(({ amount }: { amount: number }) => amount),
    [37.67, 37.66, 37.66],
  )
  assert.deepEqual([basket.tax, basket.total, basket.due_now], [13, 112.99, 37.67])
  const { body: order } = await shop.checkOut(basket.id)
  assert.deepEqual([order.status, order.tax, order.total, order.owed_amount], ['confirmed', 13, 112.99, 75.32])
  const { body: plan } = await house.call('GET', `/v1/manage/instalments?membership_order_id=${order.order_id}`, {
    key,
  })
  assert.deepEqual(
    (plan.data as Amounts).map(({ amount }) => amount),
    [37.67, 37.66, 37.66],
  )
  await isClean()
})

test('who leaves gets back what was paid with its tax, and owes nothing of either', async () => {
  const membership_type_id = await addType({
    ...{ tax_rate_id: hst, price: 99.99 },
    ...{ cancellation: 'full_until', cancellation_until: '2099-01-01' },
  })
  const { body: basket } = await shop.open({
    items: [{ membership_type_id, membership_payment_option_id: await addOption(), member: grace }],
  })
  const { body: order } = await shop.checkOut(basket.id)
  const memberId = order.memberships[0].membership_member_id
  const left = await house.call('POST', `/v1/manage/members/${memberId}/cancellation`, { key, body: {} })
  const { total, returned, cancelled_amount, refund_amount, owed_amount } = left.body
  assert.deepEqual(
    [total, returned, cancelled_amount, refund_amount, owed_amount],
    [112.99, 112.99, 75.32, 37.67, 0],
    left.text,
  )
  const [row] = await sql<{ taxes: object[]; returned_taxes: { shares: { tax_minor: number }[] } }[]>`
    select taxes, returned_taxes
    from orders
    where org_id = ${club.orgId}
      and order_id = ${order.order_id}`
  assert.equal(row?.returned_taxes.shares[0]?.tax_minor, 1300)
  await isClean()
})

test('an upgrade is taxed on top of the difference', async () => {
  const from = await addType({ tax_rate_id: hst, price: 50 })
  const to = await addType({ tax_rate_id: hst, price: 80 })
  const { body: basket } = await shop.open({ items: [{ membership_type_id: from, member: grace }] })
  const { body: order } = await shop.checkOut(basket.id)
  const membership_member_id = order.memberships[0].membership_member_id
  const sale = { items: [{ membership_type_id: to, membership_member_id, upgrade: true }], payment_method: 'cash' }
  const { body: upgraded, text } = await house.call('POST', '/v1/manage/orders', {
    key,
    body: { ...sale, membership_member_id },
  })
  assert.deepEqual([upgraded.subtotal, upgraded.tax, upgraded.total], [30, 3.9, 33.9], text)
  await isClean()
})

/** What was charged for a member's orders, in order. */
const paidFor = async (memberId: number) => {
  const rows = await sql<{ amount_minor: number }[]>`
    select p.amount_minor
    from payments p
    join order_lines l on l.org_id = ${club.orgId} and l.order_id = p.order_id
    where p.org_id = ${club.orgId}
      and l.membership_member_id = ${memberId}
      and p.payment_status = 'succeeded'
    order by p.payment_id`
  return rows.map(({ amount_minor }) => amount_minor)
}

test('a renewal is announced with its tax, and charged as it was announced', async () => {
  const typeId = await addRenewingType({ tax_rate_id: hst })
  const memberId = await join(typeId)
  passDays(340)
  await announce()
  const [announced] = await list(memberId)
  assert.deepEqual([announced.price, announced.tax], [100, 13])
  passDays(19)
  await renewDue(deps)
  const [renewed] = await list(memberId)
  assert.equal(renewed.status, 'renewed', JSON.stringify(renewed))
  assert.deepEqual(await paidFor(memberId), [11_300, 11_300])
  await isClean()
})

test('a renewal whose tax is more than its notice says is not charged', async () => {
  const rate = await addTaxRate(house, club, { title: 'HST', country: 'CA', percentages })
  const typeId = await addRenewingType({ tax_rate_id: rate })
  const memberId = await join(typeId)
  passDays(340)
  await announce()
  await manage('PATCH', `tax_rates/${rate}`, {
    title: 'HST',
    percentages: [{ valid_from: '2010-07-01', percentage: 15 }],
  })
  passDays(19)
  await renewDue(deps)
  const [renewal] = await list(memberId)
  assert.deepEqual([renewal.status, renewal.reason], ['failed', 'not_possible'])
  assert.deepEqual(await paidFor(memberId), [11_300])
  await isClean()
})
