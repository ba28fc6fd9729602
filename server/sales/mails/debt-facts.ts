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
  /** By which its plan is debited, where it is. */
  mandate_reference: string | null
  account_last4: string | null
}

export const findDebtsTold = (orgId: OrgId, sql: Db, debtIds: number[]) => sql<DebtFact[]>`
  select d.debt_id, d.link_version, d.amount_minor - d.settled_minor - d.waived_minor - d.cancelled_minor as open_minor, d.due_at,
    d.next_attempt_at, d.attempt_payment_id is not null as is_being_paid, (
      select p.decline_code
      from payment_debts f
      join payments p on p.org_id = ${orgId} and p.payment_id = f.payment_id
      where f.org_id = ${orgId}
        and f.debt_id = d.debt_id
      order by p.payment_id desc
      limit 1
    ) as decline_code, m.mandate_reference, m.last4 as account_last4
  from debts d
  left join membership_plans n on n.org_id = ${orgId} and n.membership_plan_id = d.membership_plan_id
  left join mandates m on m.org_id = ${orgId} and m.payment_means_id = n.payment_means_id and m.mandate_status = 'active'
  where d.org_id = ${orgId}
    and d.debt_id = any (${debtIds}::bigint[])`
