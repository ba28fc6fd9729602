import type { LimitSubject } from '../../server/access/rate-limits/rate-limits.ts'
import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { type Outcome, sendAll } from './target.ts'

export type Order = { subject: LimitSubject; requests: number }

const sql = openDatabase(process.env.DATABASE_URL ?? '', { poolSize: 2 })
// All processes stand at the same instant, so that no minute turns over while the requests are under way.
const now = new Date('2026-11-15T10:00:30Z')
let failed = 0
const limits = createRateLimits({
  sql,
  systemClock: () => now,
  addressPerMinute: 300,
  onStoreFailure: () => {
    failed += 1
  },
})

async function carryOut({ subject, requests }: Order): Promise<Outcome> {
  const before = limits.statements()
  const outcome = await sendAll(requests, async () => ((await limits.take(subject)).allowed ? 'passed' : 'refused'))
  return { ...outcome, failed, statements: limits.statements() - before }
}

// Whatever rejects in these ends the process, and the benchmark with it.
process.on('message', async (order: Order) => {
  process.send?.(await carryOut(order))
})
// What rejects here ends the process, which is to end anyway.
process.on('disconnect', async () => {
  await limits.stop()
  await sql.end()
})
await limits.start()
process.send?.('ready')
