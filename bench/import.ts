import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDemoCustomers } from '../server/operator/demo/customers.ts'
import { person } from '../server/operator/demo/people.ts'
import { createOrganisation } from '../server/people/organisation/create-organisation.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { migrate } from '../server/platform/postgres/migrate.ts'
import { csvLine } from '../server/platform/values/csv.ts'
import type { Result } from './run.ts'
import { withPostgres } from './server.ts'
import { atLeast, below } from './targets.ts'

const ROWS = 100_000
const ROWS_A_SECOND_LEAST = 10_000
const RSS_MOST_MB = 300

/** `grandstand import members` of 100,000 rows, each for another of 100,000 customers, as an operator would run it. */
export const run = (): Promise<Result> =>
  withPostgres(async (url) => {
    const folder = await mkdtemp(join(tmpdir(), 'grandstand-import-'))
    try {
      const org = await seed(url)
      const file = join(folder, 'members.csv')
      await pipeline(Readable.from(lines()), createWriteStream(file))
      const startedAt = performance.now()
      const peakMb = await importPeak(url, org, file)
      const seconds = (performance.now() - startedAt) / 1000
      const rowsASecond = Math.round(ROWS / seconds)
      return {
        targets: [atLeast('rows/s', rowsASecond, ROWS_A_SECOND_LEAST), below('peak RSS in MB', peakMb, RSS_MOST_MB)],
        figures: { rows: ROWS, 'rows/s, start of the process included': rowsASecond, 'peak RSS in MB': peakMb },
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

async function seed(url: string): Promise<number> {
  const sql = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  await migrate(sql)
  const org = await createOrganisation(sql, {
    name: 'Bench',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  await addDemoCustomers(org, sql, ROWS)
  await sql.end()
  return org
}

function* lines(): Generator<string> {
  yield csvLine([
    'org_customer_id',
    'first_name',
    'last_name',
    'email_address',
    'mobile_number',
    'postcode',
    'member_number',
  ])
  const until = new Date('2026-01-01T00:00:00Z')
  for (let n = 1; n <= ROWS; n += 1) {
    const { firstName, lastName, email, mobile, postcode } = person(n, until)
    yield csvLine([`demo-${String(n).padStart(9, '0')}`, firstName, lastName, email, mobile, postcode, `M${n}`])
  }
}

/** Runs the command and gives the most memory that it ever had, as the kernel counted it. */
async function importPeak(url: string, org: number, file: string): Promise<number> {
  const program = join(import.meta.dirname, '..', 'server', 'grandstand.js')
  const child = spawn(process.execPath, [program, 'import', 'members', '--org', String(org), '--file', file], {
    env: { ...process.env, DATABASE_URL: url, GRANDSTAND_SECRET: 'x'.repeat(32) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakKb = 0
  // Never rejects: a process that has ended has no status.
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+([0-9]+)/.exec(status)?.[1] ?? 0))
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return Math.round(peakKb / 1024)
}
