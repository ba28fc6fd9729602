import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** Whose term it is, and by which order it was bought: by default, of members `m` the one that they show. */
type TermColumns = { memberId: Fragment; orderId: Fragment }

const termOfMember = (sql: Db): TermColumns => ({
  memberId: sql`m.membership_member_id`,
  orderId: sql`m.membership_order_id`,
})

/**
 * Of members, or of their other terms: from when on they are overdue, at a gate and at a sale, because of the first instalment that is not
 * paid, of the order that the term was bought by or of a plan of their own for it. By the organisation's ladder that is so many days after
 * it failed; without one, when it was due.
 */
export const overdueFrom = (orgId: OrgId, sql: Db, term: TermColumns = termOfMember(sql)) =>
  firstOf(
    orgId,
    sql,
    term,
    sql`coalesce(${failedAt(sql)} + ${daysOf(orgId, sql, sql`hard_overdue_days`)} * interval '1 day', case
          when ${daysOf(orgId, sql, sql`hard_overdue_days`)} is null then i.due_at
        end)`,
  )

/** From when on they are let in and the steward is told; null without a ladder that says so. */
export const softOverdueFrom = (orgId: OrgId, sql: Db, term: TermColumns = termOfMember(sql)) => sql`case
    when ${daysOf(orgId, sql, sql`soft_overdue_days`)} is not null then ${firstOf(
      orgId,
      sql,
      term,
      sql`${failedAt(sql)} + ${daysOf(orgId, sql, sql`soft_overdue_days`)} * interval '1 day'`,
    )}
  end`

/** It is asked once for a statement, not for each row. */
const daysOf = (orgId: OrgId, sql: Db, column: Fragment) => sql`(
      select u.${column}
      from organisations u
      where u.org_id = ${orgId}
    )`

/** Never before its day is over. What is to be charged by itself and was not tried yet has not failed, however late it is. */
const failedAt = (sql: Db) => sql`greatest(i.due_at, coalesce(i.first_failed_at, case
          when coalesce(i.next_attempt_at, i.held_attempt_at) is null and i.attempt_payment_id is null then i.due_at
          else 'infinity'
        end))`

/** While a plan is paused its members stay on the rung on which they were. */
const firstOf = (orgId: OrgId, sql: Db, { memberId, orderId }: TermColumns, at: Fragment) => sql`nullif(least(
    (
      select min(${at})
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = ${orderId}
        and i.kind = 'instalment'
        and i.closed_at is null
        and i.membership_plan_id is null
    ),
    (
      select min(case when p.paused_at is null or ${at} <= p.paused_at then ${at} end)
      from membership_plans p
      join debts i on i.org_id = p.org_id and i.membership_plan_id = p.membership_plan_id
      where p.org_id = ${orgId}
        and p.membership_member_id = ${memberId}
        and p.term_order_id = ${orderId}
        and p.open_minor > 0
        and i.closed_at is null
    )
  ), 'infinity')`
