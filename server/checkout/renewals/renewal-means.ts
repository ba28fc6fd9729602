import type { OrgId } from '../../access/principal.ts'
import { noticeDaysOf } from '../../payments/mandates/notice-days.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type RenewalMeans = {
  payment_means_id: number
  customer_reference: string
  method_reference: string
  /** Of an account that is debited: by which mandate, and how many days ahead its fan is told. */
  mandate_reference: string | null
  account_last4: string | null
  notice_days: number | null
}

/**
 * What a member's next term is charged by: what their newest plan is, or what was left for it; an account only with a mandate that stands.
 * Undefined where nothing is kept.
 */
export async function findRenewalMeans(orgId: OrgId, sql: Db, memberId: number): Promise<RenewalMeans | undefined> {
  const [means] = await sql<RenewalMeans[]>`
    select k.payment_means_id, k.customer_reference, k.method_reference, m.mandate_reference, m.last4 as account_last4,
      case when m.mandate_id is not null then ${noticeDaysOf(sql)}::integer end as notice_days
    from payment_means k
    join (
      select p.payment_means_id, p.membership_plan_id as newest
      from membership_plans p
      where p.org_id = ${orgId}
        and p.membership_member_id = ${memberId}
        and p.payment_means_id is not null
      union all
      select r.renewal_means_id, 0
      from members r
      where r.org_id = ${orgId}
        and r.membership_member_id = ${memberId}
        and r.renewal_means_id is not null
    ) w on w.payment_means_id = k.payment_means_id
    left join mandates m on m.org_id = ${orgId} and m.payment_means_id = k.payment_means_id and m.mandate_status = 'active'
    where k.org_id = ${orgId}
      and k.means_status = 'active'
      and (k.means_kind = 'card' or m.mandate_id is not null)
    order by w.newest desc, m.mandate_id desc nulls last
    limit 1`
  return means
}
