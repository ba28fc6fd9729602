import { findDue } from '../../access/organisations.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Beyond this it is an alarm whatever the figure is. */
const COUNT_MAX = 10_000
/** Sooner than this, the buyer may still be typing a code of the bank. */
const PAYMENT_OPEN_MS = 600_000

/** What waits, in all organisations that are here and whose node answers. */
export type QueueFigures = {
  payments_open: number
  mails_waiting: number
  mail_late_seconds: number
  webhook_late_seconds: number
  instalments_overdue: number
}

type CountOf = { org_id: number; count: number }
type DueAt = { org_id: number; due_at: Date }
type WrittenAt = { org_id: number; created_at: Date }
const sum = (rows: CountOf[]) => rows.reduce((total, { count }) => total + count, 0)
const secondsSince = (now: Date, at: Date | undefined) =>
  at === undefined ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000)

/** Each by an index of what is open, up to a bound. */
export async function readQueues(sql: Sql, now: Date): Promise<QueueFigures> {
  const [payments, mails, [oldestMail], [oldestQueue], [oldestMessage], instalments] = await Promise.all([
    openPayments(sql, now),
    waitingMails(sql, now),
    oldestMails(sql, now),
    oldestQueues(sql, now),
    oldestMessages(sql, now),
    overdueInstalments(sql, now),
  ])
  return {
    payments_open: sum(payments),
    mails_waiting: sum(mails),
    mail_late_seconds: secondsSince(now, oldestMail?.created_at),
    webhook_late_seconds: Math.max(
      secondsSince(now, oldestQueue?.due_at),
      secondsSince(now, oldestMessage?.created_at),
    ),
    instalments_overdue: sum(instalments),
  }
}

const openPayments = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<CountOf[]>`
      select org_id, count(*)::integer as count
      from (
        select org_id
        from payments
        where payment_status in ('created', 'requires_action', 'processing', 'unknown')
          and changed_at <= ${new Date(now.getTime() - PAYMENT_OPEN_MS)}
          and ${isWorkedOn}
        limit ${COUNT_MAX}
      ) open
      group by org_id`,
  )

/** One that was tried waits, whenever its next turn is: a mail server that is away makes mails late. */
const waitingMails = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<CountOf[]>`
      select org_id, count(*)::integer as count
      from (
        select org_id
        from mails
        where mail_status = 'pending'
          and (due_at <= ${now} or attempts > 0)
          and ${isWorkedOn}
        limit ${COUNT_MAX}
      ) waiting
      group by org_id`,
  )

/** By when they were written, among as many as are counted. */
const oldestMails = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<WrittenAt[]>`
      select org_id, created_at
      from (
        select org_id, created_at
        from mails
        where mail_status = 'pending'
          and (due_at <= ${now} or attempts > 0)
          and ${isWorkedOn}
        limit ${COUNT_MAX}
      ) waiting
      order by created_at
      limit 1`,
  )

/** What is committed and has no number yet, which a worker gives: without one, nothing becomes due. */
const oldestMessages = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<WrittenAt[]>`
      select org_id, created_at
      from (
        select org_id, created_at
        from webhook_messages
        where sequence is null
          and ${isWorkedOn}
        limit ${COUNT_MAX}
      ) unnumbered
      order by created_at
      limit 1`,
  )

/** What no worker has taken up. */
const oldestQueues = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<DueAt[]>`
      select org_id, due_at
      from webhook_queues
      where due_at <= ${now}
        and (leased_until is null or leased_until < now())
        and ${isWorkedOn}
      order by due_at
      limit 1`,
  )

const overdueInstalments = (sql: Sql, now: Date) =>
  findDue(
    sql,
    now,
    (isWorkedOn) => sql<CountOf[]>`
      select org_id, count(*)::integer as count
      from (
        select org_id
        from debts
        where closed_at is null
          and kind = 'instalment'
          and due_at <= ${new Date(now.getTime() - DAY_MS)}
          and ${isWorkedOn}
        limit ${COUNT_MAX}
      ) overdue
      group by org_id`,
  )
