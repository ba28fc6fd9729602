import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { dueJobs } from '../../server/fans/clock/due-jobs.ts'
import { advanceClocks } from '../../server/fans/clock/move-clocks.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { type ClockOffsets, organisationClock } from '../../server/platform/values/clock.ts'
import { testSeal } from '../harness/house.ts'

/** A worker in a process of its own, to be killed: <database> <time>. */
const [databaseUrl = '', at = ''] = process.argv.slice(2)
const sql = openDatabase(databaseUrl, { poolSize: 2 })
const offsets: ClockOffsets = new Map()
const systemClock = () => new Date(at)
const clock = organisationClock(systemClock, offsets)
const settling = createSettleDeps({
  sql,
  clock,
  systemClock,
  seal: testSeal,
  payments: createPayments({ stripe: undefined }),
})
await advanceClocks({ sql, clock, systemClock, offsets, jobs: dueJobs(settling) })
await sql.end()
