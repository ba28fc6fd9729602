import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Scope } from '../scopes.ts'
import { createKey, listKeys } from './key-store.ts'

const house = await openHouse()
const club = await house.organisation()
const makerWith = (...scopes: Scope[]) => house.key(club.orgId, { scopes: ['manage', ...scopes] })
const create = (key: string, body: object) =>
  house.call('POST', '/v1/manage/api_keys', { key, body: { name: 'new', ...body } })
const roll = (key: string, keyId: number) => house.call('POST', `/v1/manage/api_keys/${keyId}/roll`, { key })
const count = async () => (await listKeys(club.orgId, house.sql)).length

test('a key that may not read members cannot make itself one that may', async () => {
  const maker = await makerWith('events:read')
  const before = await count()
  const { status, body } = await create(maker, { type: 'sk', scopes: ['events:read', 'members:read', 'orders:read'] })
  assert.deepEqual([status, body.error.code], [403, 'scope_missing'])
  assert.match(body.error.message, /members:read, orders:read\.$/)
  assert.equal(await count(), before)
})

test('what the maker has, it can give, also manage', async () => {
  const maker = await makerWith('events:read', 'members:read')
  const { status, body } = await create(maker, { type: 'sk', scopes: ['manage', 'members:read'] })
  assert.deepEqual([status, body.scopes], [201, ['manage', 'members:read']])
})

test('manage stands for all that ends in it: it gives any of these, and they together do not give manage', async () => {
  assert.equal((await create(await makerWith(), { type: 'sk', scopes: ['refunds:manage'] })).status, 201)
  const narrow = await house.key(club.orgId, { scopes: ['keys:manage', 'refunds:manage'] })
  assert.equal((await create(narrow, { type: 'sk', scopes: ['refunds:manage'] })).status, 201)
  for (const scope of ['manage', 'orders:manage'])
    assert.equal((await create(narrow, { type: 'sk', scopes: [scope] })).body.error.code, 'scope_missing')
})

test('without a list, a key gets what is usual for its type and its maker has', async () => {
  const maker = await makerWith('events:read', 'members:read')
  assert.deepEqual((await create(maker, { type: 'sk' })).body.scopes, ['events:read', 'members:read'])
  assert.deepEqual((await create(maker, { type: 'pk' })).body.scopes, ['events:read'])
  const { status, body } = await create(await makerWith(), { type: 'sk' })
  assert.deepEqual([status, body.error.code], [403, 'scope_missing'])
})

test('a publishable key is given like any other; a gate key by a key that may enrol devices', async () => {
  const maker = await makerWith('events:read')
  assert.equal((await create(maker, { type: 'pk', scopes: ['baskets:write'] })).status, 403)
  assert.deepEqual((await create(maker, { type: 'gk' })).body.scopes, ['gate:scan'])
})

test('rolling a key that can do more is refused, and leaves it as it was', async () => {
  const office = await createKey(club.orgId, house.sql, { kind: 'sk', scopes: ['members:read'] })
  const before = await listKeys(club.orgId, house.sql)
  const maker = await makerWith('events:read')
  const { status, body } = await roll(maker, office.key_id)
  assert.deepEqual([status, body.error.code], [403, 'scope_missing'])
  const after = await listKeys(club.orgId, house.sql)
  assert.deepEqual(after.slice(1), [...before])
  assert.equal((await roll(await makerWith('members:read'), office.key_id)).status, 201)
})
