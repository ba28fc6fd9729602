import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf } from '../../../tests/builders/members.ts'
import { lastAudit } from '../../../tests/builders/records.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, create, member, step, seat, unseat, change, type, seatMap } = membersOf(house, club)

test('a member gets a seat, changes it and gives it back', async () => {
  const { seatId } = await seatMap(['1', '2'])
  const newMember = await member()
  const first = await seat(newMember, seatId(0))
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    [first.body.membership_seat_id, first.body.seat_section, first.body.seat_row, first.body.seat_title],
    [seatId(0), 'North', 'A', '1'],
  )
  assert.equal((await lastAudit(house, club)).action, 'member.seat_assigned')
  const second = await seat(newMember, seatId(1))
  assert.equal(second.body.seat_title, '2')
  assert.equal((await seat(await member(), seatId(0))).status, 200, 'the seat that the member left is free')
  const { action, before, after } = await unseat(newMember).then(() => lastAudit(house, club))
  assert.deepEqual(
    [action, before.membership_seat_id, after.membership_seat_id],
    ['member.seat_released', seatId(1), null],
  )
  assert.equal((await unseat(newMember)).body.membership_seat_id, null)
})

test('a seat that a member has is refused as taken, also to a new member', async () => {
  const { seatId } = await seatMap(['1'])
  await seat(await member(), seatId(0))
  const refused = await seat(await member(), seatId(0))
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.param],
    [409, 'seat_taken', 'membership_seat_id'],
  )
  assert.equal((await create({ membership_seat_id: seatId(0) })).body.error.code, 'seat_taken')
})

test('of members who are assigned to one seat at the same moment exactly one gets it', async () => {
  const { seatId } = await seatMap(['1'])
  const crowd = await Promise.all(Array.from({ length: 8 }, () => member()))
  const answers = await Promise.all(crowd.map((one) => seat(one, seatId(0))))
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'seated' : body.error.code))
  assert.deepEqual(outcomes.toSorted(), ['seat_taken', ...Array(6).fill('seat_taken'), 'seated'].toSorted())
})

test('a seat that is blocked while a member is being assigned to it goes to one of the two, never to both', async () => {
  const { seatIds } = await seatMap(['1', '2', '3', '4', '5'])
  for (const id of seatIds) {
    const newMember = await member()
    const [assigned, blocked] = await Promise.all([seat(newMember, id), call('POST', `/v1/manage/seats/${id}/block`)])
    assert.deepEqual([assigned.status, blocked.status].toSorted(), [200, 409])
  }
})

test('a seat that is blocked, archived or on an archived map is not assigned', async () => {
  const { seat_map_id, seatId } = await seatMap(['1', '2'])
  const newMember = await member()
  await call('POST', `/v1/manage/seats/${seatId(0)}/block`)
  const blocked = await seat(newMember, seatId(0))
  assert.deepEqual([blocked.status, blocked.body.error.code], [409, 'state_conflict'])
  assert.equal((await create({ membership_seat_id: seatId(0) })).body.error.code, 'state_conflict')
  const rows = [{ title: 'A', seats: [{ title: '1' }] }]
  const body = { title: 'Ground', sections: [{ title: 'North', rows }] }
  await call('PUT', `/v1/manage/seat_maps/${seat_map_id}`, { body })
  assert.equal((await seat(newMember, seatId(1))).body.error.code, 'state_conflict')
  await call('POST', `/v1/manage/seats/${seatId(0)}/unblock`)
  await call('POST', `/v1/manage/seat_maps/${seat_map_id}/archive`)
  assert.equal((await seat(newMember, seatId(0))).body.error.code, 'state_conflict')
})

test('a member sits on the map of the category, where the category has one', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const { membership_type_id } = await type({}, { membership_seat_map_id: ground.seat_map_id })
  const newMember = await member({ membership_type_id })
  const refused = await seat(newMember, annex.seatId(0))
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  const born = await create({ membership_type_id, membership_seat_id: annex.seatId(0) })
  assert.deepEqual([born.status, born.body.error.code], [409, 'state_conflict'])
  assert.equal((await seat(newMember, ground.seatId(0))).status, 200)
  const free = await member({ membership_type_id: (await type()).membership_type_id })
  assert.equal((await seat(free, annex.seatId(0))).status, 200)
})

test('a category keeps its map, and a type its category, while members sit on it', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const here = await type({}, { membership_seat_map_id: ground.seat_map_id })
  const there = await type({}, { membership_seat_map_id: annex.seat_map_id })
  const newMember = await member({ membership_type_id: here.membership_type_id })
  await seat(newMember, ground.seatId(0))
  const category = `/v1/manage/membership_categories/${here.membership_category_id}`
  const move = { body: { membership_seat_map_id: annex.seat_map_id } }
  assert.equal((await call('PATCH', category, move)).body.error.code, 'state_conflict')
  const path = `/v1/manage/membership_types/${here.membership_type_id}`
  const body = { membership_category_id: there.membership_category_id }
  assert.equal((await call('PATCH', path, { body })).body.error.code, 'state_conflict')
  await step(newMember, 'cancel')
  assert.equal((await call('PATCH', category, move)).status, 200)
})

test('a category whose map changes while a member is being seated ends with both on one map', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const { membership_type_id, membership_category_id } = await type({}, { membership_seat_map_id: ground.seat_map_id })
  const newMember = await member({ membership_type_id })
  const changing = await house.sql.begin(async (tx) => {
    await tx`
      update membership_categories
      set membership_seat_map_id = ${annex.seat_map_id}
      where org_id = ${club.orgId}
        and membership_category_id = ${membership_category_id}`
    const seating = seat(newMember, ground.seatId(0))
    await awaitedLock(house.sql)
    return { seating }
  })
  assert.equal((await changing.seating).body.error.code, 'state_conflict')
})

test('cancelling frees the seat, and a reinstated member has it back only if no other took it', async () => {
  const { seatId } = await seatMap(['1'])
  const [first, second] = [await member(), await member()]
  await seat(first, seatId(0))
  const cancelled = await step(first, 'cancel')
  assert.equal(cancelled.body.membership_seat_id, seatId(0), 'on record')
  const back = await step(first, 'reinstate')
  assert.deepEqual([back.body.membership_member_status_id, back.body.membership_seat_id], [0, seatId(0)])
  await step(first, 'cancel')
  assert.equal((await seat(second, seatId(0))).status, 200)
  const late = await step(first, 'reinstate')
  assert.deepEqual([late.status, late.body.error.code], [409, 'seat_taken'])
  assert.equal((await unseat(first)).status, 200)
  assert.equal((await step(first, 'reinstate')).body.membership_seat_id, null)
})

test('a reinstatement and an assignment at the same moment leave one member in the seat', async () => {
  const { seatIds } = await seatMap(['1', '2', '3', '4', '5'])
  for (const id of seatIds) {
    const [first, second] = [await member({ membership_seat_id: id }), await member()]
    await step(first, 'cancel')
    const answers = await Promise.all([step(first, 'reinstate'), seat(second, id)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.body.error.code, 'seat_taken')
  }
})

test('a reinstated member does not get back a seat that is blocked by now', async () => {
  const { seatId } = await seatMap(['1'])
  const newMember = await member({ membership_seat_id: seatId(0) })
  await step(newMember, 'cancel')
  await call('POST', `/v1/manage/seats/${seatId(0)}/block`)
  const { status, body } = await step(newMember, 'reinstate')
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
})

test('a cancelled member gets no seat, and no member gets one that does not exist', async () => {
  const { seatId } = await seatMap(['1'])
  const newMember = await member()
  const missing = await seat(newMember, 999_999)
  assert.deepEqual([missing.status, missing.body.error.param], [404, 'membership_seat_id'])
  await step(newMember, 'cancel')
  assert.equal((await seat(newMember, seatId(0))).body.error.code, 'state_conflict')
  assert.equal((await change(newMember, { membership_seat_id: seatId(0) })).body.error.code, 'parameter_unknown')
})

test('another organisation’s seat is not found', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  const sections = [{ title: 'N', rows: [{ seats: [{ title: '1' }] }] }]
  const theirs = await call('POST', '/v1/manage/seat_maps', { body: { title: 'Theirs', sections } }, other)
  const list = await call('GET', `/v1/manage/seat_maps/${theirs.body.seat_map_id}/seats`, {}, other)
  assert.equal((await seat(await member(), list.body.data[0].seat_id)).status, 404)
})
