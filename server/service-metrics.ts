import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db, Sql } from './platform/postgres/database.ts'
import { askEveryNode } from './platform/postgres/every-node.ts'
import type { Disk } from './platform/process/disk.ts'
import type { SystemClock } from './platform/values/clock.ts'
import { DAY_MS } from './platform/values/durations.ts'

/** Scraped by several, or often, the database is asked once for all of them. */
const ASK_EVERY_MS = 15_000
/** Beyond this it is an alarm whatever the figure is. */
const COUNT_MAX = 10_000
/** Sooner than this, somebody may still be typing a code of the bank. */
const PAYMENT_OPEN_MS = 600_000

type Figures = {
  payments_open: number
  mails_waiting: number
  mail_late_seconds: number
  instalments_overdue: number
}

/** What a sale, a night at the gates or a full mailbox looks like from outside. Nothing here is counted while somebody waits. */
export function observeService(
  registry: Registry,
  sql: Sql,
  { disk, ...time }: { clock: SystemClock; aheadMs: () => number; disk: Disk },
): void {
  const figures = askedRarely(() => readFigures(sql, time.clock()))
  const given = askedRarely(() => readGiven(sql))
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
        // Without a database nobody knows, and the other figures are wanted more than ever.
        this.set(await read().catch(() => Number.NaN))
      },
    })
  const figure = (name: keyof Figures) => async () => (await figures())?.[name] ?? Number.NaN
  gauge('payments_open', 'Payments without an end for more than ten minutes', figure('payments_open'))
  gauge('mails_waiting', 'Mails that are due and not sent', figure('mails_waiting'))
  gauge('mail_late_seconds', 'How long the mail that is due longest has waited', figure('mail_late_seconds'))
  gauge('instalments_overdue', 'Instalments that were due a day ago and are not paid', figure('instalments_overdue'))
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

type CountOf = { org_id: number; count: number }
const sum = (rows: CountOf[]) => rows.reduce((total, { count }) => total + count, 0)

/** Each by an index of what is open, up to a bound. */
async function readFigures(sql: Sql, now: Date): Promise<Figures> {
  const [payments, mails, [oldestMail], instalments] = await Promise.all([
    openPayments(sql, now),
    waitingMails(sql, now),
    oldestMails(sql, now),
    overdueInstalments(sql, now),
  ])
  return {
    payments_open: sum(payments),
    mails_waiting: sum(mails),
    mail_late_seconds: oldestMail ? (now.getTime() - oldestMail.due_at.getTime()) / 1000 : 0,
    instalments_overdue: sum(instalments),
  }
}

const openPayments = (sql: Sql, now: Date) => sql<CountOf[]>`
  select org_id, count(*)::integer as count
  from (
    select org_id
    from payments
    where payment_status in ('created', 'requires_action', 'processing', 'unknown')
      and changed_at <= ${new Date(now.getTime() - PAYMENT_OPEN_MS)}
    limit ${COUNT_MAX}
  ) open
  group by org_id`

const waitingMails = (sql: Sql, now: Date) => sql<CountOf[]>`
  select org_id, count(*)::integer as count
  from (
    select org_id
    from mails
    where mail_status = 'pending'
      and due_at <= ${now}
    limit ${COUNT_MAX}
  ) waiting
  group by org_id`

const oldestMails = (sql: Sql, now: Date) => sql<{ org_id: number; due_at: Date }[]>`
  select org_id, due_at
  from mails
  where mail_status = 'pending'
    and due_at <= ${now}
  order by due_at
  limit 1`

const overdueInstalments = (sql: Sql, now: Date) => sql<CountOf[]>`
  select org_id, count(*)::integer as count
  from (
    select org_id
    from debts
    where closed_at is null
      and kind = 'instalment'
      and due_at <= ${new Date(now.getTime() - DAY_MS)}
    limit ${COUNT_MAX}
  ) overdue
  group by org_id`
