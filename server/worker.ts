import { purgeRateLimitWindows } from './access/rate-limits/purge.ts'
import type { Clock } from './kit/clock.ts'
import type { Sql } from './kit/database.ts'
import { purgeIdempotencyKeys } from './kit/idempotency.ts'
import { type Periodic, runPeriodically } from './kit/periodic.ts'
import { purgeMessages } from './webhooks/purge.ts'

type WorkerDeps = { sql: Sql; clock: Clock; onFailure: (name: string, error: unknown) => void }

/** What must happen from time to time, whichever process does it. Every task may run twice at once without harm. */
export function startWorker({ sql, clock, onFailure }: WorkerDeps): Periodic {
  return runPeriodically(
    [
      { name: 'purge rate limit windows', everyMs: 60_000, run: () => purgeRateLimitWindows(sql, clock) },
      { name: 'purge webhook messages', everyMs: 3_600_000, run: () => purgeMessages(sql, clock) },
      { name: 'purge idempotency keys', everyMs: 600_000, run: () => purgeIdempotencyKeys(sql, clock) },
    ],
    onFailure,
  )
}
