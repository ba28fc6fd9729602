import { hostname } from 'node:os'
import packageJson from '../../package.json' with { type: 'json' }
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { runPeriodically } from '../../platform/process/periodic.ts'

const BEAT_EVERY_MS = 15_000
/** A process that has not been seen for so long has ended, or does not reach its database. */
const GONE_SECONDS = 60
const FORGOTTEN_SECONDS = 86_400

export type Role = 'all' | 'api' | 'worker'
export type ProcessStatus = { role: Role; version: string; host: string; since: Date }

/**
 * Says every few seconds that this process runs. A beat that fails is not reported: a database that is away is told by all that need it,
 * and the next beat makes up for it.
 */
export async function keepBeating(sql: Sql, role: Role): Promise<{ stop(): Promise<void> }> {
  const processId = crypto.randomUUID()
  const beat = async () => {
    await sql`
      insert into processes (process_id, role, version, host)
      values (${processId}, ${role}, ${packageJson.version}, ${hostname().slice(0, 255)})
      on conflict (process_id) do update
      set seen_at = now()`
    await sql`
      delete from processes
      where seen_at < now() - ${FORGOTTEN_SECONDS}::integer * interval '1 second'`
  }
  await beat().catch(() => {})
  const beating = runPeriodically([{ name: 'say that this process runs', everyMs: BEAT_EVERY_MS, run: beat }], () => {})
  return {
    async stop() {
      await beating.stop()
      await sql`
        delete from processes
        where process_id = ${processId}`.catch(() => {})
    },
  }
}

/** Those that were seen within the last minute, the oldest first. */
export const readProcesses = (sql: Db) => sql<ProcessStatus[]>`
  select role, version, host, created_at as since
  from processes
  where seen_at > now() - ${GONE_SECONDS}::integer * interval '1 second'
  order by created_at, process_id`

export const isWorker = ({ role }: ProcessStatus): boolean => role !== 'api'

/** Nothing, or a sentence on what is wrong with the processes of an installation. */
export function troubleOf(processes: ProcessStatus[]): string | undefined {
  if (!processes.some(isWorker)) return 'No worker runs: webhooks, mails, refunds and instalments wait.'
  const versions = [...new Set(processes.map(({ version }) => version))]
  if (versions.length > 1) return `Processes of ${versions.length} versions run: ${versions.join(', ')}.`
  return undefined
}
