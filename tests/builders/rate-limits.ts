import { after } from 'node:test'
import type { LimitSubject } from '../../server/access/rate-limits/keys.ts'
import { createRateLimits, type RateLimits, type RateLimitsDeps } from '../../server/access/rate-limits/rate-limits.ts'
import type { Verdict } from '../../server/access/rate-limits/verdict.ts'
import { openDatabase, type Sql } from '../../server/platform/postgres/database.ts'
import { openTestDatabase, type TestClock, testClock } from '../harness/house.ts'

/** One RateLimits with connections of its own, as each process has. */
export type TestProcess = RateLimits & {
  failures: unknown[]
  /** Ends like kill -9: nothing is given back. */
  crash(): Promise<void>
}

export type TestCluster = {
  sql: Sql
  url: string
  /** The clock that all processes read. */
  clock: TestClock
  startProcess(deps?: Partial<RateLimitsDeps>): Promise<TestProcess>
  /** A key of an organisation that no other test uses. */
  newKey(limits?: Partial<LimitSubject>): LimitSubject
}

/** A busy machine must not pass for a store that hangs, nor for a process that died. */
const PATIENT = { storePatienceMs: 60_000, recallMs: 60_000 }

export async function openCluster(): Promise<TestCluster> {
  const { sql, url } = await openTestDatabase()
  const clock = testClock(new Date('2026-11-15T10:00:30Z'))
  let orgId = 0

  return {
    sql,
    url,
    clock,
    async startProcess(deps = {}) {
      const database = openDatabase(url, { poolSize: 2 })
      after(() => database.end({ timeout: 0 }))
      const failures: unknown[] = []
      const limits = createRateLimits({
        sql: database,
        systemClock: clock,
        addressPerMinute: 300,
        onStoreFailure: (error) => failures.push(error),
        ...PATIENT,
        ...deps,
      })
      await limits.start()
      return { ...limits, failures, crash: () => database.end({ timeout: 0 }) }
    },
    newKey(limits = {}) {
      orgId += 1
      return { orgId, keyId: 1, kind: 'sk', perMinute: 300, perDay: 30_000, organisationPerDay: 50_000, ...limits }
    },
  }
}

export const allowedOf = (verdicts: Verdict[]): number => verdicts.filter((verdict) => verdict.allowed).length

/** One request after the other. */
export async function takeInTurn(limits: RateLimits, key: LimitSubject, times: number): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (let n = 0; n < times; n += 1) verdicts.push(await limits.take(key))
  return verdicts
}

/** All requests at once, dealt out to the processes in turn. */
export function takeAtOnce(processes: RateLimits[], key: LimitSubject, times: number): Promise<Verdict[]> {
  return Promise.all(
    Array.from({ length: times }, async (_, n) => {
      const process = processes[n % processes.length]
      if (!process) throw new Error('no process')
      return process.take(key)
    }),
  )
}
