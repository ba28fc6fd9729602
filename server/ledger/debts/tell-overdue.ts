import { eachDue, untilDone } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { findDebts } from '../ledger/debt.ts'

const BATCH = 100

/** Debts of fans whose day has passed: webhook endpoints are told once of each. Answers how many that were. */
export async function tellOverdue({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from debts
      where closed_at is null
        and overdue_told_at is null
        and owed_by = 'fan'
        and due_at <= ${now}`,
    oldest: sql`due_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) =>
    untilDone(BATCH, () => sql.begin((tx) => tellBatch(orgId, tx, clocks.clock))),
  )
}

async function tellBatch(orgId: OrgId, tx: Tx, clock: Clock): Promise<number> {
  const now = clock(orgId)
  const rows = await tx<{ debt_id: number }[]>`
    with due as (
      select debt_id
      from debts
      where org_id = ${orgId}
        and closed_at is null
        and overdue_told_at is null
        and owed_by = 'fan'
        and due_at <= ${now}
      order by due_at, debt_id
      limit ${BATCH}
      for no key update skip locked
    )
    update debts d
    set overdue_told_at = ${now}, ladder_at = case when d.kind = 'instalment' then ${now}::timestamptz end
    from due
    where d.org_id = ${orgId}
      and d.debt_id = due.debt_id
    returning d.debt_id`
  const ids = rows.map(({ debt_id }) => debt_id)
  const overdue = await findDebts(orgId, tx, now, ids)
  const messages = overdue.map((debt) => ({ type: 'debt.overdue' as const, data: { debt } }))
  await publishAll(orgId, tx, clock, messages)
  return ids.length
}
