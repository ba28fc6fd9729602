import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { captureChanges, moveLock, releaseChanges } from './capture-changes.ts'
import { readMovedTables } from './moved-tables.ts'

const house = await openHouse()
const { sql } = house
const tables = await readMovedTables(sql)

const write = ({ key }: Tenant) => house.call('POST', '/v1/baskets', { key, body: {} })
const read = ({ key }: Tenant) => house.call('GET', '/v1/organisation', { key })

test('while writes are stopped they are refused for a second, reads and others go on, and a mover that dies stops nobody', async () => {
  const [club, neighbour] = [await house.organisation(), await house.organisation()]
  await captureChanges(club.orgId, sql, tables)
  assert.equal((await write(club)).status, 201)
  const mover = await sql.reserve()
  const [session] = await mover<{ pid: number }[]>`
    select pg_backend_pid() as pid, pg_advisory_lock(${moveLock(club.orgId, sql)})::text`
  const { status, body, headers } = await write(club)
  assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'organisation_moving', '1'])
  assert.deepEqual([(await read(club)).status, (await write(neighbour)).status], [200, 201])
  await sql`select pg_terminate_backend(${session?.pid ?? 0})`
  mover.release()
  while ((await write(club)).status === 503);
  assert.equal((await write(club)).status, 201)
  await releaseChanges(club.orgId, sql, tables)
  assert.equal((await write(club)).status, 201)
  const [noted] = await sql<{ count: number }[]>`
    select count(*)::integer
    from organisation_changes
    where org_id = ${club.orgId}`
  assert.equal(noted?.count, 0)
})

/** What a cell knows about itself and about who signs in there; all that is an organisation's has an org_id, and moves. */
const OF_A_CELL = [
  ...[
    'cell',
    'id_blocks',
    'installation',
    'organisation_changes',
    'organisation_moves',
    'processes',
    'schema_migrations',
  ],
  // A passkey is of one address, and another cell has another.
  ...[
    'staff_accounts',
    'staff_attempts',
    'staff_challenges',
    'staff_passkeys',
    'staff_recovery_codes',
    'staff_sessions',
  ],
]

test('every table moves with its organisation, or is a cell’s own', async () => {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relkind = 'r'
      and relnamespace = 'public'::regnamespace
    order by relname`
  const moved = new Set(tables.map(({ name }) => name))
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !moved.has(name)),
    OF_A_CELL,
  )
})
