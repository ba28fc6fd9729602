import { statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config.ts'
import { withDatabase } from '../../connect.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type CellStatus, readStatus } from '../status/read-status.ts'

type Reached = CellStatus & { program_version: string; disk_free_bytes: number | null }
type Seen = { database: string } & (Reached | { error: string })

/** What an operator looks at first: every cell with its nodes, queues, standbys and moves. */
export function statusCommand(program: Command): void {
  program
    .command('status')
    .description('show versions, queues, nodes, standbys, disk and moves of this cell, and of others')
    .option('--also <url...>', 'the database of another cell')
    .option('--json', 'print one JSON object for each cell')
    .action(async ({ also = [], json }: { also?: string[]; json?: boolean }) => {
      const config = readConfig(process.env)
      const cells = [config, ...also.map((url) => ({ ...config, DATABASE_URL: url }))]
      const statuses = await Promise.all(cells.map(look))
      for (const status of statuses) console.log(json ? JSON.stringify(status) : linesOf(status).join('\n'))
      if (statuses.some((status) => 'error' in status)) process.exitCode = 1
    })
}

/** One that does not answer is a line like the others. */
async function look(config: Config): Promise<Seen> {
  const database = nameOf(config)
  try {
    const status = await withDatabase(config, (sql, clock) => readStatus(sql, clock()))
    return { database, program_version: packageJson.version, disk_free_bytes: await freeBytes(config), ...status }
  } catch (error) {
    return { database, error: (error as Error).message }
  }
}

/** Without the password that it may carry. */
function nameOf({ DATABASE_URL, DATA_DIR }: Config): string {
  if (DATABASE_URL === undefined) return DATA_DIR
  const { host, pathname } = new URL(DATABASE_URL)
  return host + pathname
}

async function freeBytes({ DATABASE_URL, DATA_DIR }: Config): Promise<number | null> {
  const disk = DATABASE_URL === undefined ? await statfs(DATA_DIR).catch(() => undefined) : undefined
  return disk ? disk.bavail * disk.bsize : null
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

function linesOf(status: Seen): string[] {
  if ('error' in status) return [`${status.database}: ${status.error}`]
  const { organisations, queues, migrations, nodes, standbys, moves, disk_free_bytes: free } = status
  const line = (subject: string, text: string) => `  ${subject.padEnd(14)} ${text}`
  const lag = ({ lag_seconds, lag_bytes }: (typeof standbys)[number]) =>
    lag_bytes === null ? 'lag unknown' : `${(lag_seconds ?? 0).toFixed(1)} s, ${lag_bytes} bytes behind`
  return [
    `${status.database}: cell ${status.cell}${status.address === null ? '' : `, ${status.address}`}`,
    line('versions', `Grandstand ${status.program_version}, PostgreSQL ${status.postgres_version}`),
    line('migrations', `${migrations.applied} of ${migrations.known}`),
    line(
      'organisations',
      `${organisations.live} live, ${organisations.test} sandboxes, ${organisations.suspended} suspended`,
    ),
    line('disk', `${gib(status.database_bytes)} used${free === null ? '' : `, ${gib(free)} free`}`),
    line('webhooks', `${queues.webhook_late_seconds.toFixed(0)} s late`),
    line('mails', `${queues.mails_waiting} waiting, ${queues.mail_late_seconds.toFixed(0)} s late`),
    line('payments', `${queues.payments_open} without an end`),
    line('instalments', `${queues.instalments_overdue} overdue`),
    ...nodes.map(({ name, answers }) => line('node', `${name} ${answers ? 'answers' : 'DOES NOT ANSWER'}`)),
    ...standbys.map((standby) => line('standby', `${standby.name} ${standby.state}, ${lag(standby)}`)),
    ...moves.map(({ org_id, state, address }) =>
      line('move', `organisation ${org_id} ${state} ${address ?? ''}`.trimEnd()),
    ),
  ]
}
