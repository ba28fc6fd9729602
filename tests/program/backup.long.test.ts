import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readTables, referredFirst } from '../../server/operator/backup/write-backup.ts'
import { addDemoMembers } from '../../server/operator/demo/members.ts'
import { addDemoOrders } from '../../server/operator/demo/orders.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { readConfig } from '../../server/program/config.ts'
import { openSeal } from '../../server/program/secret.ts'
import { temporaryFolder } from '../harness/embedded-postgres.ts'
import { openHouse, openTestDatabase, TEST_SECRET } from '../harness/house.ts'
import { grandstand, startServer } from '../harness/program.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'grandstand.backup')
const settings = (url: string) => ({ DATABASE_URL: url, GRANDSTAND_SECRET: TEST_SECRET })

const house = await openHouse()
const club = await house.organisation({ name: 'Tab\there, newline\nthere, \\. and “ü”' })
await openSeal(house.sql, readConfig({ GRANDSTAND_SECRET: TEST_SECRET }))
await house.sql.plain.begin((tx) => addDemoOrders(club.orgId, tx, 30))
await house.sql.plain.begin((tx) => addDemoMembers(club.orgId, tx, 20))
await house.call('POST', '/v1/webhook_endpoints', { key: club.key, body: { url: 'https://hooks.example.com/' } })

/** Every row of every table, and the last id that each sequence has given. */
async function contents(sql: Sql): Promise<Record<string, string>> {
  const tables: Record<string, string> = {}
  for (const { name } of await readTables(sql)) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t order by 1`
    tables[name] = rows.map(({ row }) => row).join('\n')
  }
  const sequences = await sql`select sequencename::text as name, last_value from pg_sequences order by 1`
  return { ...tables, sequences: JSON.stringify(sequences) }
}

test('what backup writes, restore puts into an empty database: every row, every sequence, and books that add up', async () => {
  const written = await grandstand(['backup', '--file', file, '--json'], settings(house.url))
  assert.equal(written.code, 0, written.stderr)
  assert.ok(JSON.parse(written.stdout).rows > 100)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const target = await openTestDatabase()
  await target.sql`drop schema public cascade`
  await target.sql`create schema public`
  const restored = await grandstand(['restore', '--file', file, '--json'], settings(target.url))
  assert.deepEqual([restored.code, restored.stderr], [0, ''])
  assert.equal(JSON.parse(restored.stdout).differences, 0)
  const [before, after] = [await contents(house.sql), await contents(target.sql)]
  assert.deepEqual(Object.keys(after), Object.keys(before))
  const differing = Object.keys(before).filter((name) => before[name] !== after[name])
  assert.deepEqual(differing, [])

  const again = await grandstand(['restore', '--file', file], settings(target.url))
  assert.deepEqual([again.code, /already: a backup is restored into an empty one/.test(again.stderr)], [1, true])
})

test('of a file that is cut short nothing is restored, and the whole one can follow', async () => {
  const whole = await readFile(file)
  const part = join(folder, 'part')
  const { sql, url } = await openTestDatabase()
  for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no backup')]) {
    await writeFile(part, bytes)
    const { code, stderr } = await grandstand(['restore', '--file', part], settings(url))
    assert.equal(code, 1)
    assert.match(stderr, /^grandstand: the backup [^\n]+\n$/)
    assert.deepEqual([...(await sql`select org_id from organisations`)], [])
  }
  const { code, stderr } = await grandstand(['restore', '--file', file], {
    ...settings(url),
    GRANDSTAND_SECRET: 'x'.repeat(32),
  })
  assert.equal(code, 0)
  assert.match(stderr, /GRANDSTAND_SECRET is not the one/)
})

test('the embedded database is backed up while it runs, and restored into another DATA_DIR', async () => {
  const data = await temporaryFolder('backup')
  const embedded = (name: string) => ({ DATA_DIR: join(data, name), PORT: '0', LOG_LEVEL: 'warn' })
  const first = await startServer(embedded('first'))
  const key = /gs_sk_test_[0-9A-Za-z]+/.exec(first.output())?.[0]
  const path = join(folder, 'embedded.backup')
  const written = await grandstand(['backup', '--file', path], embedded('first'))
  assert.equal(written.code, 0, written.stderr)
  first.child.kill('SIGTERM')
  await first.ended
  const restored = await grandstand(['restore', '--file', path], embedded('second'))
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stderr, /put the secret .* into DATA_DIR/)
  await cp(join(data, 'first', 'secret'), join(data, 'second', 'secret'))
  const second = await startServer(embedded('second'))
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await fetch(`${second.url}/v1/organisation`, { headers })).status, 200)
  second.child.kill('SIGTERM')
  assert.equal((await second.ended).code, 0)
})

test('tables come after those that they refer to', () => {
  const table = (name: string, ...refers_to: string[]) => ({ name, columns: [], refers_to })
  const names = referredFirst([table('a', 'c'), table('b', 'a', 'c'), table('c')]).map(({ name }) => name)
  assert.deepEqual(names, ['c', 'a', 'b'])
  assert.throws(() => referredFirst([table('a', 'b'), table('b', 'a')]), /circle/)
})
