import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Banks book a payout on the day that the provider expects, or after a weekend and a holiday. */
export const AT_BANK_DAYS = 5

/**
 * Of `payouts` as `t`: its days are in statements that were imported, and go on after them, and no line is it. Once a payout was found, only
 * statements of an account to which payouts come say so. Who imports none is not told.
 */
export const isMissingAtBank = (orgId: OrgId, sql: Db): Fragment => sql`
  t.payout_status = 'paid'
  and t.amount_minor <> 0
  and not exists (
    select
    from bank_lines l
    where l.org_id = ${orgId}
      and l.payout_id = t.payout_id
  )
  and exists (
    select
    from bank_statements s
    where s.org_id = ${orgId}
      and (
        s.account is null
        or s.account in (${payoutAccounts(orgId, sql)})
        or not exists (${payoutAccounts(orgId, sql)})
      )
    having min(s.first_day) <= t.arrives_on
      and max(s.last_day) >= t.arrives_on + ${AT_BANK_DAYS}::integer
      and bool_or(s.first_day <= t.arrives_on + ${AT_BANK_DAYS}::integer and s.last_day >= t.arrives_on)
  )`

/** The organisation's accounts in whose statements payouts were found. */
const payoutAccounts = (orgId: OrgId, sql: Db): Fragment => sql`
  select k.account
  from bank_lines f
  join bank_statements k on k.org_id = ${orgId} and k.bank_statement_id = f.bank_statement_id
  where f.org_id = ${orgId}
    and f.payout_id is not null
    and k.account is not null`
