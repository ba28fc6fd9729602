import { setTimeout as sleep } from 'node:timers/promises'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { organisationClock, systemClock } from '../../server/platform/values/clock.ts'

/** What of a worker issues documents, at once and then every so many seconds, until so many are over; prints how many it issued. */
const [url = '', every = '5', seconds = '10'] = process.argv.slice(2)
const sql = openDatabase(url, { poolSize: 2 })
const startedAt = performance.now()
const elapsed = () => (performance.now() - startedAt) / 1000
let issued = 0
for (let runs = 1; elapsed() < Number(seconds); runs += 1) {
  issued += await issueDocuments({ sql, clock: organisationClock(systemClock), systemClock })
  await sleep(Math.max(0, Math.min(runs * Number(every), Number(seconds)) - elapsed()) * 1000)
}
console.log(JSON.stringify({ issued, elapsed: elapsed() }))
await sql.end()
