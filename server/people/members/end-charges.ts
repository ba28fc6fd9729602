import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ChangeBy } from '../../resources/change-row.ts'

type At = Pick<ChangeBy, 'orgId' | 'tx' | 'clock'>

/**
 * Plans of the term that has ended are not charged any more, and no step of staff makes them go on while the member is cancelled. What is
 * owed stays owed: the worker asks the fan by mail instead, on the day of each instalment, or now where it was tried before. The
 * caller has locked orders and debts of these plans, so that no payment is drafted meanwhile.
 */
export async function endCharges(at: At, memberId: number, termOrderId: number | null): Promise<void> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  const planIds = await findPlansToEnd(orgId, tx, memberId, termOrderId)
  if (planIds.length === 0) return
  await planHeldDebts(at, planIds)
  await askForFailedDebts(at, planIds)
  await tx`
    update membership_plans
    set collection_status = 'stopped', paused_at = null, ended_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and membership_plan_id = any (${planIds}::bigint[])`
}

async function findPlansToEnd(orgId: OrgId, tx: Tx, memberId: number, termOrderId: number | null): Promise<number[]> {
  const rows = await tx<{ membership_plan_id: number }[]>`
    select membership_plan_id
    from membership_plans
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
      and term_order_id = ${termOrderId}
      and ended_at is null
    order by membership_plan_id
    for no key update`
  return rows.map(({ membership_plan_id }) => membership_plan_id)
}

/**
 * Plans what was held, and counts the days of the ladder on from where they stood when the plan was paused. A shard takes no sum
 * of a time and an interval that depends on the time zone.
 */
export const planHeldDebts = ({ orgId, tx, clock }: At, planIds: number[]) => tx`
  update debts d
  set next_attempt_at = coalesce(d.next_attempt_at, d.held_attempt_at), held_attempt_at = null,
    first_failed_at = case
      when p.paused_at is null or d.first_failed_at is null then d.first_failed_at
      else (
        greatest(d.due_at, d.first_failed_at) at time zone 'UTC'
        + (${clock(orgId)}::timestamptz - greatest(p.paused_at, d.first_failed_at))
      ) at time zone 'UTC'
    end,
    ladder_at = case when d.first_failed_at is not null then ${clock(orgId)}::timestamptz end,
    changed_at = ${clock(orgId)}
  from membership_plans p
  where d.org_id = ${orgId}
    and d.membership_plan_id = any (${planIds}::bigint[])
    and d.closed_at is null
    and p.org_id = ${orgId}
    and p.membership_plan_id = d.membership_plan_id`

/** The worker asks the fan for what was to be tried again, as soon as it comes to it. */
export const askForFailedDebts = ({ orgId, tx, clock }: At, planIds: number[]) => tx`
  update debts
  set next_attempt_at = ${clock(orgId)}
  where org_id = ${orgId}
    and membership_plan_id = any (${planIds}::bigint[])
    and closed_at is null
    and next_attempt_at is not null
    and first_failed_at is not null`
