import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club

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
