import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey } from '../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../server/access/principal.ts'
import { defaultScopes } from '../../server/access/scopes.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { readMigrations } from '../../server/platform/postgres/migrate.ts'
import { load, type SeedKind } from './load.ts'

export const MEMBERS = 1_000_000

export type Seeded = { url: string; sql: Sql; orgId: OrgId; key: string; members: number; mainEventId: number }

/**
 * Runs the work on the seeded database. The first run for these migrations and this seed makes it, later ones find it under
 * node_modules/.cache/bench-seed; `npm run bench -- NAME 100000` takes so many members instead of a million.
 */
export async function withSeeded<T>(
  args: string[],
  work: (seeded: Seeded) => Promise<T>,
  kind: SeedKind = 'plain',
): Promise<T> {
  if (process.env.BENCH_DATABASE_URL !== undefined)
    throw new Error('its data has a PostgreSQL of its own: no --database')
  const members = Number(args[0] ?? MEMBERS)
  if (!Number.isSafeInteger(members) || members < 1000)
    throw new Error('a seed has a whole number of members, 1000 at least')
  const dataDir = await seededFolder(members, kind)
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server' })
  const sql = openDatabase(server.url, { poolSize: 4, statementTimeoutMs: 0 })
  try {
    return await work({ url: server.url, sql, members, ...(await enter(sql)) })
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** The folder of a finished seed; one that a crash left half done is made anew. */
async function seededFolder(members: number, kind: SeedKind): Promise<string> {
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'bench-seed')
  const dataDir = join(cache, `${await seedHash()}-${members}${kind === 'plain' ? '' : `-${kind}`}`)
  const done = join(dataDir, 'seeded')
  if ((await readFile(done, 'utf8').catch(() => '')) !== '') return dataDir
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const settings = { max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }
  const server = await startEmbeddedPostgres({ dataDir, mode: 'server', durable: false, settings })
  try {
    await load(server.url, members, { kind, say: (line) => console.error(`seed: ${line}`) })
  } finally {
    await server.stop()
  }
  await writeFile(done, new Date().toISOString())
  return dataDir
}

async function seedHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations()) hash.update(checksum)
  for (const name of (await readdir(import.meta.dirname)).sort()) {
    if (name !== 'seeded.ts') hash.update(await readFile(join(import.meta.dirname, name)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** A fresh key and no limits in the way: rate limits have a benchmark of their own. */
async function enter(sql: Sql): Promise<Pick<Seeded, 'orgId' | 'key' | 'mainEventId'>> {
  const [large] = await sql<{ org_id: OrgId; event_id: number }[]>`
    update organisations o
    set key_requests_per_minute = 10000000, key_requests_per_day = 1000000000, requests_per_day = 1000000000,
      publishable_requests_per_day = 1000000000, address_requests_per_minute = 10000000,
    address_requests_per_day = 1000000000, gate_key_requests_per_minute = 10000000,
      gate_key_requests_per_day = 1000000000
    where o.name = 'Large Club'
    returning o.org_id, (select min(e.event_id) from events e where e.org_id = o.org_id) as event_id`
  if (!large) throw new Error('the seed has no large organisation')
  const { secret } = await createKey(large.org_id, sql, { kind: 'sk', scopes: [...defaultScopes('sk'), 'manage'] })
  return { orgId: large.org_id, key: secret, mainEventId: large.event_id }
}
