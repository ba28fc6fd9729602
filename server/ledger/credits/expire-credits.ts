import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { type CreditRow, expireLot } from '../ledger/credit.ts'

const BATCH = 100

/** Takes credit whose day has passed out of its account. Answers how many amounts that were. */
export async function expireCredits({ sql, ...clocks }: Clocks & { sql: Sql }): Promise<number> {
  const { clock } = clocks
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from credit_lots
      where left_minor > 0
        and expires_at <= ${now}`,
    oldest: sql`expires_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, async (orgId) => {
    const due = await sql<{ credit_account_id: number }[]>`
      select distinct credit_account_id
      from credit_lots
      where org_id = ${orgId}
        and left_minor > 0
        and expires_at <= ${clock(orgId)}
      limit ${BATCH}`
    for (const { credit_account_id: accountId } of due)
      await sql.begin((tx) => expireAccount(orgId, tx, clock, accountId))
    return due.length
  })
}

/** Under the lock of the account, so that no order spends what expires at the same moment. */
async function expireAccount(orgId: OrgId, tx: Tx, clock: Clock, accountId: number): Promise<void> {
  const [account] = await tx<CreditRow[]>`
    select credit_account_id, user_id, currency, balance_minor, changed_at
    from credit_accounts
    where org_id = ${orgId}
      and credit_account_id = ${accountId}
    for no key update`
  if (!account) return
  const lots = await tx<{ credit_entry_id: number; left_minor: number }[]>`
    select credit_entry_id, left_minor
    from credit_lots
    where org_id = ${orgId}
      and credit_account_id = ${accountId}
      and left_minor > 0
      and expires_at <= ${clock(orgId)}
    order by credit_entry_id`
  for (const lot of lots) await expireLot(orgId, tx, clock, account, lot)
}
