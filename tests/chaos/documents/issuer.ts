import { setTimeout as sleep } from 'node:timers/promises'
import { issueDocuments } from '../../../server/papers/documents/issue-documents.ts'
import { openDatabase } from '../../../server/platform/postgres/database.ts'
import { organisationClock } from '../../../server/platform/values/clock.ts'

/** What a worker does every fifteen seconds, without a pause: a process that is killed in it is nearly always killed in the middle of it. */
const sql = openDatabase(process.env.DATABASE_URL ?? '', { poolSize: 2, statementTimeoutMs: 0 })
const systemClock = () => new Date()
const clock = organisationClock(systemClock)
for (;;) {
  // A database that was killed is back in a moment.
  const issued = await issueDocuments({ sql, clock, systemClock }).catch(() => 0)
  if (issued === 0) await sleep(20)
}
