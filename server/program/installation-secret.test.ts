import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../tests/harness/house.ts'
import { grandstand } from '../../tests/harness/program.ts'
import type { Sql } from '../platform/postgres/database.ts'
import { createSeal } from '../platform/values/seal.ts'
import { readConfig } from './config.ts'
import { openSeal } from './secret.ts'

const [FIRST, SECOND, WRONG] = ['f', 's', 'w'].map((letter) => letter.repeat(32)) as [string, string, string]
const settings = (GRANDSTAND_SECRET: string, GRANDSTAND_PREVIOUS_SECRET = '') => ({
  GRANDSTAND_SECRET,
  GRANDSTAND_PREVIOUS_SECRET,
})

const open = (sql: Sql, secret: string, previous?: string) => openSeal(sql, readConfig(settings(secret, previous)))
const REFUSAL = /GRANDSTAND_SECRET is not the one that this database is sealed with/

test('a server with another GRANDSTAND_SECRET than the first is refused at its start, in one line that has neither', async () => {
  const { sql, url } = await openTestDatabase()
  await open(sql, FIRST)
  for (const command of ['start', 'reseal']) {
    const { code, stderr } = await grandstand([command], { DATABASE_URL: url, PORT: '0', ...settings(WRONG) })
    assert.equal(code, 1, stderr)
    assert.match(stderr, /^grandstand: GRANDSTAND_SECRET is not the one [^\n]*\n$/)
  }
  const [row] = await sql<{ secret_fingerprint: string }[]>`select secret_fingerprint from installation`
  assert.match(row?.secret_fingerprint ?? '', /^[\w-]{16}\.[\w-]{22}$/)
})

test('of several that start together on a new database, all have the same secret or one is refused', async () => {
  const { sql } = await openTestDatabase()
  await Promise.all([1, 2, 3].map(() => open(sql, FIRST)))
  const { sql: other } = await openTestDatabase()
  const ends = await Promise.allSettled([open(other, FIRST), open(other, SECOND)])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('a new secret beside the one before it is taken; then the old one alone is refused', async () => {
  const { sql } = await openTestDatabase()
  await open(sql, FIRST)
  await assert.rejects(open(sql, SECOND, WRONG), REFUSAL)
  const sealed = (await open(sql, FIRST)).close('x', 'y')
  assert.equal((await open(sql, SECOND, FIRST)).open(sealed, 'y'), 'x')
  await assert.rejects(open(sql, FIRST), REFUSAL)
  await open(sql, SECOND)
})

test('in a database from before, a wrong secret does not become the right one by being first', async () => {
  const { sql } = await openTestDatabase()
  await makeSealedKey(sql)
  await assert.rejects(open(sql, WRONG), REFUSAL)
  await open(sql, FIRST)
})

test('who has lost the secret goes on with another: what it had sealed is replaced, its tickets stay good', async () => {
  const { sql, url } = await openTestDatabase()
  await makeSealedKey(sql)
  await open(sql, FIRST)
  const args = ['reseal', '--lost', '--json']
  const { code, stdout, stderr } = await grandstand(args, { DATABASE_URL: url, ...settings(SECOND) })
  assert.deepEqual([code, stdout], [0, '{"resealed":0,"replaced":1}\n'], stderr)
  await open(sql, SECOND)
  const keys = await sql`select length(public_key) as bytes, retired_at is null as signs from event_signing_keys`
  assert.deepEqual([...keys], [{ bytes: 32, signs: false }])
})

test('an endpoint that was deleted, and has no secret any more, keeps no database from before from its start', async () => {
  const { sql } = await openTestDatabase()
  await addClub(sql)
  await sql`
    insert into webhook_endpoints (org_id, url, types, webhook_endpoint_status)
    values (1, 'https://hooks.example.com/', '{*}', 'deleted')`
  await open(sql, FIRST)
  await assert.rejects(open(sql, WRONG), REFUSAL)
})

const addClub = (sql: Sql) => sql`
  insert into organisations (org_id, name, country, timezone, currency, mode)
  values (1, 'Club', 'AU', 'UTC', 'AUD', 'test')`

/** An event whose tickets are signed by a key under the first secret. */
async function makeSealedKey(sql: Sql): Promise<void> {
  const sealed = createSeal(FIRST).close('a private key', 'event_signing_keys 1 1')
  await addClub(sql)
  await sql`
    insert into events (org_id, event_id, title, url_string, currency, timezone, starts_at)
    values (1, 1, 'Final', 'final', 'AUD', 'UTC', now())`
  await sql`
    insert into event_signing_keys (org_id, event_id, public_key, private_key_encrypted)
    values (1, 1, ${Buffer.alloc(32)}, ${sealed})`
}
