import { after } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { stringify } from 'qs'
import { createKey, type NewKey } from '../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../server/access/principal.ts'
import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { defaultScopes, scopesOfKind } from '../../server/access/scopes.ts'
import { type AppDeps, buildApp } from '../../server/app.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { createOrganisation, type NewOrganisation } from '../../server/people/organisation/create-organisation.ts'
import type { App } from '../../server/platform/http/app.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { createParsers } from '../../server/platform/parsing/parsers.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { readMigrations } from '../../server/platform/postgres/migrate.ts'
import { type Nodes, openNodes } from '../../server/platform/postgres/nodes.ts'
import { createLoggers } from '../../server/platform/process/logger.ts'
import { createMetrics } from '../../server/platform/process/metrics.ts'
import {
  type Clock,
  type ClockOffsets,
  organisationClock,
  type SystemClock,
} from '../../server/platform/values/clock.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import { createSeal, type Seal } from '../../server/platform/values/seal.ts'
import { isOnCluster } from './citus.ts'
import { createDatabase } from './postgres.ts'

export type Call = {
  key?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form with bracket notation; a string goes as it is. */
  form?: object | string
  headers?: Record<string, string>
  remoteAddress?: string
}

export type Answer = {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown> & Loose
  text: string
}
/** Bodies are looked into field by field in the tests; what they must be is checked against the schema elsewhere. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
type Loose = Record<string, any>

export type House = {
  app: App
  seal: Seal
  sql: Sql
  /** On a cluster. */
  nodes: Nodes | undefined
  url: string
  clock: TestClock
  /** By how much the clocks of its sandboxes are ahead. */
  offsets: ClockOffsets
  /** What name servers have, as the service sees them: texts by name. */
  txtRecords: Map<string, string[]>
  call(method: string, path: string, options?: Call): Promise<Answer>
  organisation(input?: Partial<NewOrganisation>): Promise<Tenant>
  key(orgId: OrgId, input?: Partial<NewKey>): Promise<string>
}
export type Tenant = { orgId: OrgId; key: string }

/** Stands still unless told to move, so that no test waits and no minute turns over in the middle of one. */
export type TestClock = SystemClock & Clock & { set(at: Date): void; advance(ms: number): void }

export function testClock(start = new Date(), offsets?: ClockOffsets): TestClock {
  let now = start.getTime()
  const clock = () => new Date(now)
  const moves = {
    set: (at: Date) => {
      now = at.getTime()
    },
    advance: (ms: number) => {
      now += ms
    },
  }
  return Object.assign(organisationClock(clock, offsets), moves) as TestClock
}

/** A fresh, migrated database for this test file; gone when the file is done. */
export async function openTestDatabase(
  options?: Parameters<typeof openDatabase>[1],
): Promise<{ sql: Sql; url: string }> {
  const serverUrl = process.env.TEST_SERVER_URL
  if (!serverUrl) throw new Error('run the tests through npm test or npm run test:run -- <file>')
  const database = await createDatabase(serverUrl)
  const sql = openDatabase(database.url, { poolSize: 5, ...options })
  after(async () => {
    await sql.end({ timeout: 1 })
    await database.drop()
  })
  return { sql, url: database.url }
}

/**
 * On a cluster a house talks to the nodes that have its organisations, and a second one on the same database to the coordinator:
 * whatever two of them race for shows whether they meet.
 */
async function openClusterNodes(url: string, sql: Sql | undefined): Promise<Nodes | undefined> {
  if (sql === undefined || !isOnCluster()) return undefined
  const nodes = await openNodes(url, sql, { poolSize: 5 })
  await nodes?.look()
  return nodes
}

/** Every house seals with it, so that a test, or a process that it starts on a house's database, can open what was sealed. */
export const TEST_SECRET = 'a secret for tests of 32 characters'
export const testSeal = createSeal(TEST_SECRET)

/** The very app of production on a database of its own, or the one that is given, without a socket. */
export async function openHouse(
  overrides: Partial<AppDeps> = {},
  database?: { sql: Sql; url: string },
): Promise<House> {
  const { sql, url } = database ?? (await openTestDatabase())
  const offsets: ClockOffsets = new Map()
  const clock = testClock(new Date(), offsets)
  const rateLimits = createRateLimits({ sql, systemClock: clock, addressPerMinute: 300, onStoreFailure: () => {} })
  await rateLimits.start()
  const nodes = await openClusterNodes(url, overrides.sql === undefined ? sql : undefined)
  // Receivers and sign-on providers of the tests are servers on this machine.
  const txtRecords = new Map<string, string[]>()
  const resolveTxt = async (name: string) => txtRecords.get(name) ?? []
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')], resolveTxt })
  const parsers = createParsers()
  const { app } = await buildApp({
    sql,
    nodes,
    clock,
    offsets,
    seal: testSeal,
    payments: createPayments({
      stripe: undefined,
      bank: createTestBank({ sql, clock }),
    }),
    outbound,
    parsers,
    loggers: createLoggers('silent'),
    metrics: createMetrics(),
    rateLimits,
    readiness: { draining: false, newestMigration: (await readMigrations()).length, clockAheadMs: () => 0 },
    publicUrl: 'http://grandstand.test',
    trustProxy: false,
    ...overrides,
  })
  await app.ready()
  after(async () => {
    await app.close()
    await rateLimits.stop()
    await outbound.close()
    await parsers.close()
    await nodes?.end({ timeout: 1 })
  })
  const key = async (orgId: OrgId, input: Partial<NewKey> = {}) =>
    (
      await createKey(orgId, sql, {
        kind: 'sk',
        scopes: input.kind === 'gk' ? defaultScopes('gk') : [...scopesOfKind[input.kind ?? 'sk']],
        ...input,
      })
    ).secret
  return {
    app,
    sql,
    nodes,
    url,
    clock,
    offsets,
    txtRecords,
    seal: testSeal,
    key,
    call: async (method, path, options = {}) => toAnswer(await app.inject(toRequest(method, path, options))),
    async organisation(input = {}) {
      const orgId = await createOrganisation(sql, {
        name: 'Test Club',
        country: 'AU',
        timezone: 'Australia/Sydney',
        currency: 'AUD',
        mode: 'test',
        ...input,
      })
      await sql`
        update organisations
        set key_requests_per_minute = 1000000, key_requests_per_day = 1000000, requests_per_day = 1000000,
          gate_key_requests_per_minute = 1000000, gate_key_requests_per_day = 1000000,
          address_requests_per_minute = 1000000, address_requests_per_day = 1000000
        where org_id = ${orgId}`
      return { orgId, key: await key(orgId) }
    },
  }
}

function toRequest(method: string, path: string, { key, body, form, headers, remoteAddress }: Call) {
  const payload = body !== undefined ? JSON.stringify(body) : typeof form === 'string' ? form : stringify(form)
  const type = body !== undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    method: method as 'GET',
    url: path,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body !== undefined || form !== undefined ? { 'content-type': type } : {}),
      ...headers,
    },
    ...(body !== undefined || form !== undefined ? { payload } : {}),
    ...(remoteAddress ? { remoteAddress } : {}),
  }
}

function toAnswer(response: LightMyRequestResponse): Answer {
  // The answer to a HEAD names a type and has no body.
  const json = response.body !== '' && String(response.headers['content-type'] ?? '').startsWith('application/json')
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  let body: Answer['body'] | undefined
  return {
    status: response.statusCode,
    headers,
    text: response.body,
    // Parsed when a test looks: some answers have 90 MB, and of many only the status matters.
    get body() {
      body ??= (json ? response.json() : {}) as Answer['body']
      return body
    },
  }
}
