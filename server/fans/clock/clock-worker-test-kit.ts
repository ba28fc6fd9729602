import { testSeal } from '../../../tests/harness/house.ts'
import { createSettleDeps } from '../../checkout/answers/settle-deps.ts'
import { createPayments } from '../../payments/payments/providers.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { type ClockOffsets, organisationClock } from '../../platform/values/clock.ts'
import { dueJobs } from './due-jobs.ts'
import { advanceClocks } from './move-clocks.ts'

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
