import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../tests/harness.ts'
import { createOrganisation, problemOfOrganisation } from './create-organisation.ts'

const { sql } = await openTestDatabase()
const good = { name: 'Harbour City FC', country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD' }

test('a new organisation gets an id of its own and the limits of the contract', async () => {
  const [one, two] = [await createOrganisation(sql, good), await createOrganisation(sql, good)]
  assert.notEqual(one, two)
  const [row] = await sql`
    select key_requests_per_minute, key_requests_per_day, requests_per_day, suspended_at
    from organisations
    where org_id = ${one}`
  assert.deepEqual(
    { ...row },
    { key_requests_per_minute: 300, key_requests_per_day: 30_000, requests_per_day: 50_000, suspended_at: null },
  )
})

test('a wrong name, country, time zone or currency is refused in words that name it', async () => {
  for (const [field, values] of Object.entries({
    name: ['', '  ', 'x'.repeat(201)],
    country: ['', 'au', 'AUS', 'UK', 'ZZ', 'EU'],
    timezone: ['', 'Sydney', '+10:00', 'Mars/Base'],
    currency: ['', 'aud', 'AU$', 'ZZZ'],
  })) {
    for (const value of values) {
      const input = { ...good, [field]: value }
      assert.match(problemOfOrganisation(input) ?? '', new RegExp(`^${field} `), value)
      await assert.rejects(createOrganisation(sql, input), RangeError)
    }
  }
  assert.equal(problemOfOrganisation(good), undefined)
})
