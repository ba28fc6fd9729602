import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import type { OrgId } from '../principal.ts'

/*
 * The publishable key stands in every shop's page. A visitor who copies it may use up what fans share, and nothing of what the
 * organisation's own software and its gates need.
 */
const house = await openHouse()

/** How many of so many requests are answered, each kind of key with an operation that it may call. */
async function answered(path: string, key: string, times: number, remoteAddress = '192.0.2.1') {
  const answers = []
  for (let n = 0; n < times; n += 1) answers.push(await house.call('GET', path, { key, remoteAddress }))
  return { passed: answers.filter(({ status }) => status !== 429).length, last: answers.at(-1) }
}

const limit = (orgId: OrgId, columns: Record<string, number>) =>
  house.sql`update organisations set ${house.sql(columns)} where org_id = ${orgId}`

async function club() {
  const { orgId, key } = await house.organisation()
  await limit(orgId, { requests_per_day: 5 })
  const shop = await house.key(orgId, { kind: 'pk' })
  const gate = await house.key(orgId, { kind: 'gk' })
  return { orgId, office: key, shop, gate }
}

test('two addresses with the key of a shop’s page cannot stop a gate or a secret key', async () => {
  const { office, shop, gate } = await club()
  for (const address of ['203.0.113.1', '203.0.113.2']) await answered('/v1/events', shop, 10, address)
  assert.equal((await answered('/v1/gate/device', gate, 10)).passed, 10)
  assert.equal((await answered('/v1/events', office, 10)).passed, 5, 'and the secret keys have their whole day')
})

test('a stadium’s worth of scans leaves the day of the secret keys as it was', async () => {
  const { office, gate } = await club()
  assert.equal((await answered('/v1/gate/device', gate, 20)).passed, 20)
  const { passed, last } = await answered('/v1/events', office, 6)
  assert.deepEqual([passed, last?.body.error.code], [5, 'rate_limit_organisation_day'])
})

test('publishable keys share a day of their own, which secret keys do not use up', async () => {
  const { orgId, office, shop, gate } = await club()
  await limit(orgId, { publishable_requests_per_day: 3 })
  assert.equal((await answered('/v1/events', office, 6)).passed, 5)
  const second = await house.key(orgId, { kind: 'pk' })
  assert.equal((await answered('/v1/events', shop, 2, '203.0.113.1')).passed, 2)
  const { passed, last } = await answered('/v1/events', second, 2, '203.0.113.2')
  assert.deepEqual([passed, last?.body.error.code], [1, 'rate_limit_organisation_day'])
  assert.deepEqual([last?.headers['x-ratelimit-limit'], last?.headers['x-ratelimit-remaining']], ['3', '0'])
  assert.equal((await answered('/v1/gate/device', gate, 1)).passed, 1)
})

test('a gate key has a minute and a day of its own, which the organisation and the key itself can set', async () => {
  const { orgId, gate } = await club()
  await limit(orgId, { gate_key_requests_per_minute: 4 })
  const { passed, last } = await answered('/v1/gate/device', gate, 5)
  assert.deepEqual([passed, last?.body.error.code], [4, 'rate_limit_minute'])
  const busy = await house.key(orgId, { kind: 'gk', requestsPerMinute: 6, requestsPerDay: 5 })
  const ofBusy = await answered('/v1/gate/device', busy, 6)
  assert.deepEqual([ofBusy.passed, ofBusy.last?.body.error.code], [5, 'rate_limit_day'])
})

test('the default limit is enough for 60,000 through one gate', async () => {
  const orgId = await createOrganisation(house.sql, {
    name: 'Club',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  const [row] = await house.sql<{ minute: number; day: number }[]>`
    select gate_key_requests_per_minute as minute, gate_key_requests_per_day as day
    from organisations
    where org_id = ${orgId}`
  assert.ok(row && row.minute >= 60_000 / 60 && row.day >= 2 * 60_000)
})
