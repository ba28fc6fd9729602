import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'

/** Where the tests' own role is a superuser, operators have one that owns its database and may do no more. */
export type PlainOwner = { sql: Sql; url: string; role: string; asSuperuser(statement: string): Promise<void> }

/** A migrated database that belongs to a role of its own; both are gone when the file is done. */
export async function openPlainDatabase(): Promise<PlainOwner> {
  const serverUrl = process.env.TEST_SERVER_URL ?? ''
  const name = `plain_${randomBytes(8).toString('hex')}`
  const admin = openDatabase(serverUrl, { poolSize: 1 })
  const asSuperuser = async (statement: string) => {
    await admin.unsafe(statement)
  }
  await asSuperuser(`create role ${name} login password '${name}'`)
  await asSuperuser(`create database ${name} owner ${name}`)
  const { href: url } = Object.assign(new URL(serverUrl), { username: name, password: name, pathname: `/${name}` })
  const sql = openDatabase(url, { poolSize: 5 })
  after(async () => {
    await sql.end({ timeout: 1 })
    await asSuperuser(`drop database ${name} with (force)`)
    await asSuperuser(`revoke all on parameter session_replication_role from ${name}`)
    await asSuperuser(`drop role ${name}`)
    await admin.end()
  })
  await migrate(sql)
  return { sql, url, role: name, asSuperuser }
}
