import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A debt as mails tell of it, with what came of the last payment that tried to collect it. */
export type DebtFact = {
  debt_id: number
  link_version: number
  open_minor: number
  due_at: Date
  next_attempt_at: Date | null
  is_being_paid: boolean
  decline_code: string | null
}

export const findDebtsTold = (orgId: OrgId, sql: Db, debtIds: number[]) => sql<DebtFact[]>`
  select debt_id, link_version, amount_minor - settled_minor - waived_minor - cancelled_minor as open_minor, due_at, next_attempt_at,
    attempt_payment_id is not null as is_being_paid, (
      select p.decline_code
      from payment_debts f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.debt_id = debts.debt_id
      order by p.payment_id desc
      limit 1
    ) as decline_code
  from debts
  where org_id = ${orgId}
    and debt_id = any (${debtIds}::bigint[])`
