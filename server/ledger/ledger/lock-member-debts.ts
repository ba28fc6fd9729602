import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockDebts } from './lock-debts.ts'

/**
 * Locks what is open of all plans of a member, with their orders: an operation that ends a membership locks these before the member, in the order in which
 * payments take them. A payment is then drafted before the end, or not at all.
 */
export async function lockMemberDebts(orgId: OrgId, tx: Tx, memberId: number): Promise<void> {
  const rows = await tx<{ debt_id: number }[]>`
    select d.debt_id
    from membership_plans p
    join debts d on d.org_id = ${orgId} and d.membership_plan_id = p.membership_plan_id
    where p.org_id = ${orgId}
      and p.membership_member_id = ${memberId}
      and d.closed_at is null`
  await lockDebts(
    orgId,
    tx,
    rows.map(({ debt_id }) => debt_id),
  )
}
