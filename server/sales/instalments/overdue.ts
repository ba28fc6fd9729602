import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Of members `m`: when the first instalment that is not paid was due. Past that moment they are overdue, at a gate and at a sale. */
export const overdueFrom = (orgId: OrgId, sql: Db) => sql`(
    select min(i.due_at)
    from debts i
    where i.org_id = ${orgId}
      and i.order_id = m.membership_order_id
      and i.kind = 'instalment'
      and i.closed_at is null
  )`
