import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()

test('a season that ends on the last day there is makes members who can be created and read', async () => {
  const club = await house.organisation({ timezone: 'America/New_York' })
  const call = (method: string, path: string, body?: object) =>
    house.call(method, path, { key: club.key, ...(body ? { body } : {}) })
  const category = await call('POST', '/v1/manage/membership_categories', { title: 'Life' })
  const type = await call('POST', '/v1/manage/membership_types', {
    membership_category_id: category.body.membership_category_id,
    title: 'Life',
    price: 100,
    expires: '9999-12-31',
  })
  const customer = await call('POST', '/v1/manage/customers', { first_name: 'Ada' })
  const creation = await call('POST', '/v1/members', {
    user_id: customer.body.user_id,
    first_name: 'Ada',
    last_name: 'Okafor',
    membership_type_id: type.body.membership_type_id,
  })
  assert.equal(creation.status, 201, creation.text)
  assert.equal(creation.body.expires, 253_402_300_799)
  const { body } = await call('GET', '/v1/members')
  assert.equal(body.data[0].expires, 253_402_300_799)
})
