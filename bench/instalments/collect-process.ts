import { setTimeout as sleep } from 'node:timers/promises'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { dueJobs } from '../../server/fans/clock/due-jobs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { organisationClock, systemClock } from '../../server/platform/values/clock.ts'
import { createSeal } from '../../server/platform/values/seal.ts'

/**
 * What of a worker charges instalments, for so many seconds, and prints how many it was. `empty`: by a provider that is never asked and says
 * yes. `paced`: with the worker's own pauses; otherwise one run follows the other.
 */
const [url = '', provider = 'test', pace = '', seconds = '5'] = process.argv.slice(2)
const sql = openDatabase(url, { poolSize: 10 })
const payments = createPayments({ stripe: undefined })
if (provider === 'empty') {
  const create = async ({ idempotencyKey }: { idempotencyKey: string }) => ({
    kind: 'succeeded' as const,
    reference: idempotencyKey,
  })
  Object.assign(payments.byName('test'), { create })
}
const clocks = { clock: organisationClock(systemClock), systemClock }
const jobs = dueJobs(createSettleDeps({ sql, ...clocks, seal: createSeal('x'.repeat(32)), payments }))
const job = jobs.find(({ name }) => name === 'collect instalments')
if (!job) throw new Error('the worker has no such task')
const startedAt = performance.now()
const elapsed = () => (performance.now() - startedAt) / 1000
let charged = 0
for (let runs = 1; elapsed() < Number(seconds); runs += 1) {
  charged += await job.run(clocks)
  if (pace === 'paced') await sleep(Math.max(0, runs * job.everyMs - elapsed() * 1000))
}
console.log(JSON.stringify({ charged, elapsed: elapsed() }))
await sql.end()
