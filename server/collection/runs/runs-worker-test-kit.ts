import { createPayments } from '../../payments/payments/providers.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { continueRuns } from './continue-runs.ts'

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
