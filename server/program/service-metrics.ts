import { Counter, Gauge, type Registry } from 'prom-client'
import { isWorker, readProcesses } from '../operator/status/processes.ts'
import { type QueueFigures, readQueues } from '../operator/status/read-queues.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Db, Sql } from '../platform/postgres/database.ts'
import { askEveryNode } from '../platform/postgres/every-node.ts'
import type { Disk } from '../platform/process/disk.ts'
import type { SystemClock } from '../platform/values/clock.ts'

/** Scraped by several, or often, the database is asked once for all of them. */
const ASK_EVERY_MS = 15_000
/** What a sale, a night at the gates or a full mailbox looks like from outside. Nothing here is counted while a caller waits. */
export function observeService(
  registry: Registry,
  sql: Sql,
  { disk, ...time }: { clock: SystemClock; aheadMs: () => number; disk: Disk },
): void {
  const figures = askedRarely(() => readQueues(sql, time.clock()))
  const given = askedRarely(() => readGiven(sql))
  const processes = askedRarely(() => readProcesses(sql))
  new Counter({
    name: 'grandstand_created_total',
    help: 'Orders, payments, tickets, refunds, scans and customers that were begun, by the ids that the database gave',
    labelNames: ['object', 'node'],
    registers: [registry],
    async collect() {
      const counts = await given()
      this.reset()
      for (const { value, ...labels } of counts ?? []) this.inc(labels, value)
    },
  })
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name: `grandstand_${name}`,
      help,
      registers: [registry],
      async collect() {
        // Without a database this figure is unknown, and the others are wanted more than ever.
        this.set(await read().catch(() => Number.NaN))
      },
    })
  const figure = (name: keyof QueueFigures) => async () => (await figures())?.[name] ?? Number.NaN
  gauge('payments_open', 'Payments without an end for more than ten minutes', figure('payments_open'))
  gauge('mails_waiting', 'Mails that are due and not sent', figure('mails_waiting'))
  gauge('mail_late_seconds', 'How long the mail that is due longest has waited', figure('mail_late_seconds'))
  gauge('instalments_overdue', 'Instalments that were due a day ago and are not paid', figure('instalments_overdue'))
  gauge('workers', 'Processes with a worker’s tasks that were seen within the last minute', async () => {
    return (await processes())?.filter(isWorker).length ?? Number.NaN
  })
  gauge(
    'processes_of_another_version',
    'Processes seen within the last minute that are not of this one’s version',
    async () => {
      return (await processes())?.filter(({ version }) => version !== packageJson.version).length ?? Number.NaN
    },
  )
  gauge('clock_ahead_seconds', 'This machine’s clock against the database’s', async () => time.aheadMs() / 1000)
  gauge('disk_full', '1 while the database’s disk is full: it can be read, and nothing be changed', async () =>
    disk.state() === 'full' ? 1 : 0,
  )
  gauge('disk_free_bytes', 'Room on the disk of the embedded database', async () => disk.freeBytes() ?? Number.NaN)
  new Gauge({
    name: 'grandstand_database_connections',
    help: 'Connections of this process that are open and idle, and who waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(sql.connections())) this.set({ state }, count)
    },
  })
}

function askedRarely<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    if (performance.now() - askedAt > ASK_EVERY_MS) {
      askedAt = performance.now()
      answer = ask().catch(() => undefined)
    }
    return answer
  }
}

/** A sequence knows how many there were without looking at a single row. */
const sequencesOf = (sql: Db) => sql<{ answer: string }[]>`
  select coalesce(json_agg(json_build_object('object', v.object, 'value', s.last_value - s.min_value + 1)), '[]')::text as answer
  from pg_sequences s
  join (
    values ('orders_order_id_seq', 'order'), ('payments_payment_id_seq', 'payment'), ('tickets_ticket_id_seq', 'ticket'),
      ('refunds_refund_id_seq', 'refund'), ('scans_scan_id_seq', 'scan'), ('customers_user_id_seq', 'customer')
  ) v (sequence, object) on v.sequence = s.sequencename
  where s.schemaname = 'public'
    and s.last_value is not null`

/** Of a cluster each worker by itself: with its next block of ids it begins anew, as a counter may that is by itself. */
async function readGiven(sql: Sql): Promise<{ object: string; node?: string; value: number }[]> {
  const answers = await askEveryNode(sql, sequencesOf(sql), { whoIsAway: 'is left out' })
  return answers.flatMap(({ node, answer }) =>
    (JSON.parse(answer) as { object: string; value: number }[]).map((given) => ({
      ...given,
      ...(node ? { node: `${node.host}:${node.port}` } : {}),
    })),
  )
}
