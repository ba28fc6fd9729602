import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Whose term it is, and by which order it was bought: by default, of members `m` the one that they show. */
type TermColumns = { memberId: Fragment; orderId: Fragment }

/**
 * Of members, or of their other terms: when the first instalment that is not paid was due, of the order that the term was bought by or of a
 * plan of their own for it. Past that moment they are overdue, at a gate and at a sale.
 */
export const overdueFrom = (
  orgId: OrgId,
  sql: Db,
  { memberId, orderId }: TermColumns = { memberId: sql`m.membership_member_id`, orderId: sql`m.membership_order_id` },
) => sql`least(
    (
      select min(i.due_at)
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = ${orderId}
        and i.kind = 'instalment'
        and i.closed_at is null
        and i.membership_plan_id is null
    ),
    (
      select min(i.due_at)
      from membership_plans p
      join debts i on i.org_id = p.org_id and i.membership_plan_id = p.membership_plan_id
      where p.org_id = ${orgId}
        and p.membership_member_id = ${memberId}
        and p.term_order_id = ${orderId}
        and p.open_minor > 0
        and i.closed_at is null
    )
  )`
