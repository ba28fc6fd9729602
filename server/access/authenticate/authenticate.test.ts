import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openTestDatabase, testClock } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import { mintKey } from '../api-keys/key-format.ts'
import { createKey, type NewKey, revokeKey, rollKey } from '../api-keys/key-store.ts'
import { createAuthenticator } from './authenticate.ts'

/** Every statement that reaches the database. */
let statements: string[] = []
const { sql } = await openTestDatabase({ observer: (statement) => void statements.push(statement) })
const reads = () => statements.filter((statement) => statement.includes('api_keys')).length

const clock = testClock()
const orgId = await createOrganisation(sql, {
  name: 'Club',
  country: 'AU',
  timezone: 'Australia/Sydney',
  currency: 'AUD',
  mode: 'test',
})
const make = (input: Partial<NewKey> = {}) => createKey(orgId, sql, { kind: 'sk', ...input })

/** A process of its own: what one has read, another has not. */
const startProcess = () => {
  const { recall, read } = createAuthenticator({ sql, systemClock: clock })
  return async (authorization?: string) => recall(authorization) ?? read(authorization ?? '')
}
let authenticate = startProcess()
const principalOf = async (key: string) => authenticate(`Bearer ${key}`)
const isRefused = (authorization: string | undefined, code: string) =>
  assert.rejects(async () => authenticate(authorization), { code, status: 401 })

beforeEach(() => {
  authenticate = startProcess()
  statements = []
})

test('a key tells who is calling, what they may do and how often', async () => {
  const { secret, key_id } = await make({ scopes: ['events:read'], requestsPerMinute: 7 })
  const { scopes, ...principal } = await principalOf(secret)
  assert.deepEqual(scopes, new Set(['events:read']))
  assert.deepEqual(principal, {
    orgId,
    keyId: key_id,
    kind: 'sk',
    mode: 'test',
    suspended: false,
    elsewhere: null,
    requestsPerMinute: 7,
    requestsPerDay: 30_000,
    organisationRequestsPerDay: 50_000,
  })
})

test('the scheme may be written in any case', async () => {
  const { secret } = await make()
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    assert.equal((await authenticate(`${scheme} ${secret}`)).orgId, orgId)
})

test('no key at all is api_key_missing', async () => {
  await isRefused(undefined, 'api_key_missing')
  await isRefused('', 'api_key_missing')
})

test('a malformed key is refused without asking the database', async () => {
  const { secret } = await make()
  statements = []
  const last = secret.at(-1) === 'x' ? 'y' : 'x'
  for (const authorization of [
    secret,
    `Basic ${secret}`,
    'Bearer',
    'Bearer ',
    `Bearer  ${secret}`,
    `Bearer ${secret} x`,
    `Bearer ${secret.slice(0, -1)}${last}`,
    `Bearer ${secret.toLowerCase()}`,
    `Bearer ${secret}${secret}`,
    'Bearer sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    `Bearer ${'a'.repeat(10_000)}`,
  ]) {
    await isRefused(authorization, 'api_key_invalid')
  }
  assert.deepEqual(statements, [])
})

test('a key that was never given out is api_key_invalid', async () => {
  await isRefused(`Bearer ${mintKey('sk', 'live')}`, 'api_key_invalid')
})

test('a key is read once in four seconds, however many requests come, and at once', async () => {
  const { secret } = await make()
  statements = []
  await Promise.all(Array.from({ length: 50 }, () => principalOf(secret)))
  clock.advance(3_999)
  await principalOf(secret)
  assert.equal(reads(), 1)
  clock.advance(1)
  await principalOf(secret)
  assert.equal(reads(), 2)
})

test('a revocation takes effect within 5 seconds, also where the key was in use', async () => {
  const { secret, key_id } = await make()
  await principalOf(secret)
  await revokeKey(orgId, sql, clock, key_id)
  clock.advance(4_999)
  await isRefused(`Bearer ${secret}`, 'api_key_revoked')
})

test('a suspension takes effect within 5 seconds', async () => {
  const { secret } = await make()
  assert.equal((await principalOf(secret)).suspended, false)
  await sql`update organisations set suspended_at = now() where org_id = ${orgId}`
  clock.advance(4_999)
  assert.equal((await principalOf(secret)).suspended, true)
  await sql`update organisations set suspended_at = null where org_id = ${orgId}`
})

test('a key expires at its very instant, without a further look at the database', async () => {
  const { secret } = await make({ expiresAt: new Date(clock().getTime() + 2_000) })
  await principalOf(secret)
  statements = []
  clock.advance(1_999)
  await principalOf(secret)
  clock.advance(1)
  await isRefused(`Bearer ${secret}`, 'api_key_expired')
  assert.equal(reads(), 0)
})

test('a key rolled without overlap is expired at once where it was not in use, and within 5 seconds everywhere', async () => {
  const old = await make()
  const elsewhere = startProcess()
  await elsewhere(`Bearer ${old.secret}`)
  const next = await sql.begin((tx) => rollKey(orgId, tx, clock, old.key_id, 0))
  await isRefused(`Bearer ${old.secret}`, 'api_key_expired')
  clock.advance(4_999)
  await assert.rejects(async () => elsewhere(`Bearer ${old.secret}`), { code: 'api_key_expired' })
  assert.equal((await principalOf(next.secret)).keyId, next.key_id)
})

test('both keys work until the overlap of a roll is over', async () => {
  const old = await make()
  const next = await sql.begin((tx) => rollKey(orgId, tx, clock, old.key_id))
  clock.advance(24 * 3600 * 1000 - 1)
  assert.equal((await principalOf(old.secret)).keyId, old.key_id)
  assert.equal((await principalOf(next.secret)).keyId, next.key_id)
  clock.advance(1)
  await isRefused(`Bearer ${old.secret}`, 'api_key_expired')
  assert.equal((await principalOf(next.secret)).keyId, next.key_id)
})

test('a clock that goes back does not make an old reading good for longer', async () => {
  const { secret, key_id } = await make()
  await principalOf(secret)
  await revokeKey(orgId, sql, clock, key_id)
  clock.advance(-60_000)
  await isRefused(`Bearer ${secret}`, 'api_key_revoked')
  clock.advance(60_000)
})

test('a failed reading is not remembered', async () => {
  const { secret } = await make()
  await sql`alter table api_keys rename to api_keys_away`
  await assert.rejects(principalOf(secret), { code: '42P01' })
  await sql`alter table api_keys_away rename to api_keys`
  assert.equal((await principalOf(secret)).orgId, orgId)
})
