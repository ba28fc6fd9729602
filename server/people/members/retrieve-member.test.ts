import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf } from '../../../tests/builders/members.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, member, seatMap } = membersOf(house, club)
const other = await house.organisation({ name: 'Other Club' })

test('a member is read as it was created, with type, category and seat', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  const newMember = await member({ membership_type_id, membership_seat_id: seatId(0) })
  const { status, body } = await call('GET', `/v1/members/${newMember.membership_member_id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...newMember, tags: [] })
})

test('a member who does not exist, or is another organisation’s, is not found', async () => {
  const { membership_member_id } = await member()
  assert.equal((await call('GET', `/v1/members/${membership_member_id}`, {}, other)).status, 404)
  assert.equal((await call('GET', '/v1/members/999999')).status, 404)
  assert.equal((await call('GET', '/v1/members/abc')).status, 404)
})

test('a key with members:read is enough', async () => {
  const { membership_member_id } = await member()
  const key = await house.key(club.orgId, { scopes: ['members:read'] })
  assert.equal((await call('GET', `/v1/members/${membership_member_id}`, {}, { ...club, key })).status, 200)
})
