import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const call = (method: string, path: string, body?: unknown) =>
  house.call(method, path, { key: club.key, ...(body === undefined ? {} : { body }) })
const create = (body: Record<string, unknown>) => call('POST', '/v1/manage/customers', body)

const messages = () => house.sql<{ type: string; payload: { data: { customer: Record<string, unknown> } } }[]>`
  select type, payload::json as payload
  from webhook_messages
  where org_id = ${club.orgId}
  order by message_id desc`

test('a customer is created with a reference made up or given, and the message says so', async () => {
  const creation = await create({ first_name: 'Ada', email_address: 'ada@example.com' })
  assert.equal(creation.status, 201)
  assert.match(creation.body.org_customer_id, /^cus_[0-9A-Za-z]{16}$/)
  const given = await create({ org_customer_id: 'club-7', email_address: 'seven@example.com' })
  assert.equal((await call('GET', '/v1/customers/club-7')).body.user_id, given.body.user_id)
  const [latest] = await messages()
  assert.equal(latest?.type, 'customer.created')
  assert.deepEqual(latest?.payload.data.customer, given.body)
})

test('an e-mail address and a reference belong to one customer, whatever the case', async () => {
  const email = await create({ email_address: 'ADA@example.com' })
  assert.deepEqual(
    [email.status, email.body.error.code, email.body.error.param],
    [409, 'state_conflict', 'email_address'],
  )
  const reference = await create({ org_customer_id: 'club-7' })
  assert.deepEqual([reference.status, reference.body.error.param], [409, 'org_customer_id'])
  const other = await house.organisation()
  const elsewhere = await house.call('POST', '/v1/manage/customers', {
    key: other.key,
    body: { email_address: 'ada@example.com' },
  })
  assert.equal(elsewhere.status, 201)
})

test('twenty simultaneous creations with one address make one customer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create({ email_address: 'race@example.com' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
})

test('a change leaves alone what is not sent, clears what is null, and moves updated_at', async () => {
  const { body } = await create({ first_name: 'Ben', last_name: 'Old', postcode: '2000' })
  house.clock.advance(1_000)
  const changed = await call('PATCH', `/v1/manage/customers/${body.org_customer_id}`, {
    last_name: 'New',
    postcode: null,
  })
  assert.deepEqual(changed.body, { ...body, last_name: 'New', postcode: null, updated_at: body.updated_at + 1 })
  const refused = await call('PATCH', `/v1/manage/customers/${body.org_customer_id}`, { email_address: 'no address' })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'email_address'])
})

test('erasing forgets the person everywhere and keeps the row; the audit log never held the values', async () => {
  const { body } = await create({ org_customer_id: 'gone', first_name: 'Greta', email_address: 'greta@example.com' })
  const member = { user_id: body.user_id, first_name: 'Greta', last_name: 'Gone', mobile_number: '0400 000 000' }
  const joined = await call('POST', '/v1/members', member)
  assert.equal(joined.status, 201, joined.text)
  const exported = await call('GET', '/v1/manage/customers/gone/export')
  assert.equal(exported.body.members[0].first_name, 'Greta')
  const erased = await call('POST', '/v1/manage/customers/gone/erase')
  assert.equal(erased.status, 200, erased.text)
  assert.equal(erased.body.user_id, body.user_id)
  assert.equal(erased.body.email_address, null)
  assert.equal((await call('GET', '/v1/customers/gone')).status, 404)
  const [left] = await house.sql`
    select
      (select count(*) from customers c where org_id = ${club.orgId} and c::text ilike '%greta%') as customers,
      (select count(*) from members m where org_id = ${club.orgId} and m::text ilike '%greta%') as members,
      (select count(*) from audit_log a where org_id = ${club.orgId} and a::text ilike '%greta%') as audit`
  assert.deepEqual({ ...left }, { customers: 0, members: 0, audit: 0 })
})

test('who keeps a copy by the messages is told of each member that was erased, without the person', async () => {
  const { body } = await create({ org_customer_id: 'told', first_name: 'Tilda' })
  const person = { user_id: body.user_id, first_name: 'Tilda', last_name: 'Told', email_address: 'tilda@example.com' }
  const ids: number[] = []
  for (let n = 0; n < 2; n += 1) ids.push((await call('POST', '/v1/members', person)).body.membership_member_id)
  assert.equal((await call('POST', '/v1/manage/customers/told/erase')).status, 200)
  const told = (await messages()).slice(0, 2).map(({ type, payload }) => ({ type, member: memberOf(payload) }))
  assert.deepEqual(
    told.map(({ type, member }) => [type, member.membership_member_id, member.first_name, member.email_address]),
    ids.toReversed().map((id) => ['member.updated', id, 'Erased', null]),
  )
  assert.equal(JSON.stringify(told).includes('Tilda'), false)
})

const memberOf = ({ data }: { data: object }) => (data as { member: Record<string, unknown> }).member

test('no customer can keep another from being erased, nor be put back behind an erased customer', async () => {
  const { body } = await create({ org_customer_id: 'victim', first_name: 'Vic' })
  assert.equal((await create({ org_customer_id: `erased-${body.user_id}` })).status, 400)
  const person = { user_id: body.user_id, first_name: 'Vic', last_name: 'Tim' }
  const { body: member } = await call('POST', '/v1/members', person)
  assert.equal((await call('POST', '/v1/manage/customers/victim/erase')).status, 200)
  assert.equal((await call('POST', '/v1/members', person)).status, 409)
  const path = `/v1/manage/members/${member.membership_member_id}`
  assert.equal((await call('PATCH', path, { first_name: 'Back' })).status, 409)
  const log = await call('GET', `/v1/manage/audit_log?object_type=member&object_id=${member.membership_member_id}`)
  assert.equal(log.body.data[0].action, 'member.erased')
})

test('an erased customer cannot be given a name again', async () => {
  const { body } = await create({ org_customer_id: 'brief' })
  const { body: erased } = await call('POST', '/v1/manage/customers/brief/erase')
  assert.equal(erased.user_id, body.user_id)
  const named = await call('PATCH', `/v1/manage/customers/${erased.org_customer_id}`, { first_name: 'Back' })
  assert.deepEqual([named.status, named.body.error.code], [409, 'state_conflict'])
})

test('a member who joins while the customer is being erased is refused, not slipped in behind', async () => {
  const { body } = await create({ org_customer_id: 'race-erase', first_name: 'Rae' })
  const { joining } = await house.sql.begin(async (tx) => {
    await tx`
      update customers
      set first_name = null, erased_at = now()
      where org_id = ${club.orgId}
        and user_id = ${body.user_id}`
    const joining = call('POST', '/v1/members', { user_id: body.user_id, first_name: 'Rae', last_name: 'Late' })
    await awaitedLock(house.sql)
    return { joining }
  })
  assert.equal((await joining).status, 409)
})
