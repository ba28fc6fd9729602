import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OrgId, orgIdOf } from '../../server/access/principal.ts'
import { publishAll } from '../../server/messages/webhooks/publish.ts'
import { makeSecret, secretContext } from '../../server/messages/webhooks/signature.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { organisationClock, systemClock } from '../../server/platform/values/clock.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { startChaosPostgres } from './chaos-postgres.ts'
import type { Finding } from './run.ts'
import { type Kind, openReceivers, type Party, type Receivers } from './webhooks/receivers.ts'

const SECRET = 'x'.repeat(32)
const MESSAGES = 50_000
const WORKERS = 3
const KINDS: Record<Kind, number> = { healthy: 9, slow: 3, flapping: 3, dead: 2, redirecting: 2, gone: 1 }
/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:9'
const PER_COMMIT = 50

/**
 * Three workers, twenty endpoints, 50,000 messages (or the number given); two workers and the database are killed meanwhile.
 */
export async function run([countText]: string[]): Promise<Finding[]> {
  const count = countText === undefined ? MESSAGES : Number(countText)
  const database = await startChaosPostgres()
  const sql = openDatabase(database.url, { poolSize: 4, statementTimeoutMs: 0 })
  const parties = new Map<number, Party>()
  const receivers = await openReceivers(parties)
  const workers = superviseWorkers(database.url)
  try {
    const orgId = await prepare(sql, parties, receivers)
    workers.start()
    const raising = raise(orgId, sql, count)
    const progress = () => Math.min(...reachable(parties).map(({ got }) => got.size)) / count
    for (const [at, kill] of [
      [0.2, () => workers.killOne()],
      [0.4, () => workers.killOne()],
      [0.6, () => database.kills[0]?.()],
    ] as const) {
      while (progress() < at) await sleep(20)
      await kill()
    }
    await raising
    while (progress() < 1) await sleep(100)
    await sleep(2000)
    return [...findings(parties, receivers, count), await inDatabase(orgId, sql, count)]
  } finally {
    await workers.stop()
    receivers.close()
    await sql.end({ timeout: 5 })
    await database.stop()
  }
}

/** As whatever runs workers in earnest does: one that ends is replaced, be it that the database was not there when it began. */
function superviseWorkers(databaseUrl: string) {
  const workers = new Set<ChildProcess>()
  let isStopping = false
  const start = () => {
    const worker = spawnWorker(databaseUrl)
    workers.add(worker)
    worker.once('exit', () => {
      workers.delete(worker)
      if (!isStopping) start()
    })
  }
  return {
    start: () => {
      for (let n = 0; n < WORKERS; n += 1) start()
    },
    killOne: () => [...workers][0]?.kill('SIGKILL'),
    async stop() {
      isStopping = true
      const ended = [...workers].map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

function spawnWorker(databaseUrl: string): ChildProcess {
  const program = join(import.meta.dirname, '..', '..', 'server', 'grandstand.js')
  const settings = {
    DATABASE_URL: databaseUrl,
    GRANDSTAND_SECRET: SECRET,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  }
  return spawn(process.execPath, [program, 'start', '--role', 'worker'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function prepare(sql: Sql, parties: Map<number, Party>, receivers: Receivers): Promise<OrgId> {
  await migrate(sql)
  const orgId = orgIdOf(
    await createOrganisation(sql, { name: 'Chaos', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'test' }),
  )
  const kinds = Object.entries(KINDS).flatMap(([kind, many]) => Array<Kind>(many).fill(kind as Kind))
  for (const [index, kind] of kinds.entries()) {
    const id = index + 1
    const secret = makeSecret()
    const url = kind === 'dead' ? DEAD : `${receivers.url}/${id}`
    const sealed = createSeal(SECRET).close(secret, secretContext(orgId, id))
    await sql`
      insert into webhook_endpoints (org_id, webhook_endpoint_id, url, types, secret_encrypted)
      values (${orgId}, ${id}, ${url}, ${['*']}, ${sealed})`
    parties.set(id, { id, kind, secret, got: new Map() })
  }
  return orgId
}

/** In commits of fifty; one that the killed database did not confirm is looked for before it is tried again. */
async function raise(orgId: OrgId, sql: Sql, count: number): Promise<void> {
  for (let first = 0; first < count; ) {
    const many = Math.min(PER_COMMIT, count - first)
    const messages = Array.from({ length: many }, (_, index) => ({
      type: 'customer.updated' as const,
      data: { n: first + index },
    }))
    try {
      await sql.begin((tx) => publishAll(orgId, tx, organisationClock(systemClock), messages))
      first += many
    } catch {
      await sleep(200)
      const raised = await howMany(orgId, sql).catch(() => undefined)
      if (raised !== undefined) first = raised
    }
  }
}

async function howMany(orgId: OrgId, sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from webhook_messages
    where org_id = ${orgId}
      and type = 'customer.updated'`
  return row?.count ?? 0
}

const reachable = (parties: Map<number, Party>) =>
  [...parties.values()].filter(({ kind }) => kind === 'healthy' || kind === 'slow')

function findings(parties: Map<number, Party>, receivers: Receivers, count: number): Finding[] {
  const well = reachable(parties)
  const missing = well.reduce((sum, { got }) => sum + count - got.size, 0)
  const again = well.reduce((sum, { got }) => sum + [...got.values()].reduce((n, { times }) => n + times - 1, 0), 0)
  const share = again / (well.length * count)
  // The order in which they were raised is the order of their numbers, at every endpoint.
  const disordered = well.filter(({ got }) => {
    const inOrder = [...got.values()].sort((a, b) => a.sequence - b.sequence)
    return inOrder.some(({ n }, index) => n !== index)
  })
  return [
    { promise: 'every healthy endpoint got every message', figure: `${missing} missing`, kept: missing === 0 },
    { promise: 'signatures verify', figure: `${receivers.forged} do not`, kept: receivers.forged === 0 },
    { promise: 'duplicates are below 1 %', figure: `${again}, ${(share * 100).toFixed(3)} %`, kept: share < 0.01 },
    { promise: 'the order can be recovered', figure: `not at ${disordered.length}`, kept: disordered.length === 0 },
  ]
}

/** Whatever has not arrived is still there to be sent, or was given up for a reason that the log names. */
async function inDatabase(orgId: OrgId, sql: Sql, count: number): Promise<Finding> {
  const [row] = await sql<{ lost: number }[]>`
    select count(*)::int as lost
    from webhook_messages m
    join webhook_endpoints e on e.org_id = m.org_id
    left join webhook_deliveries d
      on d.org_id = m.org_id
      and d.message_id = m.message_id
      and d.webhook_endpoint_id = e.webhook_endpoint_id
    where m.org_id = ${orgId}
      and m.type = 'customer.updated'
      and d.webhook_delivery_id is null
      and e.webhook_endpoint_status = 'enabled'`
  const raised = await howMany(orgId, sql)
  const lost = row?.lost ?? -1
  const figure = `${raised} raised, ${lost} without a delivery`
  return { promise: 'none is lost', figure, kept: lost === 0 && raised === count }
}
