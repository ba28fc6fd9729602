import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { membersOf } from '../../../tests/builders/members.ts'
import { lastAudit, messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { masked } from '../../platform/http/guarded-fields.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { isMemberCode, unusedCode } from './member-code.ts'

const house = await openHouse()
const club = await house.organisation()
const { call, userId, create, member, type, seatMap } = membersOf(house, club)
const other = await house.organisation({ name: 'Other Club' })

test('a new member is unpaid and not fulfilled, with a number and a barcode of its own', async () => {
  const user_id = await userId()
  const form = { user_id, first_name: 'Ada', last_name: 'Okafor' }
  const { status, body, text } = await call('POST', '/v1/members', { form })
  assert.equal(status, 201, text)
  const { member_id, membership_member_id, member_number, barcode, person_id, ...rest } = body
  assert.equal(member_id, String(membership_member_id))
  assert.ok(isMemberCode(member_number) && isMemberCode(barcode) && member_number !== barcode)
  assert.match(person_id, /^per_/)
  const now = unixSeconds(house.clock())
  assert.deepEqual(rest, {
    membership_category_id: null,
    category_title: null,
    membership_type_id: null,
    type_title: null,
    membership_member_status_id: 0,
    membership_seat_id: null,
    seat_section: null,
    seat_block: null,
    seat_aisle: null,
    seat_row: null,
    seat_level: null,
    seat_gate: null,
    seat_title: null,
    user_id,
    first_name: 'Ada',
    last_name: 'Okafor',
    date_of_birth: null,
    created: now,
    updated_at: now,
    expires: null,
    auto_renew: 0,
    gender: null,
    company_name: null,
    address: null,
    address2: null,
    suburb: null,
    state: null,
    postcode: null,
    country_id: null,
    mobile_number: null,
    email_address: null,
    membership_order_id: null,
    marketing_emails: false,
    membership_fulfilled: 'no',
    fulfillment_tracking_code: null,
    instalments: false,
    season_id: null,
    season_title: null,
    open_amount: 0,
    next_due: null,
  })
})

test('a member created with three fields shows the customer’s own e-mail address, number and postcode', async () => {
  const contact = { email_address: 'ada@example.org', mobile_number: '+61 400 000 001', postcode: '2000' }
  const { userId: user_id } = await addCustomer(house, club, contact)
  const { email_address, mobile_number, postcode } = await member({ user_id, first_name: 'Ada', last_name: 'Okafor' })
  assert.deepEqual({ email_address, mobile_number, postcode }, contact)
  const ben = await member({ user_id, first_name: 'Ben', last_name: 'Okafor', email_address: null, postcode: '3000' })
  assert.deepEqual([ben.email_address, ben.mobile_number, ben.postcode], [null, contact.mobile_number, '3000'])
})

test('a person has one person_id in all their memberships, and no two people of one customer share one', async () => {
  const user_id = await userId()
  const first = await member({ user_id, first_name: 'Ada', last_name: 'Okafor' })
  const second = await member({ user_id, first_name: 'ada', last_name: 'OKAFOR' })
  const child = await member({ user_id, first_name: 'Ben', last_name: 'Okafor' })
  const namesake = await member({ user_id: await userId(), first_name: 'Ada', last_name: 'Okafor' })
  assert.equal(second.person_id, first.person_id)
  assert.equal(new Set([first, child, namesake].map(({ person_id }) => person_id)).size, 3)
  const referred = await member({ user_id, first_name: 'Cleo', last_name: 'Okafor', person_id: 'P-77' })
  assert.equal(referred.person_id, 'P-77')
  assert.equal((await member({ user_id, first_name: 'Cleo', last_name: 'Okafor' })).person_id, 'P-77')
})

test('every writable field can be given at once, with the type and a seat', async () => {
  const { seat_map_id, season_id, seatId } = await seatMap(['1'])
  const { membership_type_id } = await type(
    { expires: '2026-06-30', season_id },
    { membership_seat_map_id: seat_map_id },
  )
  const fields = {
    member_number: 'M-1',
    person_id: 'P-1',
    membership_type_id,
    date_of_birth: '1990-02-28',
    auto_renew: 1,
    gender: 'x',
    company_name: 'Acme',
    address: '1 High St',
    address2: 'Unit 2',
    suburb: 'Pyrmont',
    state: 'NSW',
    postcode: '2009',
    country_id: 36,
    mobile_number: '+61 400 000 000',
    email_address: 'ada@example.org',
    marketing_emails: true,
  }
  const newMember = await member({ ...fields, membership_seat_id: seatId(0) })
  const seat = {
    seat_section: 'North',
    seat_aisle: '7',
    seat_row: 'A',
    seat_level: '2',
    seat_gate: 'G1',
    seat_title: '1',
  }
  for (const [name, value] of Object.entries({ ...fields, ...seat, type_title: 'Adult', category_title: 'Season' })) {
    assert.equal(newMember[name], value, name)
  }
  assert.equal(newMember.expires, Date.parse('2026-07-01T00:00:00+10:00') / 1000, 'the type ends, on the club’s clock')
  assert.equal((await member({ membership_type_id, expires: 1_900_000_000 })).expires, 1_900_000_000)
  assert.equal((await member({ membership_type_id, expires: null })).expires, null)
})

test('a new member raises member.created with the member, and member.updated beside it, and an audit row that keeps the person’s data to itself', async () => {
  const newMember = await member({ date_of_birth: '1990-02-28', email_address: 'ada@example.org' })
  const [message, copy] = await messagesAbout(house, club, 'member', newMember.membership_member_id)
  assert.deepEqual([message?.type, message?.payload.data], ['member.created', { member: newMember }])
  assert.deepEqual([copy?.type, copy?.payload.data], ['member.updated', { member: newMember }])
  const log = await lastAudit(house, club)
  assert.equal(log.action, 'member.created')
  assert.deepEqual(
    [log.after.first_name, log.after.date_of_birth, log.after.email_address, log.after.barcode],
    ['[personal]', '[personal]', '[personal]', masked(newMember.barcode)],
  )
})

test('members created at the same moment have numbers and barcodes that differ', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  const codes = answers.flatMap(({ body }) => [body.member_number, body.barcode])
  assert.equal(new Set(codes).size, 40)
})

test('a code that another member has is passed over', async () => {
  const { barcode } = await member()
  assert.equal(await unusedCode(club.orgId, house.sql, 'barcode', [barcode, 'FREE', 'SPARE']), 'FREE')
})

test('a number that another member has is refused; another organisation may use it', async () => {
  await member({ member_number: 'N-7' })
  const again = await create({ member_number: 'N-7' })
  assert.deepEqual(
    [again.status, again.body.error.code, again.body.error.param],
    [409, 'state_conflict', 'member_number'],
  )
  assert.equal((await create({ member_number: 'N-7' }, other)).status, 201)
})

test('a customer who does not exist, or is another organisation’s, is not found', async () => {
  for (const user_id of [999_999, '999999', await userId(other)]) {
    const { status, body } = await create({ user_id })
    assert.deepEqual([status, body.error.code, body.error.param], [404, 'resource_missing', 'user_id'])
  }
  const lettered = await create({ user_id: 'abc' })
  assert.equal(lettered.body.error.message, 'user_id must match the pattern ^[0-9]{1,15}$.')
  assert.equal((await create({ user_id: true })).status, 400)
})

test('a type or a seat of another organisation is not found, and an archived type takes no members', async () => {
  const missing = await create({ membership_type_id: 999_999 })
  assert.deepEqual([missing.status, missing.body.error.param], [404, 'membership_type_id'])
  const seat = await create({ membership_seat_id: 999_999 })
  assert.deepEqual([seat.status, seat.body.error.param], [404, 'membership_seat_id'])
  const { membership_type_id } = await type()
  assert.equal((await create({ membership_type_id }, other)).status, 404)
  await call('POST', `/v1/manage/membership_types/${membership_type_id}/archive`)
  const archived = await create({ membership_type_id })
  assert.deepEqual([archived.status, archived.body.error.param], [409, 'membership_type_id'])
})

test('values that only a table of the world knows are refused by name, all in one answer', async () => {
  const wrong = {
    first_name: '',
    date_of_birth: '2026-02-30',
    country_id: 999,
    auto_renew: 2,
    expires: -1,
    email_address: 'nobody',
    barcode: 'MINE',
    membership_member_status_id: 1,
  }
  const { status, body } = await create(wrong)
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.errors.map(({ param }: { param: string }) => param).toSorted(),
    Object.keys(wrong).toSorted(),
  )
})

test('no member is born tomorrow, on the calendar of the club, nor before 1850', async () => {
  house.clock.set(new Date('2026-03-13T20:00:00Z'))
  assert.equal((await create({ date_of_birth: '2026-03-14' })).status, 201, 'today in Sydney')
  for (const date_of_birth of ['2026-03-15', '1849-12-31', '0001-01-01']) {
    const { status, body } = await create({ date_of_birth })
    assert.deepEqual([status, body.error.param], [400, 'date_of_birth'])
  }
})

test('an empty seat is no seat, as with every field that may be null', async () => {
  const person = { user_id: await userId(), first_name: 'Ada', last_name: 'Okafor' }
  for (const options of [
    { form: { ...person, membership_seat_id: '' } },
    { body: { ...person, membership_seat_id: null } },
  ]) {
    const { status, body, text } = await call('POST', '/v1/members', options)
    assert.deepEqual([status, body.membership_seat_id], [201, null], text)
  }
})

test('the same request with the same key creates one member', async () => {
  const body = { user_id: await userId(), first_name: 'Ada', last_name: 'Okafor' }
  const headers = { 'idempotency-key': 'once' }
  const first = await call('POST', '/v1/members', { body, headers })
  const second = await call('POST', '/v1/members', { body, headers })
  assert.deepEqual([second.status, second.body, second.headers['idempotent-replayed']], [201, first.body, 'true'])
})

test('a key without members:write creates no member', async () => {
  const key = await house.key(club.orgId, { scopes: ['manage', 'members:read'] })
  const { status } = await call('POST', '/v1/members', { body: {} }, { ...club, key })
  assert.equal(status, 403)
})
