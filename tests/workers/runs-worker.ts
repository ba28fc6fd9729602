import { continueRuns } from '../../server/collection/runs/continue-runs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'

/** A worker in a process of its own, to be killed: <database> <time>. */
const [databaseUrl = '', at = ''] = process.argv.slice(2)
const sql = openDatabase(databaseUrl, { poolSize: 2 })
const systemClock = () => new Date(at)
await continueRuns({
  sql,
  clock: organisationClock(systemClock),
  systemClock,
  payments: createPayments({ stripe: undefined }),
})
await sql.end()
