import { join } from 'node:path'
import autocannon from 'autocannon'
import { createKey } from '../server/access/api-keys/key-store.ts'
import { addDemoCustomers } from '../server/operator/demo/customers.ts'
import { createOrganisation } from '../server/people/organisation/create-organisation.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import type { Result } from './run.ts'
import { freePort, spawnNode, startApi, stopProcess, withPostgres } from './server.ts'
import { atLeast } from './targets.ts'

const RATIO_LEAST = 0.7
const ROUNDS = 5
const SECONDS = 4
const CUSTOMERS = 100_000

/** GET one customer through everything (key, scope, limits, query, serialiser) against a bare route with the same query. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const { key, orgId } = await seed(databaseUrl)
    const api = await startApi(databaseUrl)
    const barePort = await freePort()
    const bare = await spawnNode(
      join(import.meta.dirname, 'http', 'bare-server.ts'),
      [String(barePort), String(orgId)],
      { DATABASE_URL: databaseUrl },
      /ready/,
    )
    try {
      const ours: number[] = []
      const theirs: number[] = []
      // Turn about, so that a slow moment of the machine falls on both.
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await rate(`http://127.0.0.1:${barePort}`, key))
        ours.push(await rate(api.url, key))
      }
      const ratio = median(ours) / median(theirs)
      return {
        targets: [atLeast('ratio', ratio, RATIO_LEAST)],
        figures: {
          'grandstand requests/s': Math.round(median(ours)),
          'bare fastify requests/s': Math.round(median(theirs)),
          ratio: Number(ratio.toFixed(3)),
          'ratio wanted': RATIO_LEAST,
        },
      }
    } finally {
      await api.stop()
      await stopProcess(bare)
    }
  })

async function seed(url: string) {
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  await migrate(sql)
  const orgId = await createOrganisation(sql, {
    name: 'Bench',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  await sql`
    update organisations
    set key_requests_per_minute = 10000000, key_requests_per_day = 1000000000, requests_per_day = 1000000000,
      publishable_requests_per_day = 1000000000, address_requests_per_minute = 10000000,
    address_requests_per_day = 1000000000, gate_key_requests_per_minute = 10000000,
      gate_key_requests_per_day = 1000000000`
  await addDemoCustomers(orgId, sql, CUSTOMERS)
  await sql`vacuum analyze customers`
  const { secret } = await createKey(orgId, sql, { kind: 'sk' })
  await sql.end()
  return { key: secret, orgId }
}

async function rate(url: string, key: string): Promise<number> {
  let n = 0
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 32,
    duration: SECONDS,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          n = (n * 1_103_515_245 + 12_345) % CUSTOMERS
          return { ...request, path: `/v1/customers/demo-${String(n + 1).padStart(9, '0')}` }
        },
      },
    ],
    headers: { authorization: `Bearer ${key}` },
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
