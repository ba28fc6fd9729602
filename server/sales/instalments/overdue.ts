import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Of members `m`: when the first instalment of their own plan that is not paid was due. Past that moment they are overdue, at a gate and at a sale. */
export const overdueFrom = (orgId: OrgId, sql: Db) => sql`(
    select min(i.due_at)
    from debts i
    where i.org_id = ${orgId}
      and i.order_id = m.membership_order_id
      and i.kind = 'instalment'
      and i.closed_at is null
      and (i.membership_plan_id is null or exists (
        select 1
        from membership_plans p
        where p.org_id = ${orgId}
          and p.membership_plan_id = i.membership_plan_id
          and p.membership_member_id = m.membership_member_id
      ))
  )`
