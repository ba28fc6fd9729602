import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf } from '../../../tests/builders/members.ts'
import { lastAudit, lastMessage, messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { masked } from '../../platform/http/guarded-fields.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, member, step, change, seat, type, seatMap, unseat } = membersOf(house, club)
const other = await house.organisation({ name: 'Other Club' })

test('a change is answered, told as member.updated and logged without the person’s data', async () => {
  const newMember = await member({ suburb: 'Pyrmont' })
  house.clock.advance(60_000)
  const changed = await change(newMember, { first_name: 'Grace', suburb: null, auto_renew: 1 })
  const expected = {
    ...newMember,
    first_name: 'Grace',
    suburb: null,
    auto_renew: 1,
    updated_at: newMember.updated_at + 60,
  }
  assert.deepEqual(changed.body, expected)
  const path = `/v1/manage/members/${newMember.membership_member_id}`
  assert.deepEqual((await call('GET', path)).body, { ...expected, tags: [] })
  assert.deepEqual(await lastMessage(house, club), { type: 'member.updated', data: { member: expected } })
  assert.deepEqual(await lastAudit(house, club), {
    action: 'member.changed',
    before: { first_name: '[personal]', suburb: '[personal]', auto_renew: 0, updated_at: newMember.updated_at },
    after: { first_name: '[personal]', suburb: null, auto_renew: 1, updated_at: newMember.updated_at + 60 },
  })
})

test('what follows from payments, fulfilment and seats is not written by hand', async () => {
  const newMember = await member()
  const fields = {
    barcode: 'X',
    membership_member_status_id: 1,
    membership_seat_id: 1,
    membership_fulfilled: 'yes',
    fulfillment_tracking_code: 'X',
    instalments: true,
    membership_order_id: '1',
    created: 1,
  }
  const { status, body } = await change(newMember, fields)
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.errors.map(({ code, param }: { code: string; param: string }) => [code, param]).toSorted(),
    Object.keys(fields)
      .map((name) => ['parameter_unknown', name])
      .toSorted(),
  )
})

test('a change is held to the same values as a new member', async () => {
  const newMember = await member({ member_number: 'M-1' })
  const wrong = { country_id: 1, date_of_birth: '1990-13-01', first_name: null, email_address: 'nobody' }
  const { status, body } = await change(newMember, wrong)
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.errors.map(({ param }: { param: string }) => param).toSorted(),
    Object.keys(wrong).toSorted(),
  )
  assert.equal((await change(newMember, { date_of_birth: '9999-01-01' })).body.error.param, 'date_of_birth')
  assert.equal((await change(await member(), { member_number: 'M-1' })).body.error.code, 'state_conflict')
  assert.equal((await change(newMember, { user_id: 999_999 })).body.error.param, 'user_id')
})

test('a membership is paid, charged back, paid by instalments, cancelled and reinstated', async () => {
  const newMember = await member()
  const steps = ['mark_paid', 'mark_unpaid', 'mark_instalments', 'mark_paid', 'cancel', 'reinstate']
  const statuses: number[] = []
  for (const verb of steps) {
    statuses.push((await step(newMember, verb)).body.membership_member_status_id)
  }
  assert.deepEqual(statuses, [1, 0, 2, 1, 3, 0])
  const messages = await messagesAbout(house, club, 'member', newMember.membership_member_id)
  const updated = 'member.updated'
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['member.created', updated, updated, updated, updated, updated, 'member.cancelled', updated, updated],
  )
  assert.equal((await lastAudit(house, club)).action, 'member.reinstated')
})

test('a member who pays by instalments says so until reinstated', async () => {
  const newMember = await member()
  assert.equal((await step(newMember, 'mark_instalments')).body.instalments, true)
  assert.equal((await step(newMember, 'mark_paid')).body.instalments, true)
  await step(newMember, 'cancel')
  assert.equal((await step(newMember, 'reinstate')).body.instalments, false)
})

test('a step that the state does not allow is refused and leaves no trace', async () => {
  const newMember = await member()
  const before = await lastAudit(house, club)
  for (const verb of ['mark_unpaid', 'reinstate']) {
    const { status, body } = await step(newMember, verb)
    assert.deepEqual([status, body.error.code], [409, 'state_conflict'], verb)
  }
  assert.deepEqual(await lastAudit(house, club), before)
  await step(newMember, 'cancel')
  for (const verb of ['cancel', 'mark_paid', 'mark_unpaid', 'mark_instalments']) {
    assert.equal((await step(newMember, verb)).status, 409, verb)
  }
})

test('two who cancel one member at the same moment cancel it once', async () => {
  const newMember = await member()
  const answers = await Promise.all([step(newMember, 'cancel'), step(newMember, 'cancel'), step(newMember, 'cancel')])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
})

test('a re-issued barcode takes the place of the old one', async () => {
  const newMember = await member()
  const { body } = await step(newMember, 'reissue_barcode')
  assert.notEqual(body.barcode, newMember.barcode)
  assert.deepEqual({ ...body, barcode: newMember.barcode }, newMember)
  const old = await house.sql`
    select 1
    from members
    where org_id = ${club.orgId}
      and barcode = ${newMember.barcode}`
  assert.equal(old.length, 0)
  const { action, before, after } = await lastAudit(house, club)
  assert.deepEqual(
    [action, before, after],
    ['member.barcode_reissued', { barcode: masked(newMember.barcode) }, { barcode: masked(body.barcode) }],
  )
})

test('a member moves to another type, and with a seat not to one of another map’s season, nor to one without', async () => {
  const [ground, annex] = [await seatMap(['1']), await seatMap(['1'])]
  const here = await type({ title: 'Here', season_id: ground.season_id })
  const annexType = await type({ title: 'There', season_id: annex.season_id })
  const anywhere = await type({ title: 'Anywhere' })
  const newMember = await member({ membership_type_id: here.membership_type_id })
  assert.equal((await change(newMember, { membership_type_id: annexType.membership_type_id })).body.type_title, 'There')
  await seat(newMember, annex.seatId(0))
  const refused = await change(newMember, { membership_type_id: here.membership_type_id })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  const seatless = await change(newMember, { membership_type_id: anywhere.membership_type_id })
  assert.deepEqual([seatless.status, seatless.body.error.param], [409, 'membership_type_id'])
  await unseat(newMember)
  assert.equal((await change(newMember, { membership_type_id: anywhere.membership_type_id })).status, 200)
  assert.equal((await change(newMember, { membership_type_id: null })).body.type_title, null)
  const unknown = await change(newMember, { membership_type_id: 999_999 })
  assert.deepEqual([unknown.status, unknown.body.error.param], [404, 'membership_type_id'])
})

test('a change that is none is answered without a message', async () => {
  const newMember = await member()
  const before = await lastAudit(house, club)
  assert.deepEqual((await change(newMember, {})).body, newMember)
  assert.deepEqual(await lastAudit(house, club), before)
})

test('another organisation’s member is not found, whatever one wants of it', async () => {
  const newMember = await member()
  const path = `/v1/manage/members/${newMember.membership_member_id}`
  const verbs = ['mark_paid', 'mark_instalments', 'mark_unpaid', 'cancel', 'reinstate', 'reissue_barcode']
  const requests: [string, string, object?][] = [
    ['GET', path],
    ['PATCH', path, { first_name: 'Eve' }],
    ['PUT', `${path}/seat`, { membership_seat_id: 1 }],
    ['DELETE', `${path}/seat`],
    ...verbs.map((verb): [string, string] => ['POST', `${path}/${verb}`]),
  ]
  for (const [method, address, body] of requests) {
    const { status } = await call(method, address, body ? { body } : {}, other)
    assert.equal(status, 404, `${method} ${address}`)
  }
  assert.deepEqual((await call('GET', path)).body, { ...newMember, tags: [] })
})
