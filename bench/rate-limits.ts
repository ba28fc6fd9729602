import { createKey } from '../server/access/api-keys/key-store.ts'
import { createOrganisation } from '../server/people/organisation/create-organisation.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { startApiTarget } from './rate-limits/api-target.ts'
import { measureMemory } from './rate-limits/memory.ts'
import { startModuleTarget } from './rate-limits/module-target.ts'
import type { Outcome, Send } from './rate-limits/target.ts'
import type { Result } from './run.ts'
import { withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const PROCESSES = 4
const REQUESTS = 5_000
const LIMIT = 300
const PLENTY = 10_000_000
const EVEN = Array<number>(PROCESSES).fill(REQUESTS / PROCESSES)

/** Four processes, 5,000 requests, a limit of 300: exactly 300 pass, however the requests are spread. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const key = await seed(databaseUrl)
    const api = await throughApi(databaseUrl, key)
    const { even, skewed } = await throughModule(databaseUrl)
    const memory = await measureMemory(databaseUrl)
    return {
      targets: [
        ['four API processes', api] as const,
        ['even load', even] as const,
        ['skewed load', skewed] as const,
      ].flatMap(([name, { passed, failed }]) => [
        atLeast(`passed, ${name}`, passed, LIMIT),
        atMost(`passed, ${name}`, passed, LIMIT),
        atMost(`failed, ${name}`, failed, 0),
      ]),
      figures: {
        processes: PROCESSES,
        requests: REQUESTS,
        limit: LIMIT,
        'passed, four API processes': api.passed,
        'passed, even load': even.passed,
        'passed, skewed load': skewed.passed,
        'statements, even load': even.statements,
        'statements, skewed load': skewed.statements,
        'slowest verdict ms, even load': even.slowestMs,
        'slowest verdict ms, skewed load': skewed.slowestMs,
        'ns a take from memory': memory.nanoseconds,
        'requests a statement, busy key': memory.requestsPerStatement,
      },
    }
  })

/** The limit is on the day here, so that no minute turns over while the requests are under way. */
async function seed(databaseUrl: string): Promise<string> {
  const sql = openDatabase(databaseUrl, { poolSize: 1 })
  await migrate(sql)
  const orgId = await createOrganisation(sql, {
    name: 'Bench',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  await sql`update organisations set requests_per_day = ${PLENTY} where org_id = ${orgId}`
  const limits = { requestsPerMinute: PLENTY, requestsPerDay: LIMIT }
  const { secret } = await createKey(orgId, sql, { kind: 'sk', ...limits })
  await sql.end()
  return secret
}

async function throughApi(databaseUrl: string, key: string): Promise<Outcome> {
  const targets = await Promise.all(EVEN.map(() => startApiTarget(databaseUrl, key)))
  try {
    return await measure(
      targets.map(({ send }) => send),
      EVEN,
    )
  } finally {
    await Promise.all(targets.map((target) => target.stop()))
  }
}

async function throughModule(databaseUrl: string) {
  const targets = await Promise.all(EVEN.map(() => startModuleTarget(databaseUrl)))
  const sends = (orgId: number) =>
    targets.map(({ sendAs }): Send => {
      const limits = { perMinute: LIMIT, perDay: PLENTY, organisationPerDay: PLENTY }
      return (requests) => sendAs({ orgId, keyId: 1, kind: 'sk', ...limits }, requests)
    })
  try {
    const even = await measure(sends(1_001), EVEN)
    // Three processes are left with tokens that they do not need, and the fourth one is then asked for all the rest.
    const few = await measure(sends(1_002), [20, 20, 20, 0])
    const many = await measure(sends(1_002), [0, 0, 0, REQUESTS - 60])
    return { even, skewed: sum([few, many]) }
  } finally {
    await Promise.all(targets.map((target) => target.stop()))
  }
}

const measure = async (sends: Send[], shares: number[]): Promise<Outcome> =>
  sum(await Promise.all(sends.map((send, n) => send(shares[n] ?? 0))))

const sum = (outcomes: Outcome[]): Outcome =>
  outcomes.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    statements: a.statements + b.statements,
    slowestMs: Math.max(a.slowestMs, b.slowestMs),
  }))
