import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { majorAmount } from '../../platform/postgres/major-amount.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { Put } from './named-members.ts'

/**
 * What is open for the term that a member `t` shows, as `d`: of their own plans for it, and of the order that it was bought by,
 * where that is owed for as a whole. A member who has paid owes nothing, and is not looked up.
 */
export const owedByMember = (orgId: OrgId, sql: Db, put: Put) => sql`
  left join lateral (
    select sum(i.open_minor)::bigint as open_minor, min(i.due_at) as next_due, max(i.currency) as currency
    from (
      select b.amount_minor - b.settled_minor - b.waived_minor - b.cancelled_minor as open_minor, b.due_at, b.currency
      from membership_plans p
      join debts b on b.org_id = p.org_id and b.membership_plan_id = p.membership_plan_id
      where p.org_id = ${put(orgId)}
        and p.membership_member_id = t.membership_member_id
        and p.term_order_id = t.membership_order_id
        and p.open_minor > 0
        and b.closed_at is null
      union all
      select b.amount_minor - b.settled_minor - b.waived_minor - b.cancelled_minor, b.due_at, b.currency
      from debts b
      where b.org_id = ${put(orgId)}
        and b.order_id = t.membership_order_id
        and b.owed_by = 'fan'
        and b.membership_plan_id is null
        and b.closed_at is null
    ) i
    where t.membership_member_status_id <> ${put(memberStatus.paid)}
  ) d on true`

/** Of `d`, as the wire has it. */
export const openAmount = (sql: Db) => sql`
  case when d.open_minor is null then 0 else ${majorAmount(sql, sql`d.open_minor`, sql`d.currency`)} end`
