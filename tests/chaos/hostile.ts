import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, startApi, withPostgres } from '../../bench/server.ts'
import { orgIdOf } from '../../server/access/principal.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { attack, type Tally } from './hostile/attack.ts'
import { watchMemory } from './hostile/memory.ts'
import { remoteHouse } from './hostile/remote-house.ts'
import { makeTargets } from './hostile/targets.ts'
import { SECRET } from './on-sale/processes.ts'
import { seeded } from './on-sale/random.ts'
import type { Finding } from './run.ts'

const OPENAPI = join(import.meta.dirname, '..', '..', 'openapi.json')

/**
 * 100,000 requests (`--requests`) that are made from the OpenAPI document and bent, by callers with every kind of key, to one
 * process of production. The same `--seed` bends the same way.
 */
export async function run(args: string[]): Promise<Finding[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { requests: text, seed: text } })
  const { requests = '100000', seed = '1' } = values
  return withPostgres((url) => attackOn(url, Number(requests), Number(seed)))
}

async function attackOn(databaseUrl: string, requests: number, seed: number): Promise<Finding[]> {
  const sql = openDatabase(databaseUrl, { poolSize: 4, statementTimeoutMs: 0 })
  await migrate(sql)
  const metricsPort = await freePort()
  const api = await startApi(databaseUrl, {
    GRANDSTAND_SECRET: SECRET,
    METRICS_PORT: String(metricsPort),
    ADDRESS_LIMIT: '1000000',
    // Little room, so that it is collected often and what is left over shows.
    NODE_OPTIONS: '--max-old-space-size=256',
  })
  try {
    const random = seeded(seed)
    const house = remoteHouse(api.url, sql, SECRET)
    const { targets, without } = await makeTargets(house, JSON.parse(await readFile(OPENAPI, 'utf8')), random)
    console.log(`${targets.length} operations; without a request that succeeds: ${without.join(', ') || 'none'}`)
    const before = await differences(sql)
    const memory = watchMemory(`http://127.0.0.1:${metricsPort}/metrics`)
    const tally = await attack({ url: api.url, targets, requests, seed, random }, memory.look)
    const after = await differences(sql)
    return [...judge(tally, requests), ...memory.findings(requests), booksOf(before, after, targets.length)]
  } finally {
    await api.stop()
    await sql.end({ timeout: 5 })
  }
}

function judge({ sent, statuses, findings, broken, overloaded }: Tally, requests: number): Finding[] {
  for (const finding of findings) console.log(finding)
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  const failures = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
  return [
    {
      promise: 'every request is answered',
      figure: `${sent} of ${requests}: ${counts.join(', ')}`,
      kept: sent === requests,
    },
    {
      promise: 'no failure of ours, but for a documented 503',
      figure: `${failures - overloaded} failures, ${overloaded} × 503`,
      kept: failures === overloaded,
    },
    { promise: 'no answer but those that the document describes', figure: `${broken} others`, kept: broken === 0 },
  ]
}

function booksOf(before: Map<number, string>, after: Map<number, string>, organisations: number): Finding {
  const words = [...after].filter(([orgId]) => !before.has(orgId)).map(([, difference]) => difference)
  const figure = `no difference in ${organisations - before.size} organisations, ${before.size} aside`
  return {
    promise: 'stock, money and admissions add up afterwards',
    figure: words.length === 0 ? figure : words.slice(0, 5).join('; '),
    kept: words.length === 0,
  }
}

/**
 * What `grandstand audit` finds, by organisation. Examples put rows into the tables by themselves, and not all of them add up:
 * organisations that differ before the attack prove nothing after it.
 */
async function differences(sql: Sql): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const organisations = await sql<{ org_id: number }[]>`
    select org_id
    from organisations
    order by org_id`
  for (const { org_id } of organisations) {
    const [first] = await auditBooks(orgIdOf(org_id), sql)
    if (first) found.set(org_id, `organisation ${org_id}: ${JSON.stringify(first)}`)
  }
  return found
}
