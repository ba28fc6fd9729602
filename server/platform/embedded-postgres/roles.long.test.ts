import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, temporaryFolder } from '../../../tests/harness/embedded-postgres.ts'
import { openDatabase } from '../postgres/database.ts'
import { migrate, readMigrations } from '../postgres/migrate.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const folder = await temporaryFolder('roles')
const start = (name: string) =>
  startEmbeddedPostgres({ dataDir: join(folder, name), mode: 'server', durable: false, say: () => {} })

const migrateAt = async (url: string) => {
  const sql = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  try {
    return await migrate(sql)
  } finally {
    await sql.end()
  }
}

const IS_SUPERUSER = 'select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user'
const OTHERS_TABLES = `
  select count(*)::integer
  from pg_class
  where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p', 'S')
    and relowner <> current_user::regrole`

test('the program is no superuser: it migrates its database, and reads no file and runs no program of the machine', async () => {
  const server = await start('new')
  assert.equal(await ask(server.url, IS_SUPERUSER), false)
  assert.equal((await migrateAt(server.url)).length, (await readMigrations()).length)
  for (const attack of [
    `select pg_read_file('/etc/passwd')`,
    `copy organisations (name) from program 'id'`,
    `alter role grandstand_app superuser`,
    `set role grandstand`,
  ]) {
    await assert.rejects(ask(server.url, attack), { code: '42501' }, attack)
  }
  await server.stop()
})

test('a folder in which the superuser worked is handed over at the start, with all that is in it', async () => {
  const before = await start('old')
  const inPostgres = before.superuserUrl.replace(/\/grandstand$/, '/postgres')
  await ask(inPostgres, 'drop database grandstand')
  await ask(inPostgres, 'drop role grandstand_app')
  await ask(inPostgres, 'create database grandstand')
  await migrateAt(before.superuserUrl)
  await ask(
    before.superuserUrl,
    `insert into organisations (name, country, timezone, currency) values ('Club', 'AU', 'UTC', 'AUD')`,
  )
  await before.stop()
  const server = await start('old')
  assert.equal(await ask(server.url, IS_SUPERUSER), false)
  assert.equal(await ask(server.url, 'select name from organisations'), 'Club')
  assert.equal(await ask(server.url, OTHERS_TABLES), 0)
  assert.deepEqual(await migrateAt(server.url), [])
  await ask(server.url, 'alter table organisations add column later text')
  await server.stop()
})
