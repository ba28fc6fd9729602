import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { openTestDatabase } from '../../../tests/harness/house.ts'
import { openDatabase } from './database.ts'
import { isCurrent, MigrationError, migrate, readMigrations, requireMigrated } from './migrate.ts'

const { sql, url } = await openTestDatabase()
/** As another process would: with one connection, and little patience for a statement. */
const impatient = openDatabase(url, { poolSize: 1, statementTimeoutMs: 1000, applicationName: 'impatient' })
after(() => impatient.end({ timeout: 1 }))

/** Reads these files as the program's migrations. */
async function migrationsOf(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-migrations-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return await readMigrations(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ONE = { '0001_one.sql': 'create table one (a integer);' }
const TWO = { ...ONE, '0002_two.sql': 'create table two (a integer); insert into two values (1);' }

const tables = async () => {
  const rows = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
    order by table_name`
  return rows.map(({ name }) => name)
}

beforeEach(async () => {
  await sql`drop schema public cascade`
  await sql`create schema public`
})

test('what is missing is applied, in order and once', async () => {
  assert.deepEqual(await migrate(sql, await migrationsOf(ONE)), ['0001_one.sql'])
  assert.deepEqual(await migrate(sql, await migrationsOf(TWO)), ['0002_two.sql'])
  assert.deepEqual(await migrate(sql, await migrationsOf(TWO)), [])
  assert.deepEqual(await tables(), ['one', 'schema_migrations', 'two'])
})

const BROKEN = { ...ONE, '0002_two.sql': 'create table two (a integer); insert into two values (1/0);' }

test('in a new database all are applied together: one that fails leaves nothing, and a later start begins anew', async () => {
  await assert.rejects(migrate(sql, await migrationsOf(BROKEN)), /division by zero/)
  assert.deepEqual(await tables(), ['schema_migrations'])
  assert.deepEqual(await migrate(sql, await migrationsOf(TWO)), ['0001_one.sql', '0002_two.sql'])
})

test('a migration that fails leaves nothing of itself, and what came before it stays', async () => {
  await migrate(sql, await migrationsOf(ONE))
  await assert.rejects(migrate(sql, await migrationsOf(BROKEN)), /division by zero/)
  assert.deepEqual(await tables(), ['one', 'schema_migrations'])
  assert.deepEqual(await migrate(sql, await migrationsOf(TWO)), ['0002_two.sql'])
})

test('a migration that was edited after it was applied stops the start', async () => {
  await migrate(sql, await migrationsOf(ONE))
  const edited = await migrationsOf({ ...TWO, '0001_one.sql': 'create table one (a bigint);' })
  await assert.rejects(migrate(sql, edited), MigrationError)
  assert.deepEqual(await tables(), ['one', 'schema_migrations'])
})

test('a database that is newer than the program stops the start', async () => {
  await migrate(sql, await migrationsOf(TWO))
  await assert.rejects(migrate(sql, await migrationsOf(ONE)), /newer than this program.*0002_two\.sql/)
})

const OLD = { '0001_foundation.sql': 'create table old (a integer); insert into old values (1);' }

test('a database from before the baseline is refused in plain words, and nothing in it changes', async () => {
  await migrate(sql, await migrationsOf(OLD))
  const before = await sql`select version, name, checksum, applied_at from schema_migrations`
  for (const attempt of [() => migrate(sql), () => requireMigrated(sql)]) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(error.message, /made before the first release.*use a new database or another DATA_DIR/)
      return true
    })
  }
  assert.deepEqual(await tables(), ['old', 'schema_migrations'])
  assert.deepEqual(await sql`select version, name, checksum, applied_at from schema_migrations`, before)
  assert.deepEqual([...(await sql`select a from old`)], [{ a: 1 }])
})

test('files that are not numbered one after the other are refused', async () => {
  for (const files of [{ '0002_two.sql': '' }, { ...ONE, '0003_three.sql': '' }, { ...ONE, '0001_other.sql': '' }]) {
    await assert.rejects(migrationsOf(files), MigrationError)
  }
})

test('two processes that start together apply each migration once', async () => {
  const migrations = await migrationsOf(TWO)
  const applied = await Promise.all([migrate(sql, migrations), migrate(impatient, migrations)])
  assert.deepEqual(applied.flat(), ['0001_one.sql', '0002_two.sql'])
})

async function waitsLong() {
  const [row] = await sql<{ long: boolean | null }[]>`
    select bool_or(now() - query_start > interval '1200 ms') as long
    from pg_stat_activity
    where application_name = 'impatient'
      and wait_event_type = 'Lock'`
  return row?.long ?? false
}

test('a process waits for the other’s migrations for longer than an ordinary statement may run', async () => {
  const migrations = await migrationsOf(ONE)
  const other = await sql.reserve()
  await other`select pg_advisory_lock(7401001)`
  const waiting = migrate(impatient, migrations)
  let hasFailed = false
  waiting.catch(() => {
    hasFailed = true
  })
  while (!hasFailed && !(await waitsLong())) {
    // Each look asks the database, so there is no pause to choose.
  }
  await other`select pg_advisory_unlock(7401001)`
  other.release()
  assert.deepEqual(await waiting, ['0001_one.sql'])
  const [setting] = await impatient`show statement_timeout`
  assert.deepEqual({ ...setting }, { statement_timeout: '1s' })
})

test('a database is current once it has every migration of the program', async () => {
  await migrate(sql, await migrationsOf(ONE))
  assert.deepEqual([await isCurrent(sql, 0), await isCurrent(sql, 1), await isCurrent(sql, 2)], [true, true, false])
})

test('the migrations of this program apply to an empty database', async () => {
  const migrations = await readMigrations()
  assert.equal((await migrate(sql, migrations)).length, migrations.length)
  assert.ok(await isCurrent(sql, migrations.length))
})
