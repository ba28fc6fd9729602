import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOfOrganisation } from './create-organisation.ts'

const good = { name: 'Harbour City FC', country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD' }

test('a good name, country, time zone and currency are no problem', () => {
  assert.equal(problemOfOrganisation(good), undefined)
  assert.equal(problemOfOrganisation({ ...good, country: 'JP', timezone: 'Asia/Tokyo', currency: 'JPY' }), undefined)
})

test('a wrong name, country, time zone or currency is a problem in words that name it', () => {
  for (const [field, values] of Object.entries({
    name: ['', '  ', 'x'.repeat(201)],
    country: ['', 'au', 'AUS', 'UK', 'ZZ', 'EU'],
    timezone: ['', 'Sydney', '+10:00', 'Mars/Base'],
    currency: ['', 'aud', 'AU$', 'ZZZ'],
  })) {
    for (const value of values) {
      assert.match(problemOfOrganisation({ ...good, [field]: value }) ?? '', new RegExp(`^${field} `), value)
    }
  }
})
