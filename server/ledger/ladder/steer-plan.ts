import { askForFailedDebts, planHeldDebts } from '../../people/members/end-charges.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import { isChargedOnResume, type MembershipPlanRow } from './membership-plan.ts'

type At = Pick<ChangeBy, 'orgId' | 'tx' | 'clock'>
type PlanColumns = ColumnValues<MembershipPlanRow & { collection_status: string }>

/** What is planned waits beside, so that no worker comes upon it. Order, debts and plan are locked. */
export async function pausePlan({ orgId, tx, clock }: At, planId: number): Promise<PlanColumns> {
  const now = clock(orgId)
  await tx`
    update debts
    set held_attempt_at = next_attempt_at, next_attempt_at = null, changed_at = ${now}
    where org_id = ${orgId}
      and membership_plan_id = ${planId}
      and closed_at is null`
  return { collection_status: 'paused', paused_at: now }
}

export async function resumePlan(at: At, planId: number): Promise<PlanColumns> {
  const { orgId, tx, clock } = at
  const now = clock(orgId)
  await tx`
    update debts d
    set next_attempt_at = ${now}, held_attempt_at = null
    from membership_plans p
    where d.org_id = ${orgId}
      and d.membership_plan_id = ${planId}
      and p.org_id = ${orgId}
      and p.membership_plan_id = ${planId}
      and ${isChargedOnResume(tx, now)}`
  await planHeldDebts(at, [planId])
  return { collection_status: 'running', paused_at: null, ended_at: null }
}

/** The worker asks the fan when it comes to an instalment: on its day, or now where it was tried before. */
export async function stopPlan(at: At, planId: number): Promise<PlanColumns> {
  await planHeldDebts(at, [planId])
  await askForFailedDebts(at, [planId])
  return { collection_status: 'stopped', paused_at: null }
}
