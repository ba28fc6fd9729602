import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'

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
    select paid_minor, membership_order_status
    from membership_orders
    where org_id = ${club.orgId}
      and membership_order_id = ${orderId}`
  assert.deepEqual({ ...order }, { paid_minor: 3000, membership_order_status: 'confirmed' })
})

test('the last two instalments, paid at the same moment, leave the member paid and nothing counted twice', async () => {
  const { ids, memberId, orderId } = await addInstalments(house, club, 2)
  const answers = await Promise.all([...ids, ...ids].map((id) => record(id, 'payment')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
  assert.equal(await statusOf(memberId), 1)
  const [order] = await house.sql`
    select paid_minor
    from membership_orders
    where org_id = ${club.orgId}
      and membership_order_id = ${orderId}`
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

test('renewing moves the end, forward only, and says so', async () => {
  const memberId = await addMember(house, club, { membership_member_status_id: 1 })
  const renew = (expires: number) =>
    house.call('POST', `/v1/manage/members/${memberId}/renew`, { key, body: { expires } })
  const end = 4_000_000_000
  const renewed = await renew(end)
  assert.deepEqual([renewed.status, renewed.body.expires, renewed.body.membership_member_status_id], [200, end, 1])
  assert.equal((await renew(end)).body.error.param, 'expires')
  assert.equal((await renew(1_000_000_000)).status, 400)
  await house.call('POST', `/v1/manage/members/${memberId}/cancel`, { key })
  assert.equal((await renew(end + 1)).body.error.code, 'state_conflict')
  const rows = await messagesAbout(house, club, 'member', memberId)
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['member.renewed', 'member.updated', 'member.cancelled', 'member.updated'],
  )
})

test('who renews is to be sent the new card: not fulfilled, and without the old parcel’s code', async () => {
  const memberId = await addMember(house, club, { membership_member_status_id: 1 })
  const members = [{ membership_member_id: memberId, fulfillment_tracking_code: 'AP-2025' }]
  await house.call('POST', '/v1/members/fulfillments', { key, body: { members } })
  const body = { expires: 4_000_000_000 }
  const renewed = (await house.call('POST', `/v1/manage/members/${memberId}/renew`, { key, body })).body
  assert.deepEqual([renewed.membership_fulfilled, renewed.fulfillment_tracking_code], ['no', null])
  const told = await messagesAbout(house, club, 'member', memberId)
  assert.equal(told.at(-1)?.payload.data.member.membership_fulfilled, 'no')
})
