import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { collectedAt } from '../../ledger/ledger/due-dates.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { noticeDaysOf } from '../../payments/mandates/notice-days.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'

const BATCH = 100
/** No scheme wants a longer notice, so nothing later is looked at. */
const LOOKED_AT_MS = 31 * DAY_MS

/** Debts `d` that are to be debited by a mandate `m`, and whose fan is not told of it yet. */
const isUnannounced = (sql: Db) => sql`
  d.closed_at is null
    and d.attempt_payment_id is null
    and d.debit_announced_for is distinct from d.next_attempt_at`

const joinMandate = (sql: Db) => sql`
  join membership_plans p on p.org_id = d.org_id and p.membership_plan_id = d.membership_plan_id and p.collection_status = 'running'
  join mandates m on m.org_id = p.org_id and m.payment_means_id = p.payment_means_id and m.mandate_status = 'active'`

/** Tells fans of debits to come, each once, as long ahead as their mandate says. Answers how many were told of. */
export async function announceDebits({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from debts d
      where next_attempt_at <= ${new Date(now.getTime() + LOOKED_AT_MS)}
        and ${isUnannounced(sql)}
        and exists (
          select
          from membership_plans p
          join mandates m on m.org_id = p.org_id and m.payment_means_id = p.payment_means_id and m.mandate_status = 'active'
          where p.org_id = d.org_id
            and p.membership_plan_id = d.membership_plan_id
            and p.collection_status = 'running'
            and d.next_attempt_at <= ${now}::timestamptz + ${noticeDaysOf(sql)} * interval '1 day'
        )`,
    oldest: sql`next_attempt_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) => announceOf(orgId, sql, clocks.clock))
}

async function announceOf(orgId: OrgId, sql: Sql, clock: Clock): Promise<number> {
  const now = clock(orgId)
  const due = await sql<{ debt_id: number }[]>`
    select d.debt_id
    from debts d
    ${joinMandate(sql)}
    where d.org_id = ${orgId}
      and d.next_attempt_at <= ${now}::timestamptz + ${noticeDaysOf(sql)} * interval '1 day'
      and ${isUnannounced(sql)}
    order by d.next_attempt_at, d.debt_id
    limit ${BATCH}`
  let count = 0
  for (const { debt_id: debtId } of due) count += Number(await sql.begin((tx) => announceDebit(orgId, tx, now, debtId)))
  return count
}

type Unannounced = {
  mandate_id: number
  order_id: number | null
  next_attempt_at: Date
  notice_days: number
  timezone: string
  collection_hour: number
}

/**
 * One debit, on its day or, where that would be too soon after the mail, on the first day that is not. True where the fan is told of it by
 * this call.
 */
export async function announceDebit(orgId: OrgId, tx: Tx, now: Date, debtId: number): Promise<boolean> {
  await lockDebts(orgId, tx, [debtId])
  const [debt] = await tx<Unannounced[]>`
    select d.order_id, d.next_attempt_at, m.mandate_id, ${noticeDaysOf(tx)}::integer as notice_days, o.timezone, o.collection_hour
    from debts d
    ${joinMandate(tx)}
    join organisations o on o.org_id = d.org_id
    where d.org_id = ${orgId}
      and d.debt_id = ${debtId}
      and d.next_attempt_at is not null
      and ${isUnannounced(tx)}`
  if (!debt) return false
  const at = debitedAt(debt, now)
  await tx`
    update debts
    set next_attempt_at = ${at}, debit_announced_for = ${at}, leased_until = '-infinity', changed_at = ${now}
    where org_id = ${orgId}
      and debt_id = ${debtId}`
  if (debt.order_id === null) return true
  const messageId = `debt-${debtId}-debit-${debt.mandate_id}-${at.getTime() / 1000}`
  await noteMails(orgId, tx, now, [{ kind: 'debit_notice', orderId: debt.order_id, aboutId: debtId, messageId }])
  return true
}

function debitedAt({ next_attempt_at, notice_days, timezone, collection_hour }: Unannounced, now: Date): Date {
  // The worker may come some hours late: days are counted, not seconds.
  const first = localDate(new Date(now.getTime() + notice_days * DAY_MS), timezone)
  const earliest = collectedAt(first, timezone, collection_hour)
  return localDate(next_attempt_at, timezone) >= first ? next_attempt_at : earliest
}
