import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse, openTestDatabase, testClock } from '../../../tests/harness/house.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import { createAuthenticator } from '../authenticate/authenticate.ts'
import { createKey, listKeys } from './key-store.ts'
import { createLastUsed } from './last-used.ts'

let statements: string[] = []
const { sql } = await openTestDatabase({ observer: (statement) => void statements.push(statement) })
const clock = testClock(new Date('2026-03-14T08:30:00.123Z'))
const orgId = await createOrganisation(sql, {
  name: 'Club',
  country: 'AU',
  timezone: 'Australia/Sydney',
  currency: 'AUD',
  mode: 'test',
})
const authenticate = createAuthenticator({ sql, systemClock: clock })

const use = async () => {
  const { secret, key_id } = await createKey(orgId, sql, { kind: 'sk' })
  return { principal: await authenticate.read(`Bearer ${secret}`), key_id }
}
const lastUsed = async (keyId: number) =>
  (await listKeys(orgId, sql)).find(({ key_id }) => key_id === keyId)?.last_used_at

test('a request notes the use of its key in memory only', async () => {
  const house = await openHouse()
  const club = await house.organisation()
  assert.equal((await house.call('GET', '/v1/organisation', { key: club.key })).status, 200)
  for (const key of await listKeys(club.orgId, house.sql)) assert.equal(key.last_used_at, null)
})

test('many keys are written by one statement, each with its latest use', async () => {
  const uses = createLastUsed({ sql, systemClock: clock })
  const [one, two, three] = [await use(), await use(), await use()]
  uses.note(one.principal)
  uses.note(two.principal)
  clock.advance(30_000)
  uses.note(one.principal)
  statements = []
  await uses.flush()
  assert.equal(statements.length, 1)
  assert.deepEqual(await lastUsed(one.key_id), clock())
  assert.deepEqual(await lastUsed(two.key_id), new Date(clock().getTime() - 30_000))
  assert.equal(await lastUsed(three.key_id), null)
})

test('nothing used means nothing written', async () => {
  const uses = createLastUsed({ sql, systemClock: clock })
  const { principal } = await use()
  uses.note(principal)
  await uses.flush()
  statements = []
  await uses.flush()
  assert.deepEqual(statements, [])
})

test('of two processes the later use stays, whichever writes last', async () => {
  const { principal, key_id } = await use()
  const [early, late] = [createLastUsed({ sql, systemClock: clock }), createLastUsed({ sql, systemClock: clock })]
  early.note(principal)
  clock.advance(1_000)
  late.note(principal)
  await late.flush()
  await early.flush()
  assert.deepEqual(await lastUsed(key_id), clock())
})

test('a write that fails is made up for by the next', async () => {
  const uses = createLastUsed({ sql, systemClock: clock })
  const [one, two] = [await use(), await use()]
  uses.note(one.principal)
  uses.note(two.principal)
  await sql`alter table api_keys rename to api_keys_away`
  const failing = uses.flush()
  clock.advance(1_000)
  uses.note(two.principal)
  await assert.rejects(failing, { code: '42P01' })
  await sql`alter table api_keys_away rename to api_keys`
  await uses.flush()
  assert.deepEqual(await lastUsed(one.key_id), new Date(clock().getTime() - 1_000))
  assert.deepEqual(await lastUsed(two.key_id), clock())
})
