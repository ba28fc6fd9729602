import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase, testClock } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { defaultScopes, scopesOfKind } from '../scopes.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { createKey, listKeys, type NewKey, revokeKey, rollKey } from './key-store.ts'

const { sql } = await openTestDatabase()
const clock = testClock(new Date('2026-03-14T08:30:00Z'))
const organisation = (name: string) =>
  createOrganisation(sql, { name, country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD', mode: 'test' })
const club = await organisation('Club')
const other = await organisation('Other Club')

const make = (input: Partial<NewKey> = {}) => createKey(club, sql, { kind: 'sk', ...input })
const roll = (keyId: number, overlapSeconds?: number, orgId = club) =>
  sql.begin((tx) => rollKey(orgId, tx, clock, keyId, overlapSeconds))
const find = async (keyId: number) => (await listKeys(club, sql)).find(({ key_id }) => key_id === keyId)

test('a new key is shown once, and only its hash is kept', async () => {
  const { secret, key_id } = await make({ name: 'Shop' })
  assert.ok(isWellFormedKey(secret))
  const [row] = await sql`select key_hash, to_jsonb(api_keys)::text as text from api_keys where key_id = ${key_id}`
  assert.deepEqual(row?.key_hash, hashKey(secret))
  assert.ok(!row?.text.includes(secret.slice(11)))
  assert.ok(!JSON.stringify(await listKeys(club, sql)).includes(secret.slice(11)))
})

test('a key of a kind gets the scopes of that kind unless told otherwise, and never manage by itself', async () => {
  for (const kind of ['sk', 'pk', 'gk'] as const) {
    const { scopes } = await make({ kind })
    assert.deepEqual(scopes, defaultScopes(kind))
    assert.ok(!scopes.includes('manage'))
  }
  assert.deepEqual((await make({ scopes: ['events:read'] })).scopes, ['events:read'])
})

test('publishable keys can never read people, and gate keys can only scan, with codes in full only where their maker says so', () => {
  for (const scope of [
    'customers:read',
    'members:read',
    'members:write',
    'orders:read',
    'manage',
    'webhooks:read',
  ] as const) {
    assert.ok(!scopesOfKind.pk.includes(scope), scope)
  }
  assert.deepEqual(scopesOfKind.gk, ['gate:scan', 'codes:read'])
  assert.deepEqual(defaultScopes('gk'), ['gate:scan'])
})

test('an organisation lists its own keys and no other’s', async () => {
  const mine = await make()
  const theirs = await createKey(other, sql, { kind: 'sk' })
  const ids = (await listKeys(club, sql)).map(({ key_id }) => key_id)
  assert.ok(ids.includes(mine.key_id))
  assert.ok(!ids.includes(theirs.key_id))
})

for (const [name, overlap, expected] of [
  ['by default for 24 hours', undefined, 24 * HOUR_MS],
  ['for as long as asked, up to 7 days', 7 * 24 * 3600, 7 * 24 * HOUR_MS],
  ['not at all with an overlap of 0', 0, 0],
] as const) {
  test(`a rolled key goes on working ${name}`, async () => {
    const old = await make()
    await roll(old.key_id, overlap)
    assert.equal((await find(old.key_id))?.expires_at?.getTime(), clock().getTime() + expected)
  })
}

test('the new key takes over name, kind, mode, scopes and limits, and has a secret of its own', async () => {
  const old = await make({
    name: 'Shop',
    scopes: ['events:read'],
    requestsPerMinute: 7,
    requestsPerDay: 70,
  })
  const next = await roll(old.key_id)
  const { name, kind, mode, scopes, requests_per_minute, requests_per_day, expires_at } = next
  assert.deepEqual(
    { name, kind, mode, scopes, requests_per_minute, requests_per_day, expires_at },
    {
      name: 'Shop',
      kind: 'sk',
      mode: 'test',
      scopes: ['events:read'],
      requests_per_minute: 7,
      requests_per_day: 70,
      expires_at: null,
    },
  )
  assert.notEqual(next.key_id, old.key_id)
  assert.notEqual(next.secret, old.secret)
})

test('rolling never makes a key live longer than it would have', async () => {
  const soon = new Date(clock().getTime() + HOUR_MS)
  const old = await make({ expiresAt: soon })
  await roll(old.key_id)
  assert.deepEqual((await find(old.key_id))?.expires_at, soon)
})

test('a key that was rolled, revoked or has expired cannot be rolled', async () => {
  const [rolled, revoked, expired] = [await make(), await make(), await make({ expiresAt: clock() })]
  await roll(rolled.key_id)
  await revokeKey(club, sql, clock, revoked.key_id)
  for (const { key_id } of [rolled, revoked, expired]) await assert.rejects(roll(key_id), { code: 'state_conflict' })
})

test('of two that roll one key at the same time exactly one gets a new key', async () => {
  const old = await make()
  const before = (await listKeys(club, sql)).length
  const results = await Promise.allSettled([roll(old.key_id), roll(old.key_id), roll(old.key_id)])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 'state_conflict')
  assert.equal((await listKeys(club, sql)).length, before + 1)
})

test('a revoked key stays revoked since the first time, and one that a roll had left to expire can be revoked at once', async () => {
  const old = await make()
  await roll(old.key_id)
  const first = await revokeKey(club, sql, clock, old.key_id)
  clock.advance(HOUR_MS)
  const again = await revokeKey(club, sql, clock, old.key_id)
  assert.deepEqual(again.revoked_at, first.revoked_at)
})

test('a key of another organisation can be neither rolled nor revoked', async () => {
  const { key_id } = await make()
  await assert.rejects(roll(key_id, 0, other), { code: 'resource_missing' })
  await assert.rejects(revokeKey(other, sql, clock, key_id), { code: 'resource_missing' })
  await assert.rejects(roll(999_999), { code: 'resource_missing' })
  assert.deepEqual([(await find(key_id))?.expires_at, (await find(key_id))?.revoked_at], [null, null])
})
