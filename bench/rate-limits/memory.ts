import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'

const TAKES = 500_000
const PLENTY = 1_000_000_000

/** What a verdict costs that needs no statement, and how many of those one statement pays for. */
export async function measureMemory(databaseUrl: string) {
  const sql = openDatabase(databaseUrl, { poolSize: 2 })
  const now = new Date('2026-11-15T10:00:30Z')
  let failure: unknown
  const limits = createRateLimits({
    sql,
    systemClock: () => now,
    addressPerMinute: 300,
    onStoreFailure: (error) => {
      failure = error
    },
  })
  const subject = {
    orgId: 1_003,
    keyId: 1,
    kind: 'sk',
    perMinute: PLENTY,
    perDay: PLENTY,
    organisationPerDay: PLENTY,
  } as const
  let takes = 0
  let elapsedMs = 0
  while (takes < TAKES && failure === undefined) {
    const start = performance.now()
    let verdict = limits.take(subject)
    for (; !(verdict instanceof Promise); verdict = limits.take(subject)) takes += 1
    elapsedMs += performance.now() - start
    await verdict
  }
  const statements = limits.statements()
  await limits.stop()
  await sql.end()
  if (failure !== undefined) throw failure
  return { nanoseconds: Math.round((elapsedMs * 1e6) / takes), requestsPerStatement: Math.round(takes / statements) }
}
