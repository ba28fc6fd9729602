import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { isOnCluster } from '../harness/citus.ts'
import { openPlainDatabase } from '../harness/plain-owner.ts'
import { grandstand, startServer } from '../harness/program.ts'

/** What the page tells the owner to run, with a name that no other test has. */
async function statementsOf(role: string): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'schema.md'), 'utf8')
  const [, statements = ''] = /^```sql\n(create role grandstand_app.*?)^```/ms.exec(page) ?? []
  return statements
    .replace('create role grandstand_app login', `create role ${role} login password '${role}'`)
    .replaceAll('grandstand_app', role)
}

test('the role that the schema’s page offers, which owns nothing, starts the program and sells', {
  skip: isOnCluster() && 'one PostgreSQL',
}, async () => {
  const owner = await openPlainDatabase()
  const GRANDSTAND_SECRET = 'a secret for tests of 32 characters'
  const asOwner = { DATABASE_URL: owner.url, GRANDSTAND_SECRET, PORT: '0', LOG_LEVEL: 'warn' }
  assert.equal((await grandstand(['migrate'], asOwner)).code, 0)
  const role = `${owner.role}_app`
  // Roles are the server's: only a superuser makes one; the rest is the owner's to grant.
  const [createRole = '', ...grants] = (await statementsOf(role)).split(';\n').filter((line) => line.trim() !== '')
  await owner.asSuperuser(createRole)
  for (const grant of grants) await owner.sql.unsafe(grant)
  const { href: url } = Object.assign(new URL(owner.url), { username: role, password: role })
  const plain = openDatabase(url, { poolSize: 1 })
  after(async () => {
    await plain.end({ timeout: 1 })
    // Its rights are gone with the database.
    const admin = openDatabase(process.env.TEST_SERVER_URL ?? '', { poolSize: 1 })
    await admin.unsafe(`drop role ${role}`)
    await admin.end()
  })
  await assert.rejects(plain`create table anything (id bigint)`, /permission denied/)
  await assert.rejects(plain`delete from audit_log`, /permission denied/)

  const settings = { ...asOwner, DATABASE_URL: url }
  const created = await grandstand(
    'org create --name X --country AU --timezone UTC --currency AUD --sandbox --json'.split(' '),
    settings,
  )
  assert.equal(created.code, 0, created.stderr)
  const server = await startServer(settings)
  try {
    const key = (JSON.parse(created.stdout) as { secret_key: string }).secret_key
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.ok(answer.ok, `${path}: ${answer.status}`)
      return (await answer.json()) as Record<string, string | number>
    }
    const event = await post('/manage/events', { title: 'Derby', event_start_unix: (Date.now() / 1000 + 86_400) | 0 })
    const path = `/manage/events/${event.event_id}`
    const category = await post(`${path}/price_categories`, { title: 'Stand', capacity: 10 })
    const { price_category_id } = category
    const price = await post(`${path}/prices`, { price_category_id, title: 'Adult', price: 25 })
    await post(`${path}/publish`, {})
    const basket = await post('/baskets', { items: [{ price_id: price.price_id, quantity: 2 }] })
    const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
    const order = await post(`/baskets/${basket.id}/checkout`, { payment_method: 'pm_test_ok', customer })
    assert.equal(order.status, 'confirmed')
  } finally {
    server.child.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
  }
  const audit = await grandstand(['audit'], settings)
  assert.equal(audit.code, 0, audit.stdout)
  const sums = await grandstand(['sums', '--sandboxes', '--json'], settings)
  assert.equal(sums.code, 0, sums.stderr)
  assert.deepEqual(
    sums.stdout
      .split('\n')
      .slice(0, 1)
      .map((line) => JSON.parse(line).taken),
    [50],
  )
})
