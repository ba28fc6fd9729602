import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { giveUpMandates } from './end-mandates.ts'

/**
 * Of a member whose membership has ended: what was left for its plans is given up, unless it pays another plan by which something is
 * still owed, or another member renews by it. The worker takes it off the provider.
 */
export async function giveUpIdle(orgId: OrgId, tx: Tx, clock: Clock, memberId: number): Promise<void> {
  const now = clock(orgId)
  const idle = await tx<{ payment_means_id: number }[]>`
    update payment_means k
    set means_status = 'given_up', release_at = '-infinity', changed_at = ${now}
    where k.org_id = ${orgId}
      and k.means_status <> 'given_up'
      and k.payment_means_id in (
        select p.payment_means_id
        from membership_plans p
        where p.org_id = ${orgId}
          and p.membership_member_id = ${memberId}
          and p.payment_means_id is not null
      )
      and not exists (
        select
        from membership_plans o
        where o.org_id = ${orgId}
          and o.payment_means_id = k.payment_means_id
          and o.open_minor > 0
          and o.ended_at is null
      )
      and not exists (
        select
        from members r
        where r.org_id = ${orgId}
          and r.renewal_means_id = k.payment_means_id
          and r.membership_member_status_id <> ${memberStatus.cancelled}
          and (r.membership_member_id <> ${memberId} or exists (
            select
            from member_terms t
            where t.org_id = ${orgId}
              and t.membership_member_id = ${memberId}
              and t.term_state = 'next'
          ))
      )
    returning k.payment_means_id`
  for (const { payment_means_id: meansId } of idle) await giveUpMandates(orgId, tx, clock, meansId)
}
