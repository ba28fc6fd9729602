import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type RenewalMeans = { payment_means_id: number; customer_reference: string; method_reference: string }

/** What a member's next term is charged by: what their newest plan is, or what was left for it. Undefined where nothing is kept. */
export async function findRenewalMeans(orgId: OrgId, sql: Db, memberId: number): Promise<RenewalMeans | undefined> {
  const [means] = await sql<RenewalMeans[]>`
    select k.payment_means_id, k.customer_reference, k.method_reference
    from payment_means k
    join (
      select p.payment_means_id, p.membership_plan_id as newest
      from membership_plans p
      where p.org_id = ${orgId}
        and p.membership_member_id = ${memberId}
        and p.payment_means_id is not null
      union all
      select m.renewal_means_id, 0
      from members m
      where m.org_id = ${orgId}
        and m.membership_member_id = ${memberId}
        and m.renewal_means_id is not null
    ) w on w.payment_means_id = k.payment_means_id
    where k.org_id = ${orgId}
      and k.means_status = 'active'
      and k.means_kind = 'card'
    order by w.newest desc
    limit 1`
  return means
}
