import type { Tx } from '../platform/postgres/database.ts'
import type { SystemClock } from '../platform/values/clock.ts'
import type { OrgId } from './principal.ts'

/*
 * A suspended organisation keeps its data, and none of its keys works: every process reads a key again within four seconds
 * (authenticate.ts), and ends what it is still sending (long-answers.ts). Both say whether anything has changed.
 */

export async function suspend(orgId: OrgId, tx: Tx, systemClock: SystemClock): Promise<boolean> {
  const rows = await tx`
    update organisations
    set suspended_at = ${systemClock()}
    where org_id = ${orgId}
      and suspended_at is null
    returning org_id`
  return rows.length > 0
}

export async function resume(orgId: OrgId, tx: Tx): Promise<boolean> {
  const rows = await tx`
    update organisations
    set suspended_at = null
    where org_id = ${orgId}
      and suspended_at is not null
    returning org_id`
  return rows.length > 0
}
