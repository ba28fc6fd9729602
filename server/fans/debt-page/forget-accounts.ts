import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Long enough to look up where a transfer went that a bank has sent back. */
const AFTER_MS = 30 * DAY_MS

/** Forgets the accounts of fans once nothing is owed to them any more. */
export function forgetAccounts(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - AFTER_MS)
  const due = () => sql`
    select a.org_id
    from money_back_accounts a
    join debts d on d.org_id = a.org_id and d.debt_id = a.debt_id
    where d.closed_at <= ${before}
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from money_back_accounts a
    using debts d
    where a.org_id = ${orgId}
      and d.org_id = ${orgId}
      and d.debt_id = a.debt_id
      and d.closed_at <= ${before}`
  return purgeByOrganisation(sql, due, purge)
}
