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
  const { seatId, membership_type_id } = await seatMap(['1', '2'])
  const newMember = await member({ membership_type_id })
  const first = await seat(newMember, seatId(0))
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    [first.body.membership_seat_id, first.body.seat_section, first.body.seat_row, first.body.seat_title],
    [seatId(0), 'North', 'A', '1'],
  )
  assert.equal((await lastAudit(house, club)).action, 'member.seat_assigned')
  const second = await seat(newMember, seatId(1))
  assert.equal(second.body.seat_title, '2')
  assert.equal(
    (await seat(await member({ membership_type_id }), seatId(0))).status,
    200,
    'the seat that the member left is free',
  )
  const { action, before, after } = await unseat(newMember).then(() => lastAudit(house, club))
  assert.deepEqual(
    [action, before.membership_seat_id, after.membership_seat_id],
    ['member.seat_released', seatId(1), null],
  )
  assert.equal((await unseat(newMember)).body.membership_seat_id, null)
})

test('a seat that a member has is refused as taken, also to a new member', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  await seat(await member({ membership_type_id }), seatId(0))
  const refused = await seat(await member({ membership_type_id }), seatId(0))
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.param],
    [409, 'seat_taken', 'membership_seat_id'],
  )
  assert.equal((await create({ membership_type_id, membership_seat_id: seatId(0) })).body.error.code, 'seat_taken')
})

test('of members who are assigned to one seat at the same moment exactly one gets it', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  const crowd = await Promise.all(Array.from({ length: 8 }, () => member({ membership_type_id })))
  const answers = await Promise.all(crowd.map((one) => seat(one, seatId(0))))
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'seated' : body.error.code))
  assert.deepEqual(outcomes.toSorted(), ['seat_taken', ...Array(6).fill('seat_taken'), 'seated'].toSorted())
})

test('a seat that is blocked while a member is being assigned to it goes to one of the two, never to both', async () => {
  const { seatIds, membership_type_id } = await seatMap(['1', '2', '3', '4', '5'])
  for (const id of seatIds) {
    const newMember = await member({ membership_type_id })
    const [assigned, blocked] = await Promise.all([seat(newMember, id), call('POST', `/v1/manage/seats/${id}/block`)])
    assert.deepEqual([assigned.status, blocked.status].toSorted(), [200, 409])
  }
})

test('a seat that is blocked, archived or of an archived season is not assigned, and the map of a season stays', async () => {
  const { seat_map_id, season_id, seatId, membership_type_id } = await seatMap(['1', '2'])
  const newMember = await member({ membership_type_id })
  await call('POST', `/v1/manage/seats/${seatId(0)}/block`)
  const blocked = await seat(newMember, seatId(0))
  assert.deepEqual([blocked.status, blocked.body.error.code], [409, 'state_conflict'])
  assert.equal((await create({ membership_type_id, membership_seat_id: seatId(0) })).body.error.code, 'state_conflict')
  const rows = [{ title: 'A', seats: [{ title: '1' }] }]
  const body = { title: 'Ground', sections: [{ title: 'North', rows }] }
  await call('PUT', `/v1/manage/seat_maps/${seat_map_id}`, { body })
  assert.equal((await seat(newMember, seatId(1))).body.error.code, 'state_conflict')
  await call('POST', `/v1/manage/seats/${seatId(0)}/unblock`)
  assert.equal((await call('POST', `/v1/manage/seat_maps/${seat_map_id}/archive`)).body.error.code, 'state_conflict')
  await call('POST', `/v1/manage/membership_types/${membership_type_id}/archive`)
  await call('POST', `/v1/manage/seasons/${season_id}/archive`)
  assert.equal((await seat(newMember, seatId(0))).body.error.code, 'state_conflict')
})

test('a member sits on the map of their type’s season, and without a season has no seat', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const { membership_type_id } = ground
  const newMember = await member({ membership_type_id })
  const refused = await seat(newMember, annex.seatId(0))
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  const born = await create({ membership_type_id, membership_seat_id: annex.seatId(0) })
  assert.deepEqual([born.status, born.body.error.code], [409, 'state_conflict'])
  assert.equal((await seat(newMember, ground.seatId(0))).status, 200)
  const free = await member({ membership_type_id: (await type()).membership_type_id })
  const unseated = await seat(free, annex.seatId(0))
  assert.deepEqual([unseated.status, unseated.body.error.code], [409, 'state_conflict'], unseated.text)
})

test('a type keeps its season while members have seats in it, and a category the map of its types’ seasons', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const newMember = await member({ membership_type_id: ground.membership_type_id })
  await seat(newMember, ground.seatId(0))
  const path = `/v1/manage/membership_types/${ground.membership_type_id}`
  const { membership_category_id } = (await call('GET', path)).body
  const move = { body: { membership_seat_map_id: annex.seat_map_id } }
  const category = `/v1/manage/membership_categories/${membership_category_id}`
  assert.equal((await call('PATCH', category, move)).body.error.code, 'state_conflict')
  assert.equal((await call('PATCH', path, { body: { season_id: annex.season_id } })).body.error.code, 'state_conflict')
  assert.equal((await call('PATCH', path, { body: { season_id: null } })).body.error.code, 'state_conflict')
  await step(newMember, 'cancel')
  assert.equal((await call('PATCH', path, { body: { season_id: null } })).status, 200)
  assert.equal((await call('PATCH', category, move)).status, 200)
  assert.equal((await call('PATCH', path, { body: { season_id: annex.season_id } })).status, 200)
})

test('a type whose season changes while a member is being seated ends with the member in one season', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const { membership_type_id } = ground
  const newMember = await member({ membership_type_id })
  const changing = await house.sql.begin(async (tx) => {
    await tx`
      update membership_types
      set season_id = ${annex.season_id}
      where org_id = ${club.orgId}
        and membership_type_id = ${membership_type_id}`
    const seating = seat(newMember, ground.seatId(0))
    await awaitedLock(house.sql)
    return { seating }
  })
  assert.equal((await changing.seating).body.error.code, 'state_conflict')
})

test('in the next season a seat has another member beside this season’s', async () => {
  const { seat_map_id, seatId, membership_type_id } = await seatMap(['1'])
  const next = { title: 'Next', seat_map_id, first_day: '2031-07-01', last_day: '2032-06-30' }
  const { body: season } = await call('POST', '/v1/manage/seasons', { body: next })
  const nextType = await type({ season_id: season.season_id })
  const [first, second] = [
    await member({ membership_type_id }),
    await member({ membership_type_id: nextType.membership_type_id }),
  ]
  assert.equal((await seat(first, seatId(0))).status, 200)
  assert.equal((await seat(second, seatId(0))).status, 200)
  const renewed = await change(first, { membership_type_id: nextType.membership_type_id })
  assert.deepEqual([renewed.status, renewed.body.error?.code], [409, 'seat_taken'])
  await unseat(second)
  assert.equal((await change(first, { membership_type_id: nextType.membership_type_id })).status, 200)
  assert.equal((await seat(second, seatId(0))).body.error?.code, 'seat_taken')
})

test('cancelling frees the seat, and a reinstated member has it back only if no other took it', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  const [first, second] = [await member({ membership_type_id }), await member({ membership_type_id })]
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
  const { seatIds, membership_type_id } = await seatMap(['1', '2', '3', '4', '5'])
  for (const id of seatIds) {
    const [first, second] = [
      await member({ membership_type_id, membership_seat_id: id }),
      await member({ membership_type_id }),
    ]
    await step(first, 'cancel')
    const answers = await Promise.all([step(first, 'reinstate'), seat(second, id)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.body.error.code, 'seat_taken')
  }
})

test('a reinstated member does not get back a seat that is blocked by now', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  const newMember = await member({ membership_type_id, membership_seat_id: seatId(0) })
  await step(newMember, 'cancel')
  await call('POST', `/v1/manage/seats/${seatId(0)}/block`)
  const { status, body } = await step(newMember, 'reinstate')
  assert.deepEqual([status, body.error.code], [409, 'state_conflict'])
})

test('a cancelled member gets no seat, and no member gets one that does not exist', async () => {
  const { seatId, membership_type_id } = await seatMap(['1'])
  const newMember = await member({ membership_type_id })
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
  const { membership_type_id } = await seatMap(['1'])
  assert.equal((await seat(await member({ membership_type_id }), list.body.data[0].seat_id)).status, 404)
})
