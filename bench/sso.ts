import { join } from 'node:path'
import autocannon from 'autocannon'
import { createKey } from '../server/access/api-keys/key-store.ts'
import { createOrganisation } from '../server/people/organisation/create-organisation.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { type Algorithm, AUDIENCE, startIssuer, type TestIssuer } from '../tests/outside/oidc/issuer.ts'
import type { Result } from './run.ts'
import { freePort, spawnNode, stopProcess, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const RATIO_LEAST = 0.5
const ROUNDS = 3
const SECONDS = 4
const FANS = 1_000
const ORDERS_EACH = 3

/** A fan's orders by their token (RS256, as most providers sign) against the same list without one, in the same process. */
export const run = (args: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const [algorithm = 'RS256'] = args as Algorithm[]
    const issuer = await startIssuer()
    issuer.published = [await issuer.newPair(algorithm)]
    const { key, firstUserId } = await seed(databaseUrl, issuer)
    const tokens = await Promise.all(
      Array.from({ length: FANS }, (_, n) => issuer.sign({ sub: `fan-${n}` }, { pair: issuer.published[0] })),
    )
    const port = await freePort()
    const script = join(import.meta.dirname, 'sso', 'api-process.ts')
    const api = await spawnNode(script, [String(port)], { DATABASE_URL: databaseUrl }, /ready/)
    const url = `http://127.0.0.1:${port}`
    try {
      const [withToken, without]: [number[], number[]] = [[], []]
      // Turn about, so that a slow moment of the machine falls on both.
      for (let round = 0; round < ROUNDS; round += 1) {
        without.push(await rate(url, key, (n) => ({ path: `/v1/bench/customers/${firstUserId + n}/orders` })))
        withToken.push(
          await rate(url, key, (n) => ({ path: '/v1/sso/orders', headers: { 'x-sso-token': tokens[n] ?? '' } })),
        )
      }
      const ratio = median(withToken) / median(without)
      return {
        targets: [atLeast('ratio', ratio, RATIO_LEAST), atMost('fetches of keys', issuer.asked.keys, 1)],
        figures: {
          'with a token, requests/s': Math.round(median(withToken)),
          'without, requests/s': Math.round(median(without)),
          ratio: Number(ratio.toFixed(3)),
          'ratio wanted': RATIO_LEAST,
          algorithm,
          'fetches of keys': issuer.asked.keys,
          'fetches allowed': 1,
        },
      }
    } finally {
      await stopProcess(api)
      await issuer.stop()
    }
  })

async function seed(url: string, issuer: TestIssuer) {
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
  await sql`
    insert into sso_providers (org_id, name, issuer, audiences)
    values (${orgId}, 'Bench', ${issuer.issuer}, ${[AUDIENCE]})`
  const fans = await sql<{ user_id: number }[]>`
    insert into customers (org_id, org_customer_id, email_address)
    select ${orgId}, 'fan-' || n, 'fan-' || n || '@example.org'
    from generate_series(0, ${FANS - 1}::integer) as n
    returning user_id`
  await sql`
    insert into sso_identities (org_id, issuer, subject, user_id, linked_by)
    select org_id, ${issuer.issuer}, org_customer_id, user_id, 'code'
    from customers
    where org_id = ${orgId}`
  const events = await sql<{ event_id: number }[]>`
    insert into events (org_id, title, url_string, currency, timezone, starts_at, event_status_id)
    select ${orgId}, 'Match ' || n, 'match-' || n, 'AUD', 'Australia/Sydney', now() + n * interval '1 day', 1
    from generate_series(1, ${ORDERS_EACH}::integer) as n
    returning event_id`
  await sql`
    insert into orders (org_id, event_id, user_id, order_status, currency, price_minor, total_minor, confirmed_at)
    select ${orgId}, event_id, user_id, 'confirmed', 'AUD', 2500, 2500, now()
    from customers
    cross join unnest(${events.map(({ event_id }) => event_id)}::bigint[]) as event_id
    where org_id = ${orgId}`
  await sql`vacuum analyze`
  const { secret } = await createKey(orgId, sql, { kind: 'sk' })
  await sql.end()
  return { key: secret, firstUserId: Math.min(...fans.map(({ user_id }) => user_id)) }
}

type Sent = { path: string; headers?: Record<string, string> }

async function rate(url: string, key: string, send: (fan: number) => Sent): Promise<number> {
  let n = 0
  const authorization = `Bearer ${key}`
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 32,
    duration: SECONDS,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          n = (n + 617) % FANS
          const { path, headers } = send(n)
          return { ...request, path, headers: { authorization, ...headers } }
        },
      },
    ],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
