import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import { readConfig } from '../../program/config.ts'
import { lookAt, type SeenCell } from '../status/look-at.ts'
import { troubleOf } from '../status/processes.ts'
import { wholeNumber } from './values.ts'

type Options = { also?: string[]; json?: boolean; serve?: number }

/** What an operator looks at first: every cell with its nodes, queues, standbys and moves. */
export function statusCommand(program: Command): void {
  program
    .command('status')
    .description('show versions, queues, nodes, standbys, disk and moves of this cell, and of others')
    .option('--also <url...>', 'the database of another cell')
    .option('--json', 'print one JSON object for each cell')
    .option(
      '--serve <port>',
      'show a page that looks again by itself, on this machine alone',
      wholeNumber('--serve', 0, 65_535),
    )
    .action(async ({ also = [], json, serve }: Options) => {
      const config = readConfig(process.env)
      const cells = [config, ...also.map((url) => ({ ...config, DATABASE_URL: url }))]
      const look = () => Promise.all(cells.map(lookAt))
      if (serve !== undefined) return showPage(serve, look)
      const statuses = await look()
      for (const status of statuses) console.log(json ? JSON.stringify(status) : linesOf(status).join('\n'))
      if (statuses.some((status) => 'error' in status)) process.exitCode = 1
    })
}

/** Until it is told to stop. */
async function showPage(port: number, look: () => Promise<SeenCell[]>): Promise<void> {
  const { serveStatus } = await import('../status/serve-status.ts')
  const server = await serveStatus(port, look)
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await once(server, 'close')
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

function linesOf(status: SeenCell): string[] {
  if ('error' in status) return [`${status.database}: ${status.error}`]
  const { organisations, queues, processes, migrations, nodes, standbys, moves, disk_free_bytes: free } = status
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
    ...processes.map(({ role, version, host, since }) =>
      line(role === 'all' ? 'api and worker' : role, `${version} on ${host} since ${since.toISOString()}`),
    ),
    ...[troubleOf(processes)].flatMap((trouble) => (trouble === undefined ? [] : [line('PROCESSES', trouble)])),
    ...nodes.map(({ name, answers }) => line('node', `${name} ${answers ? 'answers' : 'DOES NOT ANSWER'}`)),
    ...standbys.map((standby) => line('standby', `${standby.name} ${standby.state}, ${lag(standby)}`)),
    ...moves.map(({ org_id, state, address }) =>
      line('move', `organisation ${org_id} ${state} ${address ?? ''}`.trimEnd()),
    ),
  ]
}
