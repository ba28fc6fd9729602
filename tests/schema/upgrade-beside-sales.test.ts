import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate, readMigrations } from '../../server/platform/postgres/migrate.ts'
import { type Migration, wayOf } from '../../server/platform/postgres/migration-file.ts'
import { locksInOrder } from '../../server/platform/postgres/migration-locks.ts'
import { planMigrations } from '../../server/platform/postgres/plan-migrations.ts'
import { shopOf } from '../builders/baskets.ts'
import { addOffer } from '../builders/prices.ts'
import { isOnCluster } from '../harness/citus.ts'
import { openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { sql } = house
const { priceId } = await addOffer(house, club, { capacity: 1_000 })

/** A migration after all that there are. */
async function nextMigration(text: string): Promise<Migration[]> {
  const known = await readMigrations()
  const [{ applied } = { applied: 0 }] = await sql<{ applied: number }[]>`
    select max(version) as applied
    from schema_migrations`
  const earlier = await sql<{ version: number; name: string; checksum: string }[]>`
    select version, name, checksum
    from schema_migrations
    where version > ${known.length}
    order by version`
  const version = applied + 1
  const added = earlier.map((row) => ({ ...row, text: '' }))
  return [
    ...known,
    ...added,
    { version, name: `${version}_next.sql`, text, checksum: `sum ${version}`, way: wayOf(text) },
  ]
}

/** A sale that waited for a lock of minutes would be refused. */
async function sell(): Promise<void> {
  const shop = shopOf(house, club)
  const customer = { email: 'fay@example.org', first_name: 'Fay', last_name: 'Fan' }
  const { status, text } = await shop.checkOut(await shop.fill(priceId, 1), { customer })
  assert.equal(status, 200, text)
}

const PATIENCE = { lockTimeoutMs: 50, againAfterMs: 50 }

test('while a reader keeps a migration waiting, buyers buy as ever, and it is applied when the reader is done', async () => {
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select count(*) from orders`
  await reader`select count(*) from payments`
  const { promise: waitsAgain, resolve } = Promise.withResolvers<void>()
  const sentences: string[] = []
  const onWaiting = (sentence: string) => {
    sentences.push(sentence)
    if (sentences.length === 2) resolve()
  }
  const text = 'alter table payments add column upgrade_a integer; alter table orders add column upgrade_b integer;'
  const migrating = migrate(sql, await nextMigration(text), undefined, { ...PATIENCE, onWaiting })
  await waitsAgain
  for (let nth = 0; nth < 5; nth += 1) await sell()
  await reader`commit`
  reader.release()
  assert.equal((await migrating).length, 1)
  assert.match(sentences[0] ?? '', /waits for orders, payments; they are held by grandstand \(process \d+\) for \d+ s/)
})

test('of a migration and a sale that wait for each other the migration gives way', async () => {
  const sale = await sql.reserve()
  await sale`begin`
  await sale`update payments set changed_at = changed_at where org_id = ${club.orgId}`
  const { promise: gaveWay, resolve } = Promise.withResolvers<void>()
  const text = 'update orders set changed_at = changed_at; alter table payments add column upgrade_c integer;'
  const migrating = migrate(sql, await nextMigration(text), undefined, { ...PATIENCE, onWaiting: () => resolve() })
  await gaveWay
  await sale`update orders set changed_at = changed_at where org_id = ${club.orgId}`
  await sale`commit`
  sale.release()
  assert.equal((await migrating).length, 1)
})

test('a migration that is locked out for too long says by whom, and has changed nothing', async () => {
  const reader = openDatabase(house.url, { poolSize: 1, applicationName: 'a long report' })
  const report = await reader.reserve()
  await report`begin`
  await report`select count(*) from orders`
  const migrations = await nextMigration('create table upgrade_d (a integer); alter table orders add column d integer;')
  await assert.rejects(
    migrate(sql, migrations, undefined, { ...PATIENCE, patienceMs: 100 }),
    /_next\.sql waits for orders; they are held by a long report \(process \d+\).* has changed nothing/,
  )
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('upgrade_d') is not null as there`
  assert.equal(row?.there, false)
  report.release()
  await reader.end({ timeout: 1 })
})

test('an index is built while others write, and one that was left half built is built anew', {
  skip: isOnCluster(),
}, async () => {
  await sql`create index upgrade_index on orders (org_id, changed_at)`
  await sql`update pg_index set indisvalid = false where indexrelid = 'upgrade_index'::regclass`
  const text = `-- grandstand: concurrently
create index concurrently if not exists upgrade_index on orders (org_id, changed_at);
`
  const writer = await sql.reserve()
  await writer`begin`
  await writer`update orders set changed_at = changed_at where org_id = ${club.orgId}`
  const migrating = migrate(sql, await nextMigration(text))
  await sell()
  await writer`commit`
  writer.release()
  assert.equal((await migrating).length, 1)
  const [row] = await sql<{ indisvalid: boolean }[]>`
    select indisvalid
    from pg_index
    where indexrelid = 'upgrade_index'::regclass`
  assert.equal(row?.indisvalid, true)
})

test('rows are changed in batches, organisation by organisation, until none is left', async () => {
  for (let nth = 0; nth < 3; nth += 1) await sell()
  await migrate(sql, await nextMigration('alter table orders add column upgrade_e integer;'))
  const text = `-- Two at a time, to be seen.
-- grandstand: in batches
update orders
set upgrade_e = 1
where org_id = $1
  and order_id in (select order_id from orders where org_id = $1 and upgrade_e is null order by order_id limit 2);
`
  const batches: number[] = []
  const stop = sql.observe((statement) => {
    if (statement.includes('upgrade_e = 1')) batches.push(1)
  })
  await migrate(sql, await nextMigration(text))
  stop()
  const [row] = await sql<{ left: number; all: number }[]>`
    select count(*) filter (where upgrade_e is null)::integer as left, count(*)::integer as all
    from orders
    where org_id = ${club.orgId}`
  assert.equal(row?.left, 0)
  assert.ok(batches.length > (row?.all ?? 0) / 2, `${batches.length} batches of ${row?.all} rows`)
})

test('a plan names the tables in the order of their locks, the mode and the size', async () => {
  const [migration] = (
    await nextMigration(`
    alter table payments add column f integer;
    create index f on orders (org_id);
    create table upgrade_g (org_id bigint references organisations);
  `)
  ).slice(-1)
  assert.ok(migration)
  assert.deepEqual(await locksInOrder(sql, migration), [
    { table: 'organisations', mode: 'share row exclusive' },
    { table: 'orders', mode: 'share' },
    { table: 'payments', mode: 'access exclusive' },
  ])
  const [planned] = await planMigrations(sql, [migration])
  assert.equal(planned?.locks[2]?.keeps_from, 'reading and writing')
  assert.ok((planned?.locks[1]?.bytes ?? 0) > 0)
})
