import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Offer, seedOffer } from '../../bench/on-sale/seed-offer.ts'
import { startApi, withPostgres } from '../../bench/server.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate, readMigrations } from '../../server/platform/postgres/migrate.ts'
import { type Migration, wayOf } from '../../server/platform/postgres/migration-file.ts'
import { seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const BUYERS_EACH_SECOND = 3
const WAIT_MAX_MS = 2_000
const TABLES = ['baskets', 'orders', 'order_lines', 'payments', 'tickets', 'price_categories', 'customers']

/**
 * Three buyers a second buy through two API processes while the database is migrated and a report reads the tables of a sale for a
 * minute (`--reader 60`, in seconds). The migrations alter two of these tables in one transaction, in an order of the seed's own, add a
 * trigger, build an index and change all rows in batches. `--seeds 5` runs it five times.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { seeds: number, first: number, reader: number } })
  const { seeds = '1', first = '1', reader = '60' } = values
  const findings: Finding[] = []
  for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
    const found = await withPostgres((url) => runSeed(seed, url, Number(reader) * 1_000))
    findings.push(...found.map((finding) => ({ ...finding, promise: `seed ${seed}: ${finding.promise}` })))
  }
  return findings
}

type Sale = { status: number; ms: number }

async function runSeed(seed: number, url: string, readerMs: number): Promise<Finding[]> {
  const offer = await seedOffer(url, 100_000)
  const apis = await Promise.all([startApi(url), startApi(url)])
  const sql = openDatabase(url, { poolSize: 4, statementTimeoutMs: 0 })
  // A process is slower with its first request.
  for (const { url: at } of [...apis, ...apis]) await buy(at, offer, `first-${seed}`)
  const sales: Promise<Sale>[] = []
  let isOver = false
  const selling = (async () => {
    while (!isOver) {
      sales.push(buy(apis[sales.length % 2]?.url ?? '', offer, `fan-${seed}-${sales.length}`))
      await sleep(1_000 / BUYERS_EACH_SECOND)
    }
  })()
  try {
    const report = readFor(sql, readerMs)
    let tries = 0
    const onWaiting = () => {
      tries += 1
    }
    const began = performance.now()
    const applied = await migrate(sql, await newMigrations(seed), undefined, { onWaiting })
    const seconds = (performance.now() - began) / 1_000
    await report
    isOver = true
    await selling
    return findingsOf(await Promise.all(sales), applied.length, tries, seconds)
  } finally {
    isOver = true
    await sql.end({ timeout: 1 })
    for (const api of apis) await api.stop()
  }
}

function findingsOf(sales: Sale[], applied: number, tries: number, seconds: number): Finding[] {
  const longest = Math.max(...sales.map(({ ms }) => ms))
  const refused = sales.filter(({ status }) => status !== 200)
  return [
    {
      promise: 'every migration is applied',
      figure: `${applied} in ${seconds.toFixed(1)} s, ${tries} tries`,
      kept: applied === 4,
    },
    { promise: 'no buyer is refused', figure: `${refused.length} of ${sales.length}`, kept: refused.length === 0 },
    { promise: 'no buyer waits for two seconds', figure: `${longest.toFixed(0)} ms`, kept: longest < WAIT_MAX_MS },
  ]
}

/** As a report does that reads one table after the other in one snapshot. */
const readFor = (sql: Sql, ms: number) =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    for (const table of TABLES) await tx`select count(*) from ${tx(table)}`
    await sleep(ms)
  })

async function newMigrations(seed: number): Promise<Migration[]> {
  const known = await readMigrations()
  const random = seeded(seed)
  const [one = '', other = ''] = TABLES.toSorted(() => random() - 0.5)
  const texts = [
    `alter table orders add column upgraded_at timestamptz; alter table ${one} add column upgrade_one integer; alter table ${other} add column upgrade_other integer;`,
    `create function upgrade_trigger() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger upgrade_trigger before update on ${one} for each row execute function upgrade_trigger();`,
    `-- grandstand: concurrently\ncreate index concurrently if not exists upgrade_index on ${one} (org_id, created_at);`,
    `-- grandstand: in batches
update orders set currency = currency, upgraded_at = now()
where org_id = $1 and order_id in (select order_id from orders where org_id = $1 and upgraded_at is null limit 100);`,
  ]
  return [
    ...known,
    ...texts.map((text, nth) => {
      const version = known.length + nth + 1
      return { version, name: `${version}_upgrade.sql`, text, checksum: String(version), way: wayOf(text) }
    }),
  ]
}

async function buy(url: string, { key, priceId }: Offer, name: string): Promise<Sale> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const began = performance.now()
  const opened = await post('/v1/baskets', { items: [{ price_id: priceId, quantity: 1 }] })
  if (opened.status !== 201) return { status: opened.status, ms: performance.now() - began }
  const { id } = (await opened.json()) as { id: string }
  const customer = { email: `${name}@example.org`, first_name: 'Fay', last_name: 'Fan' }
  const paid = await post(`/v1/baskets/${id}/checkout`, { payment_method: 'pm_test_ok', customer })
  await paid.text()
  return { status: paid.status, ms: performance.now() - began }
}
