import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const [full] = await house.sql<{ user_id: number }[]>`
  insert into customers (
    org_id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode, marketing_emails,
    new_event_notifications, created_at, changed_at
  ) values (
    ${club.orgId}, 'Crm 17/ü', 'Ann', 'Lee', 'Ann@example.org', '+61 400 111 222', '2000', true, true,
    '2026-01-01T00:00:00.999Z', '2026-03-14T08:30:00.999Z'
  )
  returning user_id`
await house.sql`insert into customers (org_id, org_customer_id) values (${club.orgId}, 'bare')`
await house.sql`insert into customers (org_id, org_customer_id, first_name) values (${other.orgId}, 'theirs', 'Foreign')`
await house.sql`insert into customers (org_id, org_customer_id, first_name) values (${other.orgId}, 'bare', 'Foreign')`

const get = (id: string, key = club.key) => house.call('GET', `/v1/customers/${encodeURIComponent(id)}`, { key })

test('a customer has every field of the contract, times in whole seconds rounded down', async () => {
  const { status, body } = await get('Crm 17/ü')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    add_date: Date.parse('2026-01-01T00:00:00Z') / 1000,
    org_customer_id: 'Crm 17/ü',
    user_id: full?.user_id,
    org_id: String(club.orgId),
    first_name: 'Ann',
    last_name: 'Lee',
    email_address: 'Ann@example.org',
    marketing_emails: true,
    marketing_emails_at: null,
    marketing_emails_source: null,
    mobile_number: '+61 400 111 222',
    company_name: null,
    address: null,
    address2: null,
    suburb: null,
    state: null,
    postcode: '2000',
    country_id: null,
    new_event_notifications: true,
    updated_at: Date.parse('2026-03-14T08:30:00Z') / 1000,
    tags: [],
  })
})

test('what a customer has no value for is there and null, and flags are false', async () => {
  const { body } = await get('bare')
  const { first_name, last_name, email_address, mobile_number, postcode, marketing_emails, new_event_notifications } =
    body
  assert.deepEqual([first_name, last_name, email_address, mobile_number, postcode], [null, null, null, null, null])
  assert.deepEqual([marketing_emails, new_event_notifications], [false, false])
})

test('the same customer looks the same in the list', async () => {
  const { body } = await house.call('GET', '/v1/customers?search=crm', { key: club.key })
  assert.deepEqual(body.data, [(await get('Crm 17/ü')).body])
})

test('a customer of another organisation is answered exactly as one that does not exist', async () => {
  const [foreign, missing] = [await get('theirs'), await get('nobody')]
  for (const { status, body } of [foreign, missing])
    assert.deepEqual([status, body.error.code], [404, 'resource_missing'])
  const { request_id: _one, message: _theirs, ...one } = foreign.body.error
  const { request_id: _two, message: _nobody, ...two } = missing.body.error
  assert.deepEqual(one, two)
  assert.equal(foreign.body.error.message, 'No such customer: theirs.')
  assert.equal(missing.body.error.message, 'No such customer: nobody.')
  assert.equal((await get('theirs', other.key)).body.first_name, 'Foreign')
})

test('two organisations may use the same id for two customers', async () => {
  assert.deepEqual(
    [(await get('bare')).body.first_name, (await get('bare', other.key)).body.first_name],
    [null, 'Foreign'],
  )
})

test('an id is compared as it is, and what cannot be one finds no customer', async () => {
  for (const id of [
    'BARE',
    'bare ',
    String(full?.user_id),
    '%',
    '_',
    'a'.repeat(64),
    'a'.repeat(65),
    'a'.repeat(600),
    '\0',
    "' or 1=1 --",
  ]) {
    const { status, body } = await get(id)
    assert.deepEqual([status, body.error.code], [404, 'resource_missing'], id.slice(0, 20))
  }
})

test('a customer takes no query parameters', async () => {
  const { status, body } = await house.call('GET', '/v1/customers/bare?expand=orders', { key: club.key })
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_unknown', 'expand'])
})
