import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club

const record = (id: number | undefined, verb: string) =>
  house.call('POST', `/v1/manage/instalments/${id}/record_${verb}`, { key })
const statusOf = async (memberId: number) =>
  (await house.call('GET', `/v1/members/${memberId}`, { key })).body.membership_member_status_id

test('the first instalment makes a member one who pays by instalments, and the last one makes them paid', async () => {
  const { ids, memberId, orderId } = await addInstalments(house, club, 3)
  assert.equal(await statusOf(memberId), 0)
  const first = await record(ids[0], 'payment')
  assert.deepEqual([first.status, first.body.status, first.body.amount], [200, 'paid', 10])
  assert.equal(await statusOf(memberId), 2)
  await record(ids[2], 'payment')
  assert.equal(await statusOf(memberId), 2)
  await record(ids[1], 'payment')
  assert.equal(await statusOf(memberId), 1)
  const [order] = await house.sql`
    select paid_minor, order_status
    from orders
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  assert.deepEqual({ ...order }, { paid_minor: 3000, order_status: 'confirmed' })
})

test('the last two instalments, paid at the same moment, leave the member paid and nothing counted twice', async () => {
  const { ids, memberId, orderId } = await addInstalments(house, club, 2)
  const answers = await Promise.all([...ids, ...ids].map((id) => record(id, 'payment')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
  assert.equal(await statusOf(memberId), 1)
  const [order] = await house.sql`
    select paid_minor
    from orders
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  assert.equal(order?.paid_minor, 2000)
})

test('what is paid late for a season before leaves a member alone whose present order is another', async () => {
  const { ids, memberId } = await addInstalments(house, club)
  const { orderId: present } = await addInstalments(house, club)
  await house.sql`
    update members
    set membership_order_id = ${present}
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  assert.equal((await record(ids[0], 'payment')).status, 200)
  assert.equal(await statusOf(memberId), 0)
})

test('a failure is counted, makes it overdue when its day has passed, and does not keep it from being paid', async () => {
  const { ids } = await addInstalments(house, club)
  house.clock.advance(1000)
  const failed = await record(ids[0], 'failure')
  assert.deepEqual([failed.body.status, failed.body.attempts, failed.body.overdue], ['failed', 1, true])
  assert.equal((await record(ids[0], 'payment')).status, 200)
  assert.equal((await record(ids[0], 'failure')).body.error.code, 'state_conflict')
})

test('membership_order_id is the order’s own: it shows its memberships beside its tickets, and staff find it', async () => {
  const { ids, memberId, orderId } = await addInstalments(house, club, 2)
  const shown = await house.call('GET', `/v1/orders/${orderId}`, { key })
  assert.equal(shown.status, 200, shown.text)
  assert.deepEqual([shown.body.order_status, shown.body.event_id, shown.body.tickets], ['pending', null, []])
  assert.deepEqual(
    shown.body.memberships.map((line: Record<string, unknown>) => [
      line.membership_member_id,
      line.price,
      line.first_name,
    ]),
    [[memberId, 20, 'Ada']],
  )
  const managed = await house.call('GET', `/v1/manage/orders/${orderId}`, { key })
  assert.deepEqual(managed.body.memberships, shown.body.memberships)
  const listed = await house.call('GET', `/v1/manage/orders?search=${orderId}`, { key })
  assert.deepEqual([listed.body.data.length, listed.body.data[0].event_id], [1, null])
  const [instalment] = (await house.call('GET', '/v1/manage/instalments', { key })).body.data.filter(
    (part: { instalment_id: number }) => part.instalment_id === ids[0],
  )
  assert.equal(instalment.membership_order_id, orderId)
})

test('the first payment completes the order, once, and the books add up', async () => {
  const { ids, orderId } = await addInstalments(house, club, 2)
  for (const id of ids) await record(id, 'payment')
  const told = await messagesAbout(house, club, 'order', orderId)
  assert.deepEqual(
    told.map(({ type, payload }) => [type, payload.data.order.order_status, payload.data.order.memberships.length]),
    [['order.completed', 'confirmed', 1]],
  )
  assert.equal(told[0]?.payload.data.fan.user_id, told[0]?.payload.data.order.user_id)
  const order = (await house.call('GET', `/v1/orders/${orderId}`, { key })).body
  assert.deepEqual([order.payment_method, order.total], ['instalments', 20])
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  await house.sql`update orders set paid_minor = 1000 where org_id = ${club.orgId} and order_id = ${orderId}`
  const [difference] = await auditBooks(club.orgId, house.sql)
  assert.deepEqual([difference?.field, difference?.stored, difference?.counted], ['paid_minor', 1000, 2000])
  await house.sql`update orders set paid_minor = 2000 where org_id = ${club.orgId} and order_id = ${orderId}`
})

test('of a membership so much goes back as staff say, after what is still owed; cancelling the order cancels its members', async () => {
  const { ids, orderId, memberId } = await addInstalments(house, club, 3)
  await record(ids[0], 'payment')
  await record(ids[1], 'payment')
  const refund = (body: object) => house.call('POST', `/v1/manage/orders/${orderId}/refunds`, { key, body })
  assert.deepEqual([(await refund({})).status, (await refund({ amount: 30.01 })).status], [409, 409])
  const { status, body } = await refund({ amount: 12 })
  assert.deepEqual([status, body.amount, body.refund_status], [201, 2, 'pending'], 'ten were owed still')
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  const cancel = (sent: object) => house.call('POST', `/v1/manage/orders/${orderId}/cancel`, { key, body: sent })
  assert.equal((await cancel({ refund: true })).status, 409)
  const cancelled = await cancel({ refund: true, amount: 5 })
  assert.deepEqual([cancelled.body.order.order_status, cancelled.body.refund.amount], ['cancelled', 5], cancelled.text)
  assert.equal(await statusOf(memberId), 3)
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})
