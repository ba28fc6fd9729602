import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const send = (method: string, path: string, body: unknown) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, body })
const change = (body: unknown) => send('PATCH', '/organisation', body)

test('the profile is changed field by field, null clears, and the audit log says what changed', async () => {
  const { body: before } = await house.call('GET', '/v1/organisation', { key: club.key })
  const { status, body } = await change({ name: 'New Name', logo_image: 'https://example.com/l.png', company: null })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...before, name: 'New Name', logo_image: 'https://example.com/l.png', company: null })
  const log = await house.call('GET', '/v1/manage/audit_log?object_type=organisation', { key: club.key })
  assert.deepEqual(log.body.data[0].after, { name: 'New Name', logo_image: 'https://example.com/l.png' })
})

test('what is no country, zone, currency, address or colour is refused by name, all in one answer', async () => {
  const wrong = { country: 'ZZ', timezone: 'Mars/One', currency: 'XXY', favicon: 'https://', background_color: 'red' }
  const { status, body } = await change(wrong)
  assert.equal(status, 400)
  const params = body.error.errors.map(({ param }: { param: string }) => param)
  assert.deepEqual(params.sort(), Object.keys(wrong).sort())
})

test('a time zone is taken in the spelling of IANA, old names too, and in no other', async () => {
  for (const timezone of ['US/PACIFIC', 'us/pacific', 'Europe/kyiv', 'AUSTRALIA/SYDNEY', 'utc']) {
    const { status, body } = await change({ timezone })
    assert.deepEqual([status, body.error?.param], [400, 'timezone'], timezone)
  }
  for (const timezone of ['US/Pacific', 'Europe/Kyiv', 'UTC', 'Australia/Sydney']) {
    assert.equal((await change({ timezone })).body.timezone, timezone)
  }
})

test('the currency can change until something is priced in it', async () => {
  assert.equal((await change({ currency: 'JPY' })).body.currency, 'JPY')
  const category = await send('POST', '/membership_categories', { title: 'Season' })
  const { membership_category_id } = category.body
  await send('POST', '/membership_types', { membership_category_id, title: 'Adult', price: 48_000 })
  const refused = await change({ currency: 'AUD' })
  assert.deepEqual([refused.status, refused.body.error.param], [409, 'currency'])
  assert.equal((await change({ currency: 'JPY' })).status, 200)
})
