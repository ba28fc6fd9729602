import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../harness/house.ts'
import { grandstand } from '../harness/program.ts'

const { sql, url } = await openTestDatabase()
const settings = { DATABASE_URL: url, GRANDSTAND_SECRET: 's'.repeat(32), PORT: '0', LOG_LEVEL: 'info' }

test('a database from before the first release is left alone by start, migrate and doctor, in one line', async () => {
  const [baseline] = await sql<{ name: string }[]>`select name from schema_migrations where version = 1`
  await sql`update schema_migrations set name = '0001_foundation.sql' where version = 1`
  const before = await sql`select * from schema_migrations order by version`
  for (const command of ['start', 'migrate']) {
    const ended = await grandstand([command], settings)
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /made before the first release/)
    assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  }
  const doctor = await grandstand(['doctor'], settings)
  assert.match(doctor.stdout, /migrations.*made before the first release/)
  assert.deepEqual(await sql`select * from schema_migrations order by version`, before)
  await sql`update schema_migrations set name = ${baseline?.name ?? ''} where version = 1`
})
